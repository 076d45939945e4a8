/**
 * Bytes in, lines out, nothing lost: a line that is longer than can be looked at is handed on in parts as it comes.
 * Splitting is on 0x0A alone and costs no more than the bytes.
 */
import { HeldBytes } from '../client/session/held-bytes.js';

const NEWLINE = 0x0a;
/** JSON of more than that does not fit into a string. */
const LONGEST = 256 * 1024 * 1024;

export interface LineSink {
  /** A whole line, with its line break unless the stream ended before it. */
  line(bytes: Buffer): void;
  /** A part of a line that is too long, its line break in the last one. */
  part?(bytes: Buffer): void;
  /** The line that came in parts is over; it had so many bytes. */
  tooLong(bytes: number): void;
}

export class WireLines {
  readonly #held = new HeldBytes();
  /** Bytes of the line that is handed on in parts; undefined for one that is held. */
  #passed: number | undefined;

  constructor(
    private readonly sink: LineSink,
    private readonly longest = LONGEST,
  ) {}

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#take(chunk.subarray(from, at + 1), true);
      from = at + 1;
    }
    if (from < chunk.length) this.#take(chunk.subarray(from), false);
  }

  end(): void {
    if (this.#passed !== undefined) this.#finishLong();
    else if (this.#held.length > 0) this.sink.line(this.#held.take(Buffer.alloc(0)));
  }

  #take(bytes: Buffer, isEnd: boolean): void {
    if (this.#passed === undefined && this.#held.length + bytes.length > this.longest) {
      const before = this.#held.take(Buffer.alloc(0));
      this.#passed = 0;
      if (before.length > 0) this.#pass(before);
    }
    if (this.#passed !== undefined) {
      this.#pass(bytes);
      if (isEnd) this.#finishLong();
    } else if (isEnd) this.sink.line(this.#held.take(bytes));
    else this.#held.add(bytes);
  }

  #pass(bytes: Buffer): void {
    this.#passed = (this.#passed ?? 0) + bytes.length;
    this.sink.part?.(bytes);
  }

  #finishLong(): void {
    const size = this.#passed ?? 0;
    this.#passed = undefined;
    this.sink.tooLong(size);
  }
}
