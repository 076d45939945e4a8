/** Which processes of a kind are alive; zombies do not count. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Pids whose environment holds the mark. */
export function marked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return false;
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
      } catch {
        return false;
      }
    });
}

/** Fails with the pids when some stay. */
export async function noneLeft(mark: string): Promise<void> {
  await expect.poll(() => marked(mark)).toEqual([]);
}
