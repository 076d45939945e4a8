/** Which processes of a kind are alive; zombies do not count. */
import { readdirSync, readFileSync } from 'node:fs';

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

/** Resolves when none is left; rejects with the pids when some stay. */
export async function noneLeft(mark: string, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const left = marked(mark);
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error(`still alive: ${left.join(', ')}`);
    await new Promise((tick) => setTimeout(tick, 20));
  }
}
