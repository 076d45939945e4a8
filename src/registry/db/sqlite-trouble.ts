/** What can go wrong with a store in a file, in words that help; another writer is waited for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, McptestError } from '../../util/errors.js';
import { oneLine } from '../../util/text.js';

/** How long to wait for another process that writes. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 20;

/** The second is what a statement says, once, after it was busy. */
const BUSY = /\b(?:locked|busy)\b|could not reset statement/i;

/** SQLite waits by blocking, or not at all as WebAssembly; so the waiting is ours. */
export async function waitWhileBusy<T>(work: () => T): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return work();
    } catch (cause) {
      const busy = cause instanceof Error && BUSY.test(cause.message);
      if (!busy || Date.now() > until) throw storeTrouble(cause, 'the store');
    }
    await sleep(PAUSE_MS);
  }
}

/** What SQLite says, in words that help. Anything else is passed on. */
export function storeTrouble(cause: unknown, path: string): unknown {
  if (cause instanceof McptestError || !(cause instanceof Error)) return cause;
  const said = oneLine(cause.message);
  if (/disk is full|disk I\/O error|ENOSPC|EFBIG|file too large/i.test(said)) {
    return new McptestError({
      code: 'store-full',
      message: `the store could not be written: ${said}`,
      hint: 'Nothing is half written. Make room on the disk and run the same command again: it goes on where it stopped.',
      exitCode: EXIT.internal,
      cause,
    });
  }
  if (BUSY.test(said)) {
    return new McptestError({
      code: 'store-busy',
      message: `another process is writing to ${oneLine(path)}`,
      hint: 'Wait until it is done, or use PostgreSQL with --store postgres://… for several writers.',
      cause,
    });
  }
  if (/not a database|malformed|unable to open|could not open/i.test(said)) {
    return new McptestError({
      code: 'store-unreadable',
      message: `${oneLine(path)} cannot be opened as a registry store: ${said}`,
      hint: 'Name a file that `mcptest tdqs ingest` made, or one that does not exist yet, in a folder that you may write to.',
      cause,
    });
  }
  return cause;
}
