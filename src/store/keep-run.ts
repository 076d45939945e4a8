/** Saves a run in the workspace; values over 64 kB are files of their own. A failure is only a warning. */
import type { SplitEnvelope } from '../envelope/blobs.js';
import { envelopeText } from '../envelope/build.js';
import { saveRun } from './workspace.js';

export function keepRun(workspace: string, { envelope, blobs }: SplitEnvelope, warnings: string[]): void {
  try {
    saveRun(workspace, envelope.run_id, { envelope: envelopeText(envelope), blobs });
  } catch (error) {
    warnings.push(`the run was not saved in ${workspace}: ${(error as Error).message}`);
  }
}
