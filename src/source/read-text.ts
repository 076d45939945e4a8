/** The text of a file that a user named, or an error that says why it cannot be read. */
import { readFile, stat } from 'node:fs/promises';
import { McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';

const MAX_BYTES = 256 * 1024 * 1024;

export async function readText(path: string, shown: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes, the limit is ${MAX_BYTES}`);
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new McptestError({
      code: 'file-unreadable',
      message: problemOf(oneLine(shown), cause as NodeJS.ErrnoException),
      hint: 'Give the path of a file, or the name of a server that the suite declares.',
      cause,
    });
  }
}

function problemOf(shown: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `there is no file ${shown}`;
  return `${shown} cannot be read: ${code === 'EISDIR' ? 'it is a folder' : oneLine(message)}`;
}
