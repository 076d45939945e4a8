/** What changed between a saved base run and another. */
import { compareEnvelopes } from '../envelope/compare.js';
import { type ReadRunInput, readSavedRun } from '../store/read-run.js';
import type { RunEnvelope } from '../types/envelope.js';

export async function compareRuns(base: string, current: RunEnvelope, input: ReadRunInput = {}) {
  return compareEnvelopes(await readSavedRun(base, input), current);
}
