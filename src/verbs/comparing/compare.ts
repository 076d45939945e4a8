/** What changed between a saved base run and another. */
import type { Comparison } from '../../envelope/compare.js';
import { type ReadRunInput, readSavedRun } from '../../store/read-run.js';
import type { RunEnvelope } from '../../types/envelope.js';

export type { Comparison } from '../../envelope/compare.js';

export async function compareRuns(
  base: string,
  current: RunEnvelope,
  input: ReadRunInput = {},
): Promise<Comparison> {
  const { compareWithCases } = await import('../../score/dataset/compare-datasets.js');
  return compareWithCases(await readSavedRun(base, input), current);
}
