/** Catalogues, as they come, → captures in the store: in batches, so that any number takes the same memory. */
import type { IngestCounts, IngestProblem } from '../../types/registry.js';
import type { RegistryStore } from '../store.js';
import { type Capture, captureOf } from './capture.js';
import type { Found } from './sources.js';
import { noCounts, writeCaptures } from './write-captures.js';

const MOST_SERVERS = 500;
const MOST_TOOLS = 4000;

export interface IngestOptions {
  told(problem: IngestProblem): void;
  now?: () => Date;
  signal?: AbortSignal;
}

export async function ingest(
  store: RegistryStore,
  found: AsyncIterable<Found>,
  { told, now = () => new Date(), signal }: IngestOptions,
): Promise<IngestCounts> {
  const total = noCounts();
  const began = now().toISOString();
  const batch = new Map<string, Capture>();
  let tools = 0;
  const flush = async (): Promise<void> => {
    const at = now().toISOString();
    const { counts, notes } = await writeCaptures(store.db, [...batch.values()], { at, began });
    for (const note of notes) told(note);
    for (const key of Object.keys(counts) as (keyof IngestCounts)[]) total[key] += counts[key];
    batch.clear();
    tools = 0;
  };
  for await (const { catalog, source, uses } of found) {
    if (signal?.aborted) break;
    const capture = captureOf(catalog, source, told);
    if (capture === undefined) continue;
    // The same server twice is two captures, one after the other.
    if (batch.has(capture.server)) await flush();
    batch.set(capture.server, uses === undefined ? capture : { ...capture, uses });
    tools += capture.tools.length;
    if (batch.size >= MOST_SERVERS || tools >= MOST_TOOLS) await flush();
  }
  await flush();
  return total;
}
