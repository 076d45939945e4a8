/** Runs the built command as a user would, in a folder of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInProcess } from './in-process-command.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const cli = join(root, 'dist', 'cli.js');
/** Kept apart from the user's, and shared by all tests. */
export const codeCache = join(root, 'node_modules', '.cache');
export const chaos = (fault: string): string[] => [
  process.execPath,
  join(root, 'fixtures/chaos-mcp/server.mjs'),
  '--fault',
  fault,
];

/** A mock with three tools over two pages, a resource and a prompt. */
export const shelf = [
  'mcptest',
  'mock',
  '--tools-from',
  join(root, 'examples/real-servers/servers/shelf.yml'),
];

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
  pid: number;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** Called once the process runs, to interrupt it. */
  during?: (child: ReturnType<typeof spawn>) => void;
  /** Where only a process of its own shows what is tested: how it ends, its pid, its limits. */
  alone?: boolean;
}

/** In this process, where it would do the same in one of its own: a process takes a third of a second to start. */
export async function mcptest(args: string[], options: RunOptions = {}): Promise<Ran> {
  const cwd = options.cwd ?? root;
  // As wide as the pages that show output; without it nothing is cut, since a pipe has no width.
  const env = {
    ...process.env,
    CI: undefined,
    NO_COLOR: '1',
    COLUMNS: '80',
    XDG_CACHE_HOME: codeCache,
    ...options.env,
  };
  // Read as a process starts.
  const isReadAtStart = Object.keys(options.env ?? {}).some((name) =>
    /^(NODE_|TZ$|XDG_CACHE_HOME$)/.test(name),
  );
  const { MCPTEST_TEST_PROCESSES: always } = process.env;
  if (always || options.alone || options.during || isReadAtStart)
    return startProcess(args, { ...options, cwd, env });
  return { ...(await runInProcess({ cli, args, cwd, env })), pid: process.pid };
}

function startProcess(args: string[], options: RunOptions): Promise<Ran> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      done({
        code,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
        pid: child.pid!,
      }),
    );
    options.during?.(child);
  });
}

/** An empty folder with these files in it. */
export function folder(files: Record<string, string> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), 'mcptest-test-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

/** JSON is YAML: a suite from plain data. */
export function suite(data: Record<string, unknown>): string {
  return JSON.stringify(data, null, 2);
}
