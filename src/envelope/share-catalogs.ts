/**
 * Rows of one test were mostly shown the same tools. In memory they hold the same object; in text each would hold a copy,
 * so that a saved run has a table of those that several rows hold, and a row says which of them it is.
 */
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Trace } from '../types/trace.js';

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
