/** The text of a file that a user named, up to a limit: a device or a pipe has no size that could be asked for first. */
import { createReadStream } from 'node:fs';

/** Larger ones are no files that people write or tools save. */
const MOST_BYTES = 256 * 1024 * 1024;

export async function readUpTo(path: string, most = MOST_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(path, { end: most, highWaterMark: 1024 * 1024 })) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  if (size > most) throw new Error(`it has more than ${most} bytes, which is the limit`);
  return Buffer.concat(chunks, size).toString('utf8');
}
