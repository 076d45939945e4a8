/**
 * What a saved run does not repeat in its rows. Rows of one test were mostly shown the same tools: in memory they hold the
 * same object, in text each would hold a copy, so that there is a table of those that several rows hold. Values over 64 kB live beside the envelope, named by the hash of their content. At the places where a
 * blob may stand, a reference is always ours: a server's value that looks like one is stored as a blob.
 */
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Trace } from '../types/trace.js';
import { sha256 } from '../util/hash.js';
import { changedList, ownValue } from '../util/plain.js';

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

/** Takes large values out of a run while it is written; what it took is there afterwards. */
export interface BlobSplitter {
  row(row: CaseResult): CaseResult;
  catalogs(list: Catalog[]): Catalog[];
  blobs(): Blob[];
}

export function blobSplitter(): BlobSplitter {
  const texts = new Map<string, string>();
  const split = (value: unknown): unknown => {
    if (isSmall(value)) return value;
    const text = JSON.stringify(value);
    if (text === undefined) return value;
    const bytes = Buffer.byteLength(text);
    if (bytes <= LIMIT && ownValue(value, '$blob') === undefined) return value;
    const name = `${sha256(text)}.json`;
    texts.set(name, text);
    return { $blob: `blobs/${name}`, bytes, excerpt: excerptOf(typeof value === 'string' ? value : text) };
  };
  const changes = changesOf(split);
  return {
    row: (row) => mapKeys(row, changes),
    catalogs: (list) => mapEach(list, split),
    blobs: () => [...texts].map(([name, text]) => ({ name, text })),
  };
}

/** A blob that is gone, or whose content is not what its name says, leaves its reference in place. */
export function joinBlobs(
  envelope: RunEnvelope,
  readBlob: (name: string) => string | undefined,
): RunEnvelope {
  const known = new Map<string, unknown>();
  const change: Change = (value) => {
    const reference = ownValue(value, '$blob');
    const name = typeof reference === 'string' ? REFERENCE.exec(reference)?.[1] : undefined;
    if (name === undefined) return value;
    if (!known.has(name)) {
      const text = readBlob(name);
      known.set(name, text === undefined || `${sha256(text)}.json` !== name ? MISSING : JSON.parse(text));
    }
    const found = known.get(name);
    return found === MISSING ? value : found;
  };
  return mapKeys(envelope, {
    results: eachWith(changesOf(change)),
    catalogs: (catalogs) => mapEach(catalogs as unknown[], change),
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

/** What need not be written out to see that it is no blob. */
function isSmall(value: unknown): boolean {
  return ownValue(value, '$blob') === undefined && roomBeside(value, LIMIT) >= 0;
}

/** What is left of so many bytes at least, when the value is written: no character takes more than six. */
function roomBeside(value: unknown, bytes: number): number {
  if (typeof value === 'string') return bytes - 2 - 6 * value.length;
  if (typeof value !== 'object' || value === null) return bytes - 26;
  let left = bytes - 2;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at += 1) left = roomBeside(value[at], left - 1);
    return left;
  }
  for (const key of Object.keys(value)) {
    if (left < 0) break;
    left = roomBeside((value as Record<string, unknown>)[key], left - 4 - 6 * key.length);
  }
  return left;
}

/** What of a row may be a blob. */
function changesOf(change: Change): Record<string, Change> {
  const trace = {
    calls: eachWith({ args: change, result: change }),
    turns: eachWith({ text: change, reasoning: change }),
    judgements: eachWith({ reason: change }),
    final_response: change,
    prompt: change,
    catalog: change,
  };
  const attempt = {
    checks: eachWith({ expected: change, actual: change }),
    trace: (value: unknown) => mapKeys(value as Trace, trace),
  };
  const replies = eachWith({ result: change, notifications: change });
  return { ...attempt, replies, earlier_attempts: eachWith(attempt) };
}

/** Of a list of objects the values of some keys. */
function eachWith(changes: Record<string, Change>): Change {
  return (list) => mapEach(list as object[], (one) => mapKeys(one as Record<string, unknown>, changes));
}

/** The list itself where nothing in it changes. */
function mapEach<T>(list: T[], change: (item: T) => unknown): T[] {
  return changedList(list, change as Change) as T[];
}

/** The same keys in the same order, some of their values changed; itself where none of them does, as in nearly every row. */
function mapKeys<T extends object>(source: T, changes: { [Key in keyof T]?: Change }): T {
  let out: T | undefined;
  for (const key in changes) {
    if (!Object.hasOwn(source, key) || source[key] === undefined) continue;
    const next = changes[key]?.(source[key]) as T[typeof key];
    if (next === source[key]) continue;
    out ??= { ...source };
    out[key] = next;
  }
  return out ?? source;
}

function excerptOf(text: string): string {
  const half = /[\ud800-\udbff]/.test(text.charAt(EXCERPT - 1));
  return text.slice(0, half ? EXCERPT - 1 : EXCERPT);
}

type Catalog = NonNullable<Trace['catalog']>;

/** Tools that several rows were shown, and a row that names them. What is shared already stays as it is. */
export interface CatalogTable {
  catalogs?: Catalog[];
  row(row: CaseResult): CaseResult;
}

export function catalogTable(envelope: RunEnvelope): CatalogTable {
  const same: CatalogTable = { catalogs: envelope.catalogs, row: (row) => row };
  if (envelope.catalogs !== undefined) return same;
  const keyOf = catalogKeys();
  const held = new Map<string, { catalog: Catalog; times: number }>();
  // One row after the other: those that are packed are not all there at once.
  for (const row of envelope.results)
    for (const { catalog } of tracesOf(row)) {
      if (catalog === undefined) continue;
      const key = keyOf(catalog);
      const known = held.get(key) ?? { catalog, times: 0 };
      known.times += 1;
      held.set(key, known);
    }
  const shared = [...held].filter(([, { times }]) => times > 1);
  if (shared.length === 0) return same;
  const places = new Map(shared.map(([key], at) => [key, at]));
  return {
    catalogs: shared.map(([, { catalog }]) => catalog),
    row: (row) =>
      withTraces(row, (trace) => {
        const at = trace.catalog && places.get(keyOf(trace.catalog));
        return at === undefined ? trace : swapped(trace, 'catalog', { shared_catalog: at });
      }),
  };
}

/** As a run is written. */
export function shareCatalogs(envelope: RunEnvelope): RunEnvelope {
  const { catalogs, row } = catalogTable(envelope);
  if (catalogs === undefined || catalogs === envelope.catalogs) return envelope;
  return swapped(envelope, 'results', { results: envelope.results.map(row), catalogs });
}

/** As a run is read: each row has its tools again, those of one place the same object. A place that is not there is left. */
export function spreadCatalogs({ catalogs, ...envelope }: RunEnvelope): RunEnvelope {
  if (catalogs === undefined) return envelope;
  const spread = (trace: Trace): Trace => {
    const catalog = catalogs[trace.shared_catalog ?? -1];
    if (catalog === undefined || trace.catalog !== undefined) return trace;
    return swapped(trace, 'shared_catalog', { catalog });
  };
  return { ...envelope, results: envelope.results.map((row) => withTraces(row, spread)) };
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
export function swapped<T extends object>(source: T, key: keyof T, others: Partial<T>): T {
  const entries = Object.entries(source);
  return Object.fromEntries(
    entries.flatMap((entry) => (entry[0] === key ? Object.entries(others) : [entry])),
  ) as T;
}

export function tracesOf({
  trace,
  earlier_attempts = [],
}: Pick<CaseResult, 'trace' | 'earlier_attempts'>): Trace[] {
  return [trace, ...earlier_attempts.map((attempt) => attempt.trace)].filter((one) => one !== undefined);
}

export function withTraces<T extends Pick<CaseResult, 'trace' | 'earlier_attempts'>>(
  row: T,
  change: (trace: Trace) => Trace,
): T {
  const changed = <R extends { trace?: Trace }>(one: R): R =>
    one.trace ? { ...one, trace: change(one.trace) } : one;
  const { earlier_attempts: earlier } = row;
  return { ...changed(row), ...(earlier && { earlier_attempts: earlier.map(changed) }) };
}
