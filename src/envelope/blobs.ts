/**
 * What a saved run does not repeat in its rows. Rows of one test were mostly shown the same tools: in memory they hold the
 * same object, in text each would hold a copy, so that there is a table of those that several rows hold. Values over 64 kB live beside the envelope, named by the hash of their content. At the places where a
 * blob may stand, a reference is always ours: a server's value that looks like one is stored as a blob.
 */
import type { CaseResult, EarlierAttempt, RunEnvelope } from '../types/envelope.js';
import type { Trace } from '../types/trace.js';
import { sha256 } from '../util/hash.js';
import { ownValue } from '../util/plain.js';

const LIMIT = 64 * 1024;
const EXCERPT = 200;
const REFERENCE = /^blobs\/([0-9a-f]{64}\.json)$/;

export interface BlobReference {
  $blob: string;
  bytes: number;
  excerpt: string;
}

/** A blob's `name` is a file name; the reference is `blobs/<name>`. */
export interface Blob {
  name: string;
  text: string;
}

export interface SplitEnvelope {
  /** With references in the place of large values. */
  envelope: RunEnvelope;
  blobs: Blob[];
}

export function splitBlobs(envelope: RunEnvelope): SplitEnvelope {
  const texts = new Map<string, string>();
  const split = (value: unknown): unknown => {
    const text = JSON.stringify(value);
    if (text === undefined) return value;
    const bytes = Buffer.byteLength(text);
    if (bytes <= LIMIT && ownValue(value, '$blob') === undefined) return value;
    const name = `${sha256(text)}.json`;
    texts.set(name, text);
    return { $blob: `blobs/${name}`, bytes, excerpt: excerptOf(typeof value === 'string' ? value : text) };
  };
  const small = mapLarge(shareCatalogs(envelope), split);
  return { envelope: small, blobs: [...texts].map(([name, text]) => ({ name, text })) };
}

/** A blob that is gone, or whose content is not what its name says, leaves its reference in place. */
export function joinBlobs(
  envelope: RunEnvelope,
  readBlob: (name: string) => string | undefined,
): RunEnvelope {
  const known = new Map<string, unknown>();
  return mapLarge(envelope, (value) => {
    const reference = ownValue(value, '$blob');
    const name = typeof reference === 'string' ? REFERENCE.exec(reference)?.[1] : undefined;
    if (name === undefined) return value;
    if (!known.has(name)) {
      const text = readBlob(name);
      known.set(name, text === undefined || `${sha256(text)}.json` !== name ? MISSING : JSON.parse(text));
    }
    const found = known.get(name);
    return found === MISSING ? value : found;
  });
}

export function isBlobReference(value: unknown): value is BlobReference {
  const reference = ownValue(value, '$blob');
  return (
    typeof reference === 'string' &&
    REFERENCE.test(reference) &&
    typeof ownValue(value, 'excerpt') === 'string'
  );
}

const MISSING = Symbol('a blob that is gone');

type Change = (value: unknown) => unknown;

function mapLarge(envelope: RunEnvelope, change: Change): RunEnvelope {
  const { catalogs, results } = envelope;
  return {
    ...envelope,
    results: results.map((result) => mapResult(result, change)),
    ...(catalogs && { catalogs: catalogs.map(change) as typeof catalogs }),
  };
}

function mapResult(result: CaseResult, change: Change): CaseResult {
  const changed = mapAttempt(result, change);
  const { earlier_attempts: earlier, replies } = result;
  if (replies) changed.replies = replies.map((reply) => mapKeys(reply, ['result', 'notifications'], change));
  if (earlier) changed.earlier_attempts = earlier.map((attempt) => mapAttempt(attempt, change));
  return changed;
}

function mapAttempt<T extends EarlierAttempt>(attempt: T, change: Change): T {
  const checks = attempt.checks.map((check) => mapKeys(check, ['expected', 'actual'], change));
  const changed = { ...attempt, checks };
  if (attempt.trace) changed.trace = mapTrace(attempt.trace, change);
  return changed;
}

function mapTrace(trace: Trace, change: Change): Trace {
  const { turns, judgements } = trace;
  const changed = { ...trace, calls: trace.calls.map((call) => mapKeys(call, ['args', 'result'], change)) };
  if (turns) changed.turns = turns.map((turn) => mapKeys(turn, ['text', 'reasoning'], change));
  if (judgements) changed.judgements = judgements.map((one) => mapKeys(one, ['reason'], change));
  return mapKeys(changed, ['final_response', 'prompt', 'catalog'], change);
}

/** The same keys in the same order, some of their values changed. */
function mapKeys<T extends object>(source: T, keys: (keyof T)[], change: Change): T {
  const out = { ...source };
  for (const key of keys) if (Object.hasOwn(source, key)) out[key] = change(source[key]) as T[keyof T];
  return out;
}

function excerptOf(text: string): string {
  const half = /[\ud800-\udbff]/.test(text.charAt(EXCERPT - 1));
  return text.slice(0, half ? EXCERPT - 1 : EXCERPT);
}

type Catalog = NonNullable<Trace['catalog']>;

/** As a run is written. What is shared already stays as it is. */
export function shareCatalogs(envelope: RunEnvelope): RunEnvelope {
  if (envelope.catalogs !== undefined) return envelope;
  const keyOf = catalogKeys();
  const held = new Map<string, { catalog: Catalog; times: number }>();
  for (const trace of envelope.results.flatMap(tracesOf)) {
    if (trace.catalog === undefined) continue;
    const key = keyOf(trace.catalog);
    const known = held.get(key) ?? { catalog: trace.catalog, times: 0 };
    known.times += 1;
    held.set(key, known);
  }
  const shared = [...held].filter(([, { times }]) => times > 1);
  if (shared.length === 0) return envelope;
  const places = new Map(shared.map(([key], at) => [key, at]));
  const results = mapTraces(envelope.results, (trace) => {
    const at = trace.catalog && places.get(keyOf(trace.catalog));
    return at === undefined ? trace : swapped(trace, 'catalog', { shared_catalog: at });
  });
  const catalogs = shared.map(([, { catalog }]) => catalog);
  return swapped(envelope, 'results', { results, catalogs });
}

/** As a run is read: each row has its tools again, those of one place the same object. A place that is not there is left. */
export function spreadCatalogs({ catalogs, ...envelope }: RunEnvelope): RunEnvelope {
  if (catalogs === undefined) return envelope;
  const results = mapTraces(envelope.results, (trace) => {
    const catalog = catalogs[trace.shared_catalog ?? -1];
    if (catalog === undefined || trace.catalog !== undefined) return trace;
    return swapped(trace, 'shared_catalog', { catalog });
  });
  return { ...envelope, results };
}

/** Names a catalogue by what it holds; one that was seen is not written out again. */
export function catalogKeys(): (catalog: Catalog) => string {
  const known = new WeakMap<Catalog, string>();
  return (catalog) => {
    const key = known.get(catalog) ?? JSON.stringify(catalog);
    known.set(catalog, key);
    return key;
  };
}

/** Other keys in the place of one: the order of keys is that of the schema. */
function swapped<T extends object>(source: T, key: keyof T, others: Partial<T>): T {
  const entries = Object.entries(source);
  return Object.fromEntries(
    entries.flatMap((entry) => (entry[0] === key ? Object.entries(others) : [entry])),
  ) as T;
}

function tracesOf({ trace, earlier_attempts = [] }: CaseResult): Trace[] {
  return [trace, ...earlier_attempts.map((attempt) => attempt.trace)].filter((one) => one !== undefined);
}

function mapTraces(results: readonly CaseResult[], change: (trace: Trace) => Trace): CaseResult[] {
  const changed = <T extends { trace?: Trace }>(row: T): T =>
    row.trace ? { ...row, trace: change(row.trace) } : row;
  return results.map((row) => {
    const { earlier_attempts: earlier } = row;
    return { ...changed(row), ...(earlier && { earlier_attempts: earlier.map(changed) }) };
  });
}
