/**
 * How a server is started and ended on a platform, decided before anything is. On Windows there are no
 * process groups and no signals, `.cmd` files need `cross-spawn`, and variables have no case.
 */
import path from 'node:path';

export interface SpawnPlan {
  /** argv[0] as the suite has it. */
  command: string;
  /** The argument vector that is run; a path in it is absolute. */
  argv: string[];
  /** argv[0] when it is a path rather than a name to look up. */
  file?: string;
  through: 'spawn' | 'cross-spawn';
  /** A process group of its own. */
  detached: boolean;
}

export function spawnPlan(
  argv: string[],
  cwd: string,
  self: string[],
  platform: string = process.platform,
): SpawnPlan {
  const onWindows = platform === 'win32';
  const [command = '', ...rest] = argv;
  const [program = '', ...args] = command === 'mcptest' ? [...self, ...rest] : argv;
  const isPath = onWindows ? /[/\\]|^[A-Za-z]:/.test(program) : program.includes('/');
  const file = isPath ? (onWindows ? path.win32 : path.posix).resolve(cwd, program) : undefined;
  return {
    command,
    argv: [file ?? program, ...args],
    file,
    through: onWindows ? 'cross-spawn' : 'spawn',
    detached: !onWindows,
  };
}

/** The command that ends a process with all that it started, where no signal reaches a group. */
export function killCommand(pid: number, platform: string = process.platform): string[] | undefined {
  return platform === 'win32' ? ['taskkill', '/pid', String(pid), '/T', '/F'] : undefined;
}

/** A variable of a child, whatever its case on Windows. */
export function variable(
  env: Record<string, string | undefined>,
  name: string,
  platform: string = process.platform,
): string | undefined {
  if (platform !== 'win32') return env[name];
  const key = Object.keys(env).find((each) => each.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : env[key];
}
