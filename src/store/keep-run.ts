/** Saves a run in the workspace; values over 64 kB are files of their own. A failure is only a warning. */
import { blobSplitter } from '../envelope/blobs.js';
import { envelopePieces } from '../envelope/build.js';
import type { RunEnvelope } from '../types/envelope.js';
import { MOST_BYTES } from './run-file.js';
import { saveRun } from './workspace.js';

/** Whether it is saved, and can be opened again. */
export function keepRun(
  workspace: string,
  envelope: RunEnvelope,
  warnings: string[],
  most = MOST_BYTES,
): boolean {
  try {
    const split = blobSplitter();
    const pieces = atMost(most, envelopePieces(envelope, split));
    saveRun(workspace, envelope.run_id, { envelope: pieces, blobs: split.blobs });
    return true;
  } catch (error) {
    // A piece that is longer than a text can be is too large as well.
    const why = error instanceof RangeError ? tooLarge(most) : (error as Error).message;
    warnings.push(`the run was not saved in ${workspace}: ${why}`);
    return false;
  }
}

/** No more is written than can be read. */
function* atMost(bytes: number, pieces: Iterable<string>): Generator<string> {
  let left = bytes;
  for (const piece of pieces) {
    left -= Buffer.byteLength(piece);
    if (left < 0) throw new RangeError(tooLarge(bytes));
    yield piece;
  }
}

function tooLarge(most: number): string {
  const size = `${Math.floor(most / 1_000_000)} MB`;
  return `its record is larger than ${size}, and could not be opened again; run it in parts (\`--shard 1/4\`)`;
}
