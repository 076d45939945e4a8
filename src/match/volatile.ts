/**
 * Takes out of a value what differs from run to run, so that a snapshot of the rest can be held: only the
 * kinds that a test names, each replaced by a word of its own. Keys of objects are never touched.
 */
import { EXIT, McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';
import { runWithin } from '../util/run-within.js';

export type Normaliser = keyof typeof KINDS | { pattern: string; flags?: string; replace?: string };

interface Kind {
  /** Replaces what is found in a text. */
  text: (text: string) => string;
  /** Replaces a whole number or text that stands under such a key. */
  under?: (key: string, value: string | number) => boolean;
  word: string;
}

const TIMESTAMP =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const REQUEST_ID = /\breq_[A-Za-z0-9]{8,64}\b/g;
const DURATION = /(?<![\w.])\d+(?:\.\d+)?\s?(?:ns|[µu]s|ms|s|sec|seconds?|milliseconds?|min|minutes?)\b/g;

const TIME_KEY =
  /(^|[_-])(at|time|timestamp|date|created|updated|modified|expires)$|(At|Time|Timestamp|Date)$/;
const REQUEST_KEY = /^(x[_-])?(request|trace|span|correlation|session|transaction)[_-]?id$/i;
const DURATION_KEY =
  /(^|[_-])(duration|elapsed|took|latency|ms|millis|seconds|secs)$|(Duration|Elapsed|Took|Latency|Ms)$/;
/** From 2001 to 2286, in seconds, milliseconds, microseconds or nanoseconds. */
const isEpoch = (value: number): boolean =>
  [1, 1e3, 1e6, 1e9].some((unit) => value >= 1e9 * unit && value < 1e10 * unit);

export const KINDS = {
  timestamps: {
    text: (text) => text.replace(TIMESTAMP, '<timestamp>'),
    under: (key, value) => typeof value === 'number' && TIME_KEY.test(key) && isEpoch(value),
    word: '<timestamp>',
  },
  uuids: { text: (text) => text.replace(UUID, '<uuid>'), word: '<uuid>' },
  request_ids: {
    text: (text) => text.replace(REQUEST_ID, '<request_id>'),
    under: (key) => REQUEST_KEY.test(key),
    word: '<request_id>',
  },
  durations: {
    text: (text) => text.replace(DURATION, '<duration>'),
    under: (key, value) => typeof value === 'number' && DURATION_KEY.test(key),
    word: '<duration>',
  },
} satisfies Record<string, Kind>;

const DEADLINE_MS = 1000;

/** Throws `McptestError` when a pattern of the user takes too long. */
export function withoutVolatile(value: unknown, normalisers: readonly Normaliser[]): unknown {
  return normalisers.reduce<unknown>((current, one) => walk(current, '', kindOf(one)), value);
}

function kindOf(one: Normaliser): Kind {
  if (typeof one === 'string') return KINDS[one];
  const { pattern, flags = '', replace = '<volatile>' } = one;
  const regex = new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`);
  return { word: replace, text: (text) => bounded(() => text.replace(regex, () => replace)) };
}

function bounded(work: () => string): string {
  const done = runWithin(DEADLINE_MS, work);
  if (done) return done.value;
  throw new McptestError({
    code: 'regex-timeout',
    message: `a pattern of \`normalise\` gave no answer within ${DEADLINE_MS} ms`,
    hint: 'Write it without nested repetition.',
    exitCode: EXIT.inconclusive,
  });
}

function walk(value: unknown, key: string, kind: Kind): unknown {
  if (typeof value === 'number' || typeof value === 'string') {
    if (kind.under?.(key, value)) return kind.word;
    return typeof value === 'string' ? kind.text(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => walk(item, key, kind));
  if (!isObject(value)) return value;
  const out: Record<string, unknown> = Object.create(null);
  for (const [name, inner] of Object.entries(value)) out[name] = walk(inner, name, kind);
  return out;
}
