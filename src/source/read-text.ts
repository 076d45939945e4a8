/** The text of a file that a user named, or an error that says why it cannot be read. */
import { McptestError } from '../util/errors.js';
import { readUpTo } from '../util/files.js';
import { oneLine } from '../util/text.js';

export async function readText(path: string, shown: string): Promise<string> {
  try {
    return await readUpTo(path);
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
