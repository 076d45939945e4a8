/** Folders and files, where Node's own way would go on for ever. */
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node's own `recursive` tries for ever where the system says that a folder cannot be
 * there although the one above it is, as below `/proc`.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = dirname(path);
    if (code === 'ENOENT' && above !== path) {
      await makeFolder(above);
      await mkdir(path).catch((again) => unlessFolder(path, again));
    } else await unlessFolder(path, error);
  }
}

/** What is there already, or came there meanwhile, is good if it is a folder. */
async function unlessFolder(path: string, error: unknown): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (!there?.isDirectory()) throw error;
}

/** Larger ones are no files that people write or tools save. */
const MOST_BYTES = 256 * 1024 * 1024;

/** The text of a file that a user named, up to a limit: a device or a pipe has no size that could be asked for first. */
export async function readUpTo(path: string, most = MOST_BYTES): Promise<string> {
  return (await readBytesUpTo(path, most)).toString('utf8');
}

export async function readBytesUpTo(path: string, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(path, { end: most, highWaterMark: 1024 * 1024 })) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  if (size > most) throw new Error(`it has more than ${shownBytes(most)}, which is the limit`);
  return Buffer.concat(chunks, size);
}

const MEGABYTE = 1024 * 1024;

/** A number of bytes as people say it. */
export function shownBytes(bytes: number): string {
  return bytes < MEGABYTE ? `${bytes} bytes` : `${Math.round((10 * bytes) / MEGABYTE) / 10} MB`;
}
