/**
 * One JSON-RPC message a line over the pipes of a process. Whatever else the server prints is recorded as
 * a fault and skipped: no heuristics, no repairs, and no silence about it.
 */
import { isUtf8 } from 'node:buffer';
import type { Era } from '../../types/connection.js';
import { isObject } from '../../util/plain.js';
import type { FaultLog } from '../session/fault-log.js';
import { MAX_DEPTH, parseJson } from '../session/parse-json.js';
import type { Message, Transport, TransportListener } from '../session/transport.js';
import { tellStderr } from './byte-tail.js';
import { LineSplitter } from './line-splitter.js';
import type { ServerProcess } from './server-process.js';

/** How long a process may live on after it closed its stdout before it is given up. */
const STDOUT_CLOSED_MS = 500;
const BOM = Buffer.from('\ufeff');
/** As much of a line that is no message as is looked at. */
const NOISE_BYTES = 4096;

const NO_JSON = { ok: false, problem: 'syntax' } as const;
const [SPACE, BRACE, BRACKET] = [0x20, 0x7b, 0x5b];

export class StdioTransport implements Transport {
  readonly kind = 'stdio';
  private listener: TransportListener | undefined;
  private isGone = false;
  private spoken = false;
  private firstLine = true;
  private insidePretty = false;

  constructor(
    private readonly server: ServerProcess,
    private readonly faults: FaultLog,
    private readonly cap: number,
  ) {}

  get pid(): number {
    return this.server.pid;
  }

  get alive(): boolean {
    return !this.isGone && this.server.ending === undefined;
  }

  listen(listener: TransportListener): void {
    this.listener = listener;
    const splitter = new LineSplitter(this.cap, {
      line: (bytes) => this.line(bytes),
      tooLarge: () => this.tooLarge(),
    });
    const { stdout } = this.server.child;
    stdout?.on('data', (chunk: Buffer) => splitter.push(chunk));
    stdout?.on('end', () => {
      splitter.end();
      setTimeout(() => {
        if (this.server.ending === undefined) this.leave('the server closed its stdout but kept running.');
      }, STDOUT_CLOSED_MS).unref();
    });
    this.server.gone.then(() => this.leave(`the server ${this.server.ending}.`));
  }

  send(message: Message): void {
    if (!this.isGone) this.server.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  abandon(): void {}

  agreed(_era: Era, _revision: string): void {}

  stderrTail(): string {
    return this.server.stderrTail();
  }

  close(): Promise<void> {
    this.isGone = true;
    return this.server.stop(this.faults);
  }

  private leave(how: string): void {
    if (this.isGone) return;
    this.isGone = true;
    this.listener?.onGone(tellStderr(how, this.stderrTail()));
    void this.server.stop(this.faults);
  }

  private tooLarge(): void {
    const message = `a message on stdout exceeds ${this.cap} bytes without a newline`;
    this.faults.add('message-too-large', message);
    this.server.kill('SIGKILL');
    this.leave(`${message}, so the server was terminated.`);
  }

  private line(raw: Buffer): void {
    if (this.isGone) return;
    const bytes = this.trimmed(raw);
    if (bytes.length === 0) return;
    // A flood of other text must not keep deadlines waiting: every refusal of the parser is a costly exception.
    const parsed = startsLikeMessage(bytes) || !isUtf8(bytes) ? parseJson(bytes, this.faults) : NO_JSON;
    if (parsed.ok && looksLikeMessage(parsed.value)) {
      this.spoken = true;
      this.insidePretty = false;
      this.listener?.onMessage(parsed.value);
    } else if (!parsed.ok && parsed.problem === 'utf8') {
      this.undecodable(bytes, parsed.offset ?? 0);
    } else if (!parsed.ok && parsed.problem === 'depth') {
      this.faults.add(
        'nested-too-deep',
        `a line on stdout nests deeper than ${MAX_DEPTH} levels and was not read`,
      );
    } else {
      const text = bytes.subarray(0, NOISE_BYTES).toString('utf8');
      if (text.trim() !== '') this.noise(text);
    }
  }

  /** Without the carriage return at its end and, once, the byte order mark at its start. */
  private trimmed(raw: Buffer): Buffer {
    const first = this.firstLine;
    this.firstLine = false;
    const line = raw[raw.length - 1] === 0x0d ? raw.subarray(0, -1) : raw;
    if (!first || !line.subarray(0, BOM.length).equals(BOM)) return line;
    this.faults.add('byte-order-mark', 'stdout starts with a byte order mark, which JSON does not allow');
    return line.subarray(BOM.length);
  }

  private noise(text: string): void {
    if (!this.spoken && /^content-length:\s*\d+/i.test(text)) {
      const message =
        'the server frames messages with Content-Length headers; MCP over stdio is one message a line';
      this.faults.add('content-length-framing', message, text);
      this.leave(`${message}. Use newline-delimited JSON.`);
      return;
    }
    if (/^[[{]\s*$/.test(text)) this.insidePretty = true;
    if (this.insidePretty) {
      this.faults.add(
        'embedded-newline',
        'JSON on stdout is spread over several lines; a message is one line',
        text,
      );
    } else {
      this.faults.add('stdout-noise', 'stdout carries lines that are not JSON-RPC messages', text);
    }
    if (/^[\]}]\s*$/.test(text)) this.insidePretty = false;
  }

  /** A broken answer still has a readable id as a rule: its request fails at once and not by deadline. */
  private undecodable(bytes: Buffer, offset: number): void {
    const message = `a line on stdout is not valid UTF-8 at byte ${offset}`;
    const around = bytes.subarray(Math.max(0, offset - 40), offset + 40).toString('latin1');
    this.faults.add('invalid-utf8', message, around);
    const parsed = parseJson(Buffer.from(bytes.toString('utf8')));
    const value = parsed.ok ? parsed.value : undefined;
    if (isObject(value) && typeof value.id === 'number' && !Object.hasOwn(value, 'method')) {
      this.listener?.onFailure(value.id, {
        kind: 'invalid',
        message: `the answer is not valid UTF-8 at byte ${offset}`,
      });
    }
  }
}

function looksLikeMessage(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasMessageKey) : hasMessageKey(value);
}

function hasMessageKey(value: unknown): boolean {
  return isObject(value) && ['jsonrpc', 'id', 'method'].some((key) => Object.hasOwn(value, key));
}

/** Whether the first byte that is no white space opens an object or a list. */
function startsLikeMessage(bytes: Buffer): boolean {
  let at = 0;
  while (at < bytes.length && bytes[at]! <= SPACE) at += 1;
  return bytes[at] === BRACE || bytes[at] === BRACKET;
}
