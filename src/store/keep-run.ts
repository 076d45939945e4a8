/** Saves a run in the workspace; values over 64 kB go beside the envelope. A failure is only a warning. */
import { splitBlobs } from '../envelope/blobs.js';
import { envelopeText } from '../envelope/build.js';
import type { RunEnvelope } from '../types/envelope.js';
import { saveRun } from './workspace.js';

export function keepRun(workspace: string, whole: RunEnvelope, warnings: string[]): void {
  const { envelope, blobs } = splitBlobs(whole);
  try {
    saveRun(workspace, whole.run_id, { envelope: envelopeText(envelope), blobs });
  } catch (error) {
    warnings.push(`the run was not saved in ${workspace}: ${(error as Error).message}`);
  }
}
