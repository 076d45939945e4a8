/** The text of a file of cases, piece by piece, so that only one row is ever held. */
import { type FileHandle, open } from 'node:fs/promises';
import { READ, unreadable } from '../read-file.js';
import { BadCases } from './rows.js';

/** A file that is read as a whole, since it is one document. */
export const MAX_DOCUMENT_BYTES = 20_000_000;

export async function openCases(file: string): Promise<FileHandle> {
  const handle = await open(file, READ).catch((error: NodeJS.ErrnoException) => {
    throw new BadCases(unreadable(error.code));
  });
  const stat = await handle.stat();
  if (stat.isFile()) return handle;
  await handle.close();
  throw new BadCases('this is not a file', 1, 'name a file of cases');
}

/** Decoded, without a byte order mark. */
export async function* textOf(handle: FileHandle): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  for await (const bytes of handle.createReadStream({ autoClose: false })) {
    try {
      const text = decoder.decode(bytes as Buffer, { stream: true });
      lines += text.split('\n').length - 1;
      yield text;
    } catch {
      throw notUtf8(lines);
    }
  }
  try {
    yield decoder.decode();
  } catch {
    throw notUtf8(lines);
  }
}

function notUtf8(line: number): BadCases {
  return new BadCases('the file is not UTF-8 text', line, 'save it as UTF-8');
}

export async function wholeText(handle: FileHandle): Promise<string> {
  const { size } = await handle.stat();
  if (size > MAX_DOCUMENT_BYTES)
    throw new BadCases(
      `the file is larger than ${MAX_DOCUMENT_BYTES / 1_000_000} MB`,
      1,
      'JSONL and CSV are read row by row',
    );
  let out = '';
  for await (const piece of textOf(handle)) out += piece;
  return out;
}
