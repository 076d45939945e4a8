/** The folder of `${tmp}`: made when a suite that reads it is read, taken away when mcptest ends, however it ends. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

export function makeTmpFolder(): string {
  if (made.length === 0) process.once('exit', removeAll);
  // The real path: servers tell that one, whatever link led to it.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-tmp-')));
  made.push(folder);
  return folder;
}

function removeAll(): void {
  for (const folder of made) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Something in it is still open, or not ours to delete: it is left to the system.
    }
  }
}
