/**
 * Bytes in, lines out, split on 0x0A before anything is decoded, so that a character torn between two
 * chunks stays whole. Linear in time and memory however small the chunks are.
 */
import { HeldBytes } from '../session/held-bytes.js';

export interface LineSink {
  line(bytes: Buffer): void;
  /** A line grew past the cap; nothing more is read. */
  tooLarge(): void;
}

export class LineSplitter {
  private readonly held = new HeldBytes();
  private stopped = false;

  constructor(
    private readonly cap: number,
    private readonly sink: LineSink,
  ) {}

  push(chunk: Buffer): void {
    let from = 0;
    while (!this.stopped) {
      const newline = chunk.indexOf(0x0a, from);
      const end = newline < 0 ? chunk.length : newline;
      if (this.held.length + end - from > this.cap) {
        this.stop();
        return;
      }
      if (newline < 0) {
        if (end > from) this.held.add(chunk.subarray(from));
        return;
      }
      this.sink.line(this.held.take(chunk.subarray(from, end)));
      from = newline + 1;
    }
  }

  /** The stream ended: a last line without its newline still counts. */
  end(): void {
    if (!this.stopped && this.held.length > 0) this.sink.line(this.held.take(Buffer.alloc(0)));
  }

  private stop(): void {
    this.stopped = true;
    this.held.clear();
    this.sink.tooLarge();
  }
}
