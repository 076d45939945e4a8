/**
 * The files of a saved run. They may come from anywhere, so only regular files are opened (a pipe would be
 * waited for without end) and only what fits into memory is read.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { McptestError } from '../util/errors.js';

/** A record of more is neither written nor read. */
export const MOST_BYTES = 256 * 1024 * 1024;
/** Large values of one run together; the others stay as references with an excerpt. */
const MOST_BLOB_BYTES = 128 * 1024 * 1024;

export function readRunFile(path: string): string {
  const found = statSync(path);
  if (!found.isFile()) {
    throw new McptestError({
      code: 'no-run',
      message: `${path} is not a file`,
      hint: 'A saved run is what `mcptest run --reporter json --output run.json` writes.',
    });
  }
  if (found.size > MOST_BYTES) {
    throw new McptestError({
      code: 'run-too-large',
      message: `${path} has ${Math.ceil(found.size / 1_000_000)} MB; a run of more than ${Math.floor(MOST_BYTES / 1_000_000)} MB is not opened`,
      hint: 'Run the suite in shards, and look at each of them.',
    });
  }
  return readFileSync(path, 'utf8');
}

/** Reads values from `blobs/` in the folder of a run. */
export function blobReader(folder: string): (name: string) => string | undefined {
  let left = MOST_BLOB_BYTES;
  return (name) => {
    const path = join(folder, 'blobs', name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found?.isFile() || found.size > left) return undefined;
    left -= found.size;
    return readFileSync(path, 'utf8');
  };
}
