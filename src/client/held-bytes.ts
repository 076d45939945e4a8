/**
 * The beginning of a line whose end has not come yet. One buffer that doubles as it fills: a server that
 * writes byte by byte costs no more memory than one that writes in blocks, and time stays linear.
 */
const NOTHING = Buffer.alloc(0);
const SMALLEST = 4096;

export class HeldBytes {
  length = 0;
  private room: Buffer = NOTHING;

  add(part: Buffer): void {
    const wanted = this.length + part.length;
    if (wanted > this.room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(SMALLEST, 2 * this.room.length, wanted));
      this.room.copy(larger, 0, 0, this.length);
      this.room = larger;
    }
    part.copy(this.room, this.length);
    this.length = wanted;
  }

  /** What was held with its last part; nothing is held afterwards. */
  take(last: Buffer): Buffer {
    if (this.length === 0) return last;
    this.add(last);
    const whole = this.room.subarray(0, this.length);
    this.clear();
    return whole;
  }

  clear(): void {
    this.room = NOTHING;
    this.length = 0;
  }
}
