/** The last bytes of a stream that nobody may read: memory stays bounded however much comes. */
import { clip } from '../util/text.js';

const CAPACITY = 256 * 1024;
const SHOWN_BYTES = 4096;
const SHOWN_LINES = 8;
const LINE_LENGTH = 300;

export class ByteTail {
  private chunks: Buffer[] = [];
  private size = 0;

  push(chunk: Buffer): void {
    // A copy, so that a short tail does not pin the reader's whole pool.
    this.chunks.push(Buffer.from(chunk.length > CAPACITY ? chunk.subarray(-CAPACITY) : chunk));
    this.size += Math.min(chunk.length, CAPACITY);
    while (this.size - this.chunks[0]!.length >= CAPACITY) this.size -= this.chunks.shift()!.length;
  }

  /** The last few kilobytes from the start of a line; of a last line that is longer, its beginning. */
  text(): string {
    const bytes = Buffer.concat(this.chunks);
    if (bytes.length <= SHOWN_BYTES) return bytes.toString('utf8');
    const cut = bytes.subarray(-SHOWN_BYTES);
    const newline = cut.indexOf(0x0a);
    if (newline >= 0 && newline < cut.length - 1) return cut.subarray(newline + 1).toString('utf8');
    const from = bytes.lastIndexOf(0x0a, -2) + 1;
    return bytes.subarray(from, from + SHOWN_BYTES).toString('utf8');
  }
}

/** The lines of a stderr tail that say what went wrong, on one line; stack frames are left out. */
function lastLines(tail: string): string {
  const lines = tail.split('\n').map((line) => line.trimEnd());
  const telling = lines.filter((line) => line.trim() !== '' && !/^\s+at |^Node\.js v\d|^\s*\^+$/.test(line));
  return telling
    .slice(-SHOWN_LINES)
    .map((line) => clip(line, LINE_LENGTH))
    .join(' | ');
}

/** ` Last lines on stderr: …` as a sentence to append, or a word that there were none. */
export function stderrSentence(tail: string): string {
  const lines = lastLines(tail);
  return lines ? ` Last lines on stderr: ${lines}` : ' It wrote nothing to stderr.';
}
