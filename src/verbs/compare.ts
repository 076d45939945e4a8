/** What changed between a saved base run and another. */
import { type Comparison, compareEnvelopes } from '../envelope/compare.js';
import { type ReadRunInput, readSavedRun } from '../store/read-run.js';
import type { RunEnvelope } from '../types/envelope.js';

export async function compareRuns(
  base: string,
  current: RunEnvelope,
  input: ReadRunInput = {},
): Promise<Comparison> {
  return compareEnvelopes(await readSavedRun(base, input), current);
}
