/** One process and its pipes. Each line is kept as it came; what is no message is kept apart, with its kind. */
import { FaultLog } from '../../client/session/fault-log.js';
import { LineSplitter } from '../../client/stdio/line-splitter.js';
import type { ServerProcess } from '../../client/stdio/server-process.js';
import { isObject } from '../../util/plain.js';
import type { Exchange, Port, SendOptions } from './port.js';
import { isRequest, isResponse, type Message, Transcript } from './transcript.js';

const MAX_LINE = 64 * 1024 * 1024;
const PIECE_PAUSE_MS = 15;
/** So many lines that are no message are kept. */
const MOST_ODD = 20;

interface Waiter {
  heard(message: Message): void;
  gone(how: string): void;
}

export class StdioPort implements Port {
  readonly kind = 'stdio';
  readonly transcript = new Transcript();
  onRequest?: (message: Message) => Message | undefined;
  private readonly waiters = new Set<Waiter>();
  private left: string | undefined;
  private insidePretty = false;
  private firstLine = true;
  private written: Promise<void> = Promise.resolve();

  constructor(
    readonly server: ServerProcess,
    private readonly signal: AbortSignal,
  ) {
    const splitter = new LineSplitter(MAX_LINE, {
      line: (bytes) => this.line(bytes),
      tooLarge: () => this.leave(`a line exceeds ${MAX_LINE} bytes`),
    });
    const { stdout } = server.child;
    stdout?.on('data', (chunk: Buffer) => splitter.push(chunk));
    stdout?.on('end', () => {
      splitter.end();
      this.leave('the server closed its stdout');
    });
    server.gone.then(() => this.leave(`the server ${server.ending}`));
  }

  get alive(): boolean {
    return this.left === undefined;
  }

  exchange(text: string, options: SendOptions): Promise<Exchange> {
    const { ids = [], until, timeoutMs, pieces = 1 } = options;
    const began = performance.now();
    const first = this.transcript.frames.length;
    this.transcript.send(text);
    const exchange: Exchange = { frames: [], replies: [], messages: [], duration_ms: 0 };
    return new Promise((resolve) => {
      const done = (silence?: string) => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        this.signal.removeEventListener('abort', aborted);
        if (silence !== undefined) exchange.silence = silence;
        exchange.reply = exchange.replies[0];
        exchange.frames = this.transcript.frames.slice(first);
        exchange.duration_ms = performance.now() - began;
        resolve(exchange);
      };
      const waiter: Waiter = {
        heard: (message) => {
          exchange.messages.push(message);
          if (isResponse(message) && ids.includes(message.id)) exchange.replies.push(message);
          if (exchange.replies.length === ids.length && ids.length > 0) done();
          else if (until?.(message)) done();
        },
        gone: done,
      };
      const aborted = () => done('the time for the whole run is over');
      const timer = setTimeout(() => done(`no answer within ${timeoutMs} ms`), timeoutMs);
      this.waiters.add(waiter);
      this.signal.addEventListener('abort', aborted, { once: true });
      void this.write(`${text}\n`, pieces).then(() => {
        if (ids.length === 0 && until === undefined) done();
        else if (this.left !== undefined) done(this.left);
        else if (this.signal.aborted) aborted();
      });
    });
  }

  async close(): Promise<void> {
    this.leave('the connection was closed');
    await this.server.stop(new FaultLog());
  }

  /** One after the other: an answer to the server does not get into a message that goes out in pieces. */
  private write(text: string, pieces = 1): Promise<void> {
    this.written = this.written.then(() => this.writeNow(text, pieces));
    return this.written;
  }

  private async writeNow(text: string, pieces: number): Promise<void> {
    const { stdin } = this.server.child;
    const bytes = Buffer.from(text);
    const size = Math.ceil(bytes.length / pieces);
    for (let at = 0; at < bytes.length; at += size) {
      if (at > 0) await new Promise((resolve) => setTimeout(resolve, PIECE_PAUSE_MS));
      stdin?.write(bytes.subarray(at, at + size));
    }
  }

  private leave(how: string): void {
    if (this.left !== undefined) return;
    this.left = how;
    for (const waiter of [...this.waiters]) waiter.gone(how);
  }

  private line(raw: Buffer): void {
    const text = this.decoded(raw);
    if (text === undefined || text.trim() === '') return;
    const value = parsed(text);
    if (!isMessage(value)) {
      this.odd(text);
      return;
    }
    this.insidePretty = false;
    for (const message of this.transcript.receive(value, text).messages) this.hear(message);
  }

  private hear(message: Message): void {
    const answer = isRequest(message) ? this.onRequest?.(message) : undefined;
    if (answer !== undefined) {
      const text = JSON.stringify(answer);
      this.transcript.send(text);
      void this.write(`${text}\n`);
    }
    for (const waiter of [...this.waiters]) waiter.heard(message);
  }

  private decoded(raw: Buffer): string | undefined {
    const first = this.firstLine;
    this.firstLine = false;
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
      if (!first || !text.startsWith('\ufeff')) return text;
      this.keepOdd('byte-order-mark', text);
      return text.slice(1);
    } catch {
      this.keepOdd('utf8', raw.toString('latin1'));
      // The answer in it still counts as one, else every later check would wait for it.
      return raw.toString('utf8');
    }
  }

  private odd(text: string): void {
    if (/^[[{]\s*$/.test(text)) this.insidePretty = true;
    this.keepOdd(this.insidePretty ? 'several-lines' : 'noise', text);
    if (/^[\]}]\s*$/.test(text)) this.insidePretty = false;
  }

  private keepOdd(kind: Transcript['odd'][number]['kind'], text: string): void {
    if (this.transcript.odd.length < MOST_ODD)
      this.transcript.odd.push({ kind, frame: this.transcript.note(text) });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): boolean {
  const messages = [value].flat();
  return (
    messages.length > 0 &&
    messages.every(
      (one) => isObject(one) && ['jsonrpc', 'id', 'method'].some((key) => Object.hasOwn(one, key)),
    )
  );
}
