/**
 * The beginning of a line or body whose end has not come yet, in blocks that are filled up one after the other: a
 * server that writes byte by byte costs no more memory than one that writes much at once, and time stays linear.
 */
const SMALLEST = 4096;
const LARGEST = 1024 * 1024;
const NOTHING = Buffer.alloc(0);

export class HeldBytes {
  length = 0;
  private full: Buffer[] = [];
  private block = NOTHING;
  private used = 0;

  add(part: Buffer): void {
    for (let rest = part; rest.length > 0; ) {
      if (this.used === this.block.length) this.begin();
      const taken = rest.copy(this.block, this.used);
      this.used += taken;
      rest = rest.subarray(taken);
    }
    this.length += part.length;
  }

  /** What was held with its last part; nothing is held afterwards. */
  take(last: Buffer): Buffer {
    if (this.length === 0) return last;
    const whole = Buffer.concat([...this.full, this.block.subarray(0, this.used), last]);
    this.clear();
    return whole;
  }

  /** The first of them, for a look. */
  start(): Buffer {
    return this.full[0] ?? this.block.subarray(0, this.used);
  }

  clear(): void {
    this.full = [];
    this.block = NOTHING;
    this.used = 0;
    this.length = 0;
  }

  private begin(): void {
    if (this.used > 0) this.full.push(this.block);
    this.block = Buffer.allocUnsafeSlow(Math.min(Math.max(SMALLEST, 2 * this.block.length), LARGEST));
    this.used = 0;
  }
}
