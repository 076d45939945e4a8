/**
 * Bytes → lines of text, one at a time, so that a file of any size is read in the memory of its longest
 * line. What is no text (compressed, binary, UTF-16) is refused by its first bytes.
 */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { EXIT, McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';

export type TraceSource = { path: string } | { text: string; name: string };

/** The longest line, and the longest single JSON document, in bytes. */
export const MAX_BYTES = 64 * 1024 * 1024;

export interface Line {
  text: string;
  number: number;
}

export function sourceName(source: TraceSource): string {
  return 'path' in source ? source.path : source.name;
}

export async function* byteLines(source: TraceSource): AsyncGenerator<Line> {
  const name = oneLine(sourceName(source));
  let pieces: Buffer[] = [];
  let size = 0;
  let number = 1;
  let first = true;
  const keep = (piece: Buffer): void => {
    size += piece.length;
    if (size > MAX_BYTES) throw tooLong(name, number);
    if (piece.length > 0) pieces.push(piece);
  };
  const take = (): Line => {
    const [only, ...others] = pieces;
    const bytes = only && others.length === 0 ? only : Buffer.concat(pieces);
    if (!isUtf8(bytes)) throw notText(`${name}:${number} is not UTF-8 text`);
    const line = { text: bytes.toString('utf8'), number };
    pieces = [];
    size = 0;
    number += 1;
    return line;
  };
  for await (let chunk of chunks(source, name)) {
    if (first) chunk = withoutBom(chunk, name);
    first = false;
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

async function* chunks(source: TraceSource, name: string): AsyncGenerator<Buffer> {
  if ('text' in source) {
    yield Buffer.from(source.text);
    return;
  }
  try {
    yield* createReadStream(source.path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
  } catch (cause) {
    if (cause instanceof McptestError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    const why = new Map([
      ['ENOENT', 'there is no such file'],
      ['EISDIR', 'it is a folder'],
    ]).get(code ?? '');
    throw new McptestError({
      code: 'trace-unreadable',
      message: `cannot read the trace file ${name}: ${why ?? code}`,
      hint: 'Give the path of one file; repeat --trace for several.',
      exitCode: EXIT.usage,
      cause,
    });
  }
}

/** Refuses what the first bytes show to be no text; drops a UTF-8 byte order mark. */
function withoutBom(chunk: Buffer, name: string): Buffer {
  const magic = chunk.subarray(0, 4).toString('hex');
  if (magic.startsWith('1f8b')) {
    throw notText(`${name} is compressed with gzip`, 'Unpack it first: gunzip -c FILE > t.jsonl');
  }
  if (magic.startsWith('504b0304') || magic === '28b52ffd') {
    throw notText(`${name} is compressed`, 'Unpack it first.');
  }
  if (magic.startsWith('fffe') || magic.startsWith('feff')) {
    throw notText(`${name} is UTF-16 text`, 'Save it as UTF-8 (in PowerShell: Out-File -Encoding utf8).');
  }
  if (chunk.subarray(0, 8192).includes(0)) throw notText(`${name} is a binary file`);
  return magic.startsWith('efbbbf') ? chunk.subarray(3) : chunk;
}

function notText(message: string, hint = 'A trace file is UTF-8 text: JSON or JSONL.'): McptestError {
  return new McptestError({ code: 'trace-binary', message: `${message}`, hint, exitCode: EXIT.usage });
}

function tooLong(name: string, line: number): McptestError {
  return new McptestError({
    code: 'trace-too-large',
    message: `${name}:${line} is longer than 64 MB`,
    hint: 'Write JSONL, one trace or message a line, and leave out large tool results.',
    exitCode: EXIT.usage,
  });
}
