/** The last bytes of a stream, kept for error messages: memory stays bounded however much comes. */
import type { Reason } from '../../types/verdict.js';
import { clip } from '../../util/text.js';

const SHOWN_BYTES = 4096;
/** One byte more than is shown, so that what is no longer than that is known to be whole. */
const CAPACITY = SHOWN_BYTES + 1;
const SHOWN_LINES = 8;
const LINE_LENGTH = 300;
const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

export class ByteTail {
  private chunks: Buffer[] = [];
  private size = 0;
  /** The beginnings of the line that is being written and of the last one that ended. */
  private open = NOTHING;
  private ended = NOTHING;

  push(chunk: Buffer): void {
    this.noteLines(chunk);
    // A copy, so that a short tail does not pin the reader's whole pool.
    this.chunks.push(Buffer.from(chunk.length > CAPACITY ? chunk.subarray(-CAPACITY) : chunk));
    this.size += Math.min(chunk.length, CAPACITY);
    while (this.size - this.chunks[0]!.length >= CAPACITY) this.size -= this.chunks.shift()!.length;
  }

  /**
   * The last few kilobytes from the start of a line; of a last line that is longer, its beginning, however
   * long it is: a line that begins in its middle may begin in the middle of a secret.
   */
  text(): string {
    const bytes = Buffer.concat(this.chunks);
    if (bytes.length <= SHOWN_BYTES) return bytes.toString('utf8');
    const cut = bytes.subarray(-SHOWN_BYTES);
    const newline = cut.indexOf(NEWLINE);
    const lines = newline < 0 ? '' : cut.toString('utf8', newline + 1);
    if (lines.trim() !== '') return lines;
    return (isBlank(this.open) ? this.ended : this.open).toString('utf8');
  }

  private noteLines(chunk: Buffer): void {
    const last = chunk.lastIndexOf(NEWLINE);
    if (last < 0) {
      this.open = begun(this.open, chunk);
      return;
    }
    let telling = last;
    while (telling >= 0 && chunk[telling]! <= 0x20) telling -= 1;
    const start = telling < 0 ? -1 : chunk.lastIndexOf(NEWLINE, telling);
    const rest = chunk.subarray(start + 1, chunk.indexOf(NEWLINE, Math.max(0, telling)));
    const line = begun(start < 0 ? this.open : NOTHING, rest);
    if (!isBlank(line)) this.ended = line;
    this.open = begun(NOTHING, chunk.subarray(last + 1));
  }
}

function isBlank(line: Buffer): boolean {
  return line.toString('utf8').trim() === '';
}

/** The line with what comes after it, as far as it is shown. */
function begun(line: Buffer, more: Buffer): Buffer<ArrayBuffer> {
  const room = SHOWN_BYTES - line.length;
  return room <= 0 ? Buffer.from(line) : Buffer.concat([line, more.subarray(0, room)]);
}

/** A line that names the error, as runtimes and command lines write it. */
const NAMES_ERROR =
  /^\s*(?:npm (?:error|ERR!) )?(?:\[cause\]: )?(?:[\w.]*(?:Error|Exception)\b[^:]{0,60}:|(?:fatal|panic|error)\b[^:]{0,20}:)/i;

/** Stack frames, brackets, and what npm writes below every error; npm begins each line with its own name. */
const TELLS_NOTHING =
  /^(?:npm (?:error|ERR!))?(?:\s+at |[\s^{}[\](),;]*$)|^Node\.js v\d|^npm (?:error|ERR!) A complete log of this run/;

/**
 * The last lines of a stderr tail; stack frames are left out. Where what follows the error is longer, such as a help
 * text, the line that names the error comes first.
 */
export function stderrLines(tail: string, most = SHOWN_LINES): string[] {
  const lines = tail.split('\n').map((line) => line.trimEnd());
  const telling = lines.filter((line) => !TELLS_NOTHING.test(line));
  const last = telling.slice(-most);
  const error = telling.findLast((line) => NAMES_ERROR.test(line));
  const shown = error === undefined || last.includes(error) ? last : [error, ...last.slice(1)];
  return shown.map((line) => clip(line, LINE_LENGTH));
}

/** The sentence with the last lines of a stderr tail, or with a word that there were none. */
export function tellStderr(sentence: string, tail: string): Reason {
  const stderr = stderrLines(tail);
  return stderr.length > 0
    ? { message: sentence, stderr }
    : { message: `${sentence} It wrote nothing to stderr.` };
}
