/**
 * `network: loopback`: the agent runs in a namespace of its own, which has no network but a loopback interface. The
 * model comes to it through a socket in a file; so do its servers.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ALONE } from './scripts.js';
import { writePrivate } from './write-private.js';

const UNSHARE = ['unshare', '--map-root-user', '--net', '--'];

let known: Promise<string | undefined> | undefined;

/** Why it cannot be done here; undefined when it can. Asked once. */
export function aloneProblem(): Promise<string | undefined> {
  known ??= new Promise((resolve) => {
    const [program = '', ...args] = UNSHARE;
    execFile(program, [...args, 'ip', 'link', 'set', 'lo', 'up'], (error, _out, stderr) => {
      const why = stderr.trim().split('\n')[0] || error?.message;
      resolve(
        error === null
          ? undefined
          : `\`network: loopback\` needs a network namespace, and this system gives none: ${why}`,
      );
    });
  });
  return known;
}

export async function aloneArgv(argv: string[], dir: string, port: number): Promise<string[]> {
  const script = join(dir, 'alone.cjs');
  await writePrivate(script, ALONE);
  return [...UNSHARE, process.execPath, script, String(port), join(dir, 'm'), ...argv];
}
