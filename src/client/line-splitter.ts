/**
 * Bytes in, lines out, split on 0x0A before anything is decoded, so that a character torn between two
 * chunks stays whole. Each byte is copied at most once however small the chunks are.
 */

export interface LineSink {
  line(bytes: Buffer): void;
  /** A line grew past the cap; nothing more is read. */
  tooLarge(): void;
}

export class LineSplitter {
  private held: Buffer[] = [];
  private heldBytes = 0;
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
      if (this.heldBytes + end - from > this.cap) {
        this.stop();
        return;
      }
      if (newline < 0) {
        if (end > from) this.hold(chunk.subarray(from));
        return;
      }
      this.emit(chunk.subarray(from, end));
      from = newline + 1;
    }
  }

  /** The stream ended: a last line without its newline still counts. */
  end(): void {
    if (!this.stopped && this.heldBytes > 0) this.emit(Buffer.alloc(0));
  }

  private hold(part: Buffer): void {
    this.held.push(part);
    this.heldBytes += part.length;
  }

  private emit(last: Buffer): void {
    const line = this.held.length === 0 ? last : Buffer.concat([...this.held, last]);
    this.held = [];
    this.heldBytes = 0;
    this.sink.line(line);
  }

  private stop(): void {
    this.stopped = true;
    this.held = [];
    this.heldBytes = 0;
    this.sink.tooLarge();
  }
}
