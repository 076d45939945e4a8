/** Saves a run in the workspace; values over 64 kB are files of their own. A failure is only a warning. */
import type { SplitEnvelope } from '../envelope/blobs.js';
import { envelopeText } from '../envelope/build.js';
import { MOST_BYTES } from './run-file.js';
import { saveRun } from './workspace.js';

/** Whether it is saved, and can be opened again. */
export function keepRun(
  workspace: string,
  { envelope, blobs }: SplitEnvelope,
  warnings: string[],
  most = MOST_BYTES,
): boolean {
  try {
    const text = envelopeText(envelope);
    if (Buffer.byteLength(text) > most) throw new RangeError(tooLarge(most));
    saveRun(workspace, envelope.run_id, { envelope: text, blobs });
    return true;
  } catch (error) {
    // The longest text that there can be is no longer than a few times the most.
    const why = error instanceof RangeError ? tooLarge(most) : (error as Error).message;
    warnings.push(`the run was not saved in ${workspace}: ${why}`);
    return false;
  }
}

function tooLarge(most: number): string {
  const size = `${Math.floor(most / 1_000_000)} MB`;
  return `its record is larger than ${size}, and could not be opened again; run it in parts (\`--shard 1/4\`)`;
}
