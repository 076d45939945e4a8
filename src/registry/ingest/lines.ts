/**
 * The lines of a file as bytes, one at a time: a file of any size takes the memory of its longest line, and
 * a line above the limit takes none at all.
 */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { McptestError } from '../../util/errors.js';
import { shownBytes } from '../../util/files.js';
import { oneLine } from '../../util/text.js';

/** A line of this length comes from a device or a pipe that goes on for ever. */
const ENDLESS = 2 ** 30;

export interface Line {
  number: number;
  /** Absent where it is longer than the limit. */
  bytes?: Buffer;
}

export async function* linesOf(path: string, mostBytes: number): AsyncIterable<Line> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const unpack = /\.gz$/i.test(path) ? createGunzip() : undefined;
  // What goes wrong with the file is thrown to whoever reads the lines.
  if (unpack !== undefined) file.on('error', (error) => unpack.destroy(error));
  const pending: Buffer[] = [];
  let held = 0;
  let number = 1;
  const take = (last: Buffer): Line => {
    const line =
      held + last.length > mostBytes ? { number } : { number, bytes: Buffer.concat([...pending, last]) };
    pending.length = 0;
    held = 0;
    number += 1;
    return line;
  };
  for await (const chunk of unpack === undefined ? file : file.pipe(unpack)) {
    const bytes = chunk as Buffer;
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      yield take(bytes.subarray(from, end));
      from = end + 1;
    }
    held += bytes.length - from;
    if (held > ENDLESS) throw endless(path, number);
    if (held <= mostBytes) pending.push(bytes.subarray(from));
    else pending.length = 0;
  }
  if (held > 0) yield take(Buffer.alloc(0));
}

function endless(path: string, line: number): McptestError {
  return new McptestError({
    code: 'file-unreadable',
    message: `${oneLine(path)}:${line} has no end within ${shownBytes(ENDLESS)}`,
    hint: 'Name a file with a catalogue or a server on each line.',
  });
}
