/** Saved runs as one run: `mcptest report --merge`. */
import { ulid } from 'ulid';
import { mergeEnvelopes } from '../envelope/merge.js';
import { type ReadRunInput, readSavedRun } from '../store/read-run.js';
import type { RunEnvelope } from '../types/envelope.js';

export async function mergeRuns(runs: string[], input: ReadRunInput = {}): Promise<RunEnvelope> {
  const parts = await Promise.all(
    runs.map(async (name) => ({ name, envelope: await readSavedRun(name, input) })),
  );
  return mergeEnvelopes(parts, ulid(), await datasetsOf(parts.map(({ envelope }) => envelope)));
}

/** Counted again over the rows of all parts. */
async function datasetsOf(parts: readonly RunEnvelope[]): Promise<RunEnvelope['datasets']> {
  const datasets = parts.flatMap((part) => part.datasets ?? []);
  if (datasets.length === 0) return undefined;
  const { joinDatasets } = await import('../score/dataset/datasets.js');
  return joinDatasets(
    datasets,
    parts.flatMap(({ results }) => results),
  );
}
