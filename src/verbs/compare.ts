/** What changed between a saved base run and another. */
import { compareEnvelopes } from '../envelope/compare.js';
import type { RunEnvelope } from '../types/envelope.js';
import { type ReadRunInput, readSavedRun } from './read-run.js';

export async function compareRuns(base: string, current: RunEnvelope, input: ReadRunInput = {}) {
  return compareEnvelopes(await readSavedRun(base, input), current);
}
