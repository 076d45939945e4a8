/**
 * A text into a named pipe, without ever standing still in the system: a thread that waits for a reader there cannot be
 * stopped, not even by the end of the process.
 */
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** How long nobody may read from it. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 20;

export async function writePipe(path: string, text: string, patienceMs = PATIENCE_MS): Promise<void> {
  const nobody = () => new Error(`no program reads from the pipe ${path}`);
  const handle = await tryFor(patienceMs, nobody, 'ENXIO', () =>
    openSync(path, constants.O_WRONLY | constants.O_NONBLOCK),
  );
  try {
    let left = Buffer.from(text);
    while (left.length > 0) {
      const rest = left;
      left = rest.subarray(await tryFor(patienceMs, nobody, 'EAGAIN', () => writeSync(handle, rest)));
    }
  } finally {
    closeSync(handle);
  }
}

/** Again and again while the system says `code`. */
async function tryFor<T>(ms: number, late: () => Error, code: string, work: () => T): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== code) throw error;
      if (performance.now() > end) throw late();
    }
    await pause(LOOK_MS);
  }
}
