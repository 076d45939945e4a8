/** The most memory that a command and all that it starts hold at one moment, in megabytes, looked at on Linux every 20 ms. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from './measure.js';

const PAGE_MB = 4096 / 2 ** 20;

export async function peakOf({ argv, cwd, env }: Command): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const child = spawn(argv[0]!, argv.slice(1), { cwd, env: { ...process.env, ...env }, stdio: 'ignore' });
  let running = true;
  child.on('close', () => {
    running = false;
  });
  let peak = 0;
  while (running) {
    peak = Math.max(peak, heldBy(child.pid!));
    await sleep(20);
  }
  return peak;
}

function heldBy(root: number): number {
  const parents = new Map<number, { parent: number; pages: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // After the name of the program, which may hold anything: state, parent, …, and the pages in memory.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      parents.set(Number(name), { parent: Number(fields[1]), pages: Number(fields[21]) });
    } catch {
      // It has ended.
    }
  }
  const isOurs = (pid: number): boolean => {
    if (pid === root) return true;
    const known = parents.get(pid);
    return known !== undefined && known.parent > 1 && isOurs(known.parent);
  };
  const pages = [...parents].filter(([pid]) => isOurs(pid)).reduce((sum, [, one]) => sum + one.pages, 0);
  return pages * PAGE_MB;
}
