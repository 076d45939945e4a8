/** How long tests took, in a file that is committed: `report --timings` writes it, `run --shard --timings` splits by it. */
import { resolve } from 'node:path';
import type { RunEnvelope } from '../types/envelope.js';
import type { Timings } from '../types/plan.js';
import { McptestError } from '../util/errors.js';
import { readUpTo } from '../util/files.js';
import { sha256 } from '../util/hash.js';
import { isObject } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { replaceFile } from './files.js';

/** The only one so far; a file of a later form is refused, not guessed at. */
const FORM = 1;

/** One line a test, in the order of their ids, so that a change of one is a change of one line. Returns how many there are. */
export async function writeTimings({ results }: RunEnvelope, file: string): Promise<number> {
  const ran = results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  if (ran.length === 0)
    throw bad(
      'no test of the run passed or failed, so nothing is known of how long they take',
      'Name another run.',
    );
  const durations_ms = Object.fromEntries(inOrder(ran.map(({ id, duration_ms }) => [id, duration_ms])));
  try {
    await replaceFile(resolve(file), `${JSON.stringify({ version: FORM, durations_ms }, undefined, 2)}\n`);
  } catch (cause) {
    throw bad(
      `${oneLine(file)} cannot be written: ${(cause as Error).message}`,
      'Name a file that can be.',
      cause,
    );
  }
  return ran.length;
}

export async function readTimings(file: string, cwd: string): Promise<Timings> {
  const shown = oneLine(file);
  const text = await readUpTo(resolve(cwd, file)).catch((cause: NodeJS.ErrnoException) => {
    const why =
      cause.code === 'ENOENT' ? `there is no file ${shown}` : `${shown} cannot be read: ${cause.message}`;
    throw bad(why, WRITE, cause);
  });
  const entries = entriesOf(text);
  if (entries === undefined) throw bad(`${shown} is not a file of durations`, WRITE);
  return { durations_ms: new Map(entries), hash: sha256(JSON.stringify(inOrder(entries))) };
}

const WRITE = 'Write it from a saved run: mcptest report RUN --timings FILE.';

function entriesOf(text: string): [string, number][] | undefined {
  const value = parsed(text.replace(/^\uFEFF/, ''));
  if (!isObject(value) || value.version !== FORM || !isObject(value.durations_ms)) return undefined;
  const entries = Object.entries(value.durations_ms);
  const isDuration = (one: unknown): boolean =>
    typeof one === 'number' && one >= 0 && one < Number.MAX_SAFE_INTEGER;
  return entries.every(([, one]) => isDuration(one)) ? (entries as [string, number][]) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Not by the alphabet of a country: the same on every machine. */
function inOrder(entries: [string, number][]): [string, number][] {
  return entries.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
}

function bad(message: string, hint: string, cause?: unknown): McptestError {
  return new McptestError({ code: 'bad-timings', message, hint, cause });
}
