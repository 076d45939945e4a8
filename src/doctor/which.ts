/** Where a command is found, the way the system itself looks for it. */
import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export interface WhichOptions {
  cwd: string;
  env: Record<string, string | undefined>;
  platform?: NodeJS.Platform;
  /** Whether a file is there and may be run; the file system unless told. */
  runs?: (file: string) => boolean;
}

export function which(program: string, options: WhichOptions): string | undefined {
  const { cwd, env, platform = process.platform } = options;
  const windows = platform === 'win32';
  const path = windows ? win32 : posix;
  const runs = options.runs ?? ((file: string) => isRunnable(file, windows));
  if (program === '') return undefined;
  const folders = isPath(program, windows) ? [''] : searchPath(env, windows).split(path.delimiter);
  for (const folder of folders) {
    const file = path.resolve(cwd, folder, program);
    const found = endings(file, env, windows).find((ending) => runs(file + ending));
    if (found !== undefined) return file + found;
  }
  return undefined;
}

function isPath(program: string, windows: boolean): boolean {
  return program.includes('/') || (windows && program.includes('\\'));
}

/** On Windows the variable may be spelt `Path`. */
function searchPath(env: Record<string, string | undefined>, windows: boolean): string {
  if (!windows) return env.PATH ?? '';
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH');
  return (key === undefined ? undefined : env[key]) ?? '';
}

function endings(file: string, env: Record<string, string | undefined>, windows: boolean): string[] {
  if (!windows) return [''];
  const known = (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '');
  const lower = file.toLowerCase();
  return known.some((ending) => lower.endsWith(ending.toLowerCase())) ? [''] : known;
}

function isRunnable(file: string, windows: boolean): boolean {
  try {
    if (!windows) accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
