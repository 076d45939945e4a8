/**
 * Server-sent events as the HTML standard has them: any of the three line ends, comments, several data
 * lines, ids, `retry`, a byte order mark, and chunks torn anywhere. Linear in its input, bounded by `cap`.
 */
import { HeldBytes } from '../session/held-bytes.js';
import { decodeUtf8 } from '../session/utf8.js';

const [LF, CR] = [0x0a, 0x0d];

export interface SseEvent {
  event: string;
  data: string;
  /** The last event id so far; empty when the stream has set none. */
  id: string;
}

export class SseParser {
  /** The server's reconnection time, once it has named one. */
  retryMs: number | undefined;
  lastEventId = '';
  private readonly held = new HeldBytes();
  /** Bytes before the line that is being read. */
  private offset = 0;
  private eventLength = 0;
  private skipNewline = false;
  private data: string[] = [];
  private event = '';
  private id: string | undefined;

  constructor(
    private readonly onEvent: (event: SseEvent) => void,
    private readonly cap: number,
  ) {}

  /** Throws on invalid UTF-8 and when an event outgrows the cap. */
  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let from = this.halfPair(bytes);
    let newline = bytes.indexOf(LF, from);
    let carriage = bytes.indexOf(CR, from);
    while (newline >= 0 || carriage >= 0) {
      const isCarriage = newline < 0 || (carriage >= 0 && carriage < newline);
      const end = isCarriage ? carriage : newline;
      const isPair = isCarriage && newline === end + 1;
      const line = this.held.take(bytes.subarray(from, end));
      from = end + (isPair ? 2 : 1);
      // A carriage return at the very end may be the first half of a pair.
      this.skipNewline = isCarriage && from === bytes.length && !isPair;
      this.line(this.decoded(line), line.length);
      this.offset += line.length + (isPair ? 2 : 1);
      if (newline >= 0 && newline < from) newline = bytes.indexOf(LF, from);
      if (carriage >= 0 && carriage < from) carriage = bytes.indexOf(CR, from);
    }
    if (from >= bytes.length) return;
    this.held.add(bytes.subarray(from));
    this.guard();
  }

  /** The length of a line feed that belongs to the carriage return at the end of the chunk before. */
  private halfPair(bytes: Buffer): number {
    if (!this.skipNewline || bytes.length === 0) return 0;
    this.skipNewline = false;
    const length = bytes[0] === LF ? 1 : 0;
    this.offset += length;
    return length;
  }

  private decoded(line: Buffer): string {
    const decoded = decodeUtf8(line);
    if (!decoded.ok) throw new RangeError(`it is not valid UTF-8 at byte ${this.offset + decoded.offset}`);
    return this.offset === 0 ? decoded.text.replace(/^\ufeff/, '') : decoded.text;
  }

  private guard(): void {
    if (this.held.length + this.eventLength > this.cap)
      throw new RangeError(`an event exceeds ${this.cap} bytes`);
  }

  private line(line: string, size: number): void {
    if (line === '') {
      this.dispatch();
      return;
    }
    this.eventLength += size;
    this.guard();
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const rest = colon < 0 ? '' : line.slice(colon + 1);
    const value = rest.startsWith(' ') ? rest.slice(1) : rest;
    if (field === 'data') this.data.push(value);
    else if (field === 'event') this.event = value;
    else if (field === 'id' && !value.includes('\0')) this.id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
  }

  private dispatch(): void {
    const { data, event } = this;
    // Only now: of an event that broke off, a resumption has to bring the whole.
    this.lastEventId = this.id ?? this.lastEventId;
    this.data = [];
    this.event = '';
    this.eventLength = 0;
    if (data.length === 0) return;
    this.onEvent({ event: event || 'message', data: data.join('\n'), id: this.lastEventId });
  }
}
