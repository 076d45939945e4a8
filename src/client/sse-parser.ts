/**
 * Server-sent events as the HTML standard has them: any of the three line ends, comments, several data
 * lines, ids, `retry`, a byte order mark, and chunks torn anywhere. Linear in its input, bounded by `cap`.
 */

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
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private held: string[] = [];
  private heldLength = 0;
  private eventLength = 0;
  private skipNewline = false;
  private data: string[] = [];
  private event = '';

  constructor(
    private readonly onEvent: (event: SseEvent) => void,
    private readonly cap: number,
  ) {}

  /** Throws on invalid UTF-8 and when an event outgrows the cap. */
  push(chunk: Uint8Array): void {
    this.feed(this.decoder.decode(chunk, { stream: true }));
  }

  private feed(text: string): void {
    let from = 0;
    if (this.skipNewline && text !== '') {
      this.skipNewline = false;
      if (text[0] === '\n') from = 1;
    }
    const ends = /\r\n|\r|\n/g;
    ends.lastIndex = from;
    for (let match = ends.exec(text); match; match = ends.exec(text)) {
      this.held.push(text.slice(from, match.index));
      from = ends.lastIndex;
      // A carriage return at the very end may be the first half of a pair.
      if (match[0] === '\r' && from === text.length) this.skipNewline = true;
      const line = this.held.length === 1 ? this.held[0]! : this.held.join('');
      this.held = [];
      this.heldLength = 0;
      this.line(line);
    }
    if (from < text.length) {
      this.held.push(text.slice(from));
      this.heldLength += text.length - from;
      this.guard();
    }
  }

  private guard(): void {
    if (this.heldLength + this.eventLength > this.cap)
      throw new RangeError(`an event exceeds ${this.cap} bytes`);
  }

  private line(line: string): void {
    if (line === '') {
      this.dispatch();
      return;
    }
    this.eventLength += line.length;
    this.guard();
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const rest = colon < 0 ? '' : line.slice(colon + 1);
    const value = rest.startsWith(' ') ? rest.slice(1) : rest;
    if (field === 'data') this.data.push(value);
    else if (field === 'event') this.event = value;
    else if (field === 'id' && !value.includes('\0')) this.lastEventId = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
  }

  private dispatch(): void {
    const { data, event } = this;
    this.data = [];
    this.event = '';
    this.eventLength = 0;
    if (data.length === 0) return;
    this.onEvent({ event: event || 'message', data: data.join('\n'), id: this.lastEventId });
  }
}
