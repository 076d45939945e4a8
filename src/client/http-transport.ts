/**
 * Streamable HTTP: every message is a POST, every answer JSON or an event stream. Nothing is followed to
 * another origin, nothing is read past the cap, and whatever came instead of an answer is described by its
 * status and first bytes.
 */
import type { Era, ServerSpec } from '../types/connection.js';
import { isObject, own } from '../util/plain.js';
import { authFailure, type Credentials } from './auth-failure.js';
import { stderrSentence } from './byte-tail.js';
import type { FaultLog } from './fault-log.js';
import { chunksOf, excerpt, readBody } from './http-body.js';
import { exchange, type Fetched, pause } from './http-exchange.js';
import { type HeaderState, requestHeaders, shownUrl } from './http-headers.js';
import { ParamHeaders } from './param-headers.js';
import type { ServerProcess } from './server-process.js';
import { SseParser } from './sse-parser.js';
import {
  type ExchangeFailure,
  MAX_MESSAGE_BYTES,
  type Message,
  type Transport,
  type TransportListener,
} from './transport.js';
import { decodeUtf8 } from './utf8.js';

const DELETE_MS = 500;
/** How long a notification may wait for its 202, and how long one that is under way may hold up `close`. */
const NOTIFY_MS = 5000;
const FAREWELL_MS = 100;
const DEFAULT_RETRY_MS = 1000;
const MAX_RESUMES = 20;

export class HttpTransport implements Transport {
  readonly kind = 'http';
  alive = true;
  private listener: TransportListener | undefined;
  private readonly open = new Map<number, AbortController>();
  /** Requests whose answer has been handed over. */
  private readonly answered = new Set<number>();
  private readonly background = new Set<Promise<void>>();
  readonly params = new ParamHeaders();
  private readonly state: HeaderState;
  private readonly cap: number;
  private readonly shown: string;
  private readonly target: string;
  private order: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();

  constructor(
    private readonly spec: ServerSpec,
    private readonly creds: Credentials,
    private readonly faults: FaultLog,
    private readonly server?: ServerProcess,
  ) {
    const { params } = this;
    this.state = { era: undefined, revision: undefined, sessionId: undefined, token: creds.token, params };
    this.cap = spec.max_message_bytes ?? MAX_MESSAGE_BYTES;
    this.shown = shownUrl(spec.url!);
    const url = new URL(spec.url!);
    url.username = '';
    url.password = '';
    this.target = url.href;
    server?.gone.then(() => this.leave(`the server ${server.ending}.${stderrSentence(server.stderrTail())}`));
  }

  listen(listener: TransportListener): void {
    this.listener = listener;
  }

  send(message: Message): void {
    if (typeof message.id === 'number' && typeof message.method === 'string') {
      const id = message.id;
      const controller = new AbortController();
      this.open.set(id, controller);
      // A request waits for the notifications before it, so that `initialized` arrives first.
      const before = this.order;
      this.track(before.then(() => this.ask(id, message, controller.signal)).finally(() => this.settled(id)));
    } else {
      this.order = this.track(this.order.then(() => this.tell(message)));
    }
  }

  abandon(id: number): void {
    this.open.get(id)?.abort();
  }

  agreed(era: Era, revision: string): void {
    this.state.era = era;
    this.state.revision = revision;
    if (era === 'modern') this.state.sessionId = undefined;
  }

  /** Forget the session that the server no longer knows. */
  forgetSession(): void {
    this.state.sessionId = undefined;
    this.state.revision = undefined;
  }

  stderrTail(): string {
    return this.server?.stderrTail() ?? '';
  }

  async close(): Promise<void> {
    await this.farewell();
    await this.server?.stop(this.faults, true);
  }

  private leave(message: string): void {
    this.alive = false;
    this.listener?.onGone(message);
    void this.server?.stop(this.faults, true);
  }

  private async farewell(): Promise<void> {
    const { sessionId } = this.state;
    const wasAlive = this.alive;
    this.alive = false;
    for (const controller of this.open.values()) controller.abort();
    const timer = setTimeout(() => this.closing.abort(), FAREWELL_MS);
    await Promise.all(this.background);
    clearTimeout(timer);
    if (!sessionId || !wasAlive) return;
    this.state.sessionId = undefined;
    const headers = requestHeaders(this.spec, { ...this.state, sessionId });
    const signal = AbortSignal.timeout(DELETE_MS);
    await fetch(this.target, { method: 'DELETE', headers, redirect: 'manual', signal })
      .then((response) => response.body?.cancel())
      .catch(() => {});
  }

  private track(work: Promise<void>): Promise<void> {
    const quiet = work.catch(() => {});
    this.background.add(quiet);
    quiet.finally(() => this.background.delete(quiet));
    return quiet;
  }

  private settled(id: number): void {
    this.open.delete(id);
    this.answered.delete(id);
  }

  private fail(id: number, failure: ExchangeFailure): void {
    this.listener?.onFailure(id, failure);
  }

  /** A notification or one of our answers: nothing is expected back. */
  private async tell(message: Message): Promise<void> {
    if (!this.alive) return;
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(NOTIFY_MS)]);
    const fetched = await this.post(message, signal);
    if (!fetched.ok) return;
    const { status } = fetched.response;
    await fetched.response.body?.cancel();
    if (status !== 202 && status !== 200 && status !== 204) {
      this.faults.add(
        'notification-refused',
        `the server answered HTTP ${status} to ${message.method ?? 'our answer'}`,
      );
    }
  }

  private post(message: Message, signal: AbortSignal): Promise<Fetched> {
    const headers = requestHeaders(this.spec, this.state, message);
    return exchange(this.target, { method: 'POST', headers, body: JSON.stringify(message), signal });
  }

  private async ask(id: number, message: Message, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { sessionId } = this.state;
    const fetched = await this.post(message, signal);
    if (signal.aborted) return;
    if (!fetched.ok) {
      if (fetched.kind === 'died') this.alive = false;
      return this.fail(id, { kind: fetched.kind, message: `${this.shown}: ${fetched.message}` });
    }
    const { response } = fetched;
    const { status } = response;
    if (message.method === 'initialize' && response.ok) {
      this.state.sessionId = response.headers.get('mcp-session-id') ?? undefined;
    }
    if (status === 401 || status === 403) {
      await response.body?.cancel();
      const text = authFailure(status, this.shown, response.headers.get('www-authenticate'), this.creds);
      return this.fail(id, { kind: 'unauthorized', message: text, status });
    }
    if (status === 404 && sessionId && this.state.era !== 'modern') {
      await response.body?.cancel();
      const text = `HTTP 404 from ${this.shown}: the session has expired`;
      return this.fail(id, { kind: 'invalid', message: text, status, expired: true });
    }
    if (response.ok && mediaType(response) === 'text/event-stream') return this.stream(id, response, signal);
    return this.json(id, response, sessionId);
  }

  private async json(id: number, response: Response, sessionId: string | undefined): Promise<void> {
    const { status } = response;
    const body = await readBody(response, this.cap);
    const invalid = (why: string) => {
      const message = `HTTP ${status} from ${this.shown}: ${why}`;
      this.fail(id, { kind: 'invalid', message, status });
    };
    if (!body.ok)
      return invalid(`the body could not be read, ${body.why}; it starts with ${excerpt(body.bytes)}`);
    if (status === 202) return invalid('the request was accepted without an answer; a request needs one');
    const value = parseJson(body.bytes);
    const isAnswer =
      Array.isArray(value) || (isObject(value) && Object.hasOwn(value, 'id') && value.id === id);
    if (isAnswer && (!response.ok || mediaType(response) === 'application/json')) {
      this.deliver(value);
      return invalid(`the answer holds no response to request ${id}: ${excerpt(body.bytes)}`);
    }
    if (!response.ok) {
      const forgotten = status === 400 && sessionId && /session/i.test(body.bytes.toString('latin1'));
      const hint = forgotten ? ' (a server that no longer knows a session has to answer 404)' : '';
      return invalid(`${excerpt(body.bytes)}${hint}`);
    }
    if (mediaType(response) !== 'application/json') {
      const type = response.headers.get('content-type');
      return invalid(`content type ${type ? JSON.stringify(type) : 'missing'}, body ${excerpt(body.bytes)}`);
    }
    if (value === undefined) return invalid(`the body is not JSON in UTF-8: ${excerpt(body.bytes)}`);
    this.deliver(value);
    invalid(`the answer holds no response to request ${id}: ${excerpt(body.bytes)}`);
  }

  /** Later failures of an exchange that has been answered fall on deaf ears: the session knows the id is settled. */
  private deliver(value: unknown): void {
    for (const each of Array.isArray(value) ? value : [value]) {
      const id = own(each, 'id');
      if (typeof id === 'number' && !Object.hasOwn(each as object, 'method')) this.answered.add(id);
    }
    this.listener?.onMessage(value);
  }

  private async stream(id: number, first: Response, signal: AbortSignal): Promise<void> {
    let response = first;
    let lastEventId = '';
    let retryMs: number | undefined;
    for (let resumes = 0; ; resumes++) {
      let broken: string | undefined;
      const parser = new SseParser(
        (event) => broken === undefined && this.event(event.event, event.data, id),
        this.cap,
      );
      parser.lastEventId = lastEventId;
      try {
        for await (const chunk of chunksOf(response)) {
          parser.push(chunk);
          if (this.answered.has(id)) return;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof RangeError || !isNetwork(error)) broken = (error as Error).message;
      }
      if (this.answered.has(id)) return;
      const where = `HTTP ${response.status} from ${this.shown}`;
      if (broken)
        return this.fail(id, { kind: 'invalid', message: `${where}: the event stream is broken: ${broken}` });
      lastEventId = parser.lastEventId;
      retryMs = parser.retryMs ?? retryMs;
      if (!lastEventId || this.state.era === 'modern' || resumes >= MAX_RESUMES) {
        return this.fail(id, {
          kind: 'invalid',
          message: `${where}: the event stream ended without an answer`,
        });
      }
      const resumed = await this.resume(lastEventId, retryMs ?? DEFAULT_RETRY_MS, signal);
      if (signal.aborted) return;
      if (!resumed) {
        const message = `${where}: the event stream ended without an answer and could not be resumed`;
        return this.fail(id, { kind: 'invalid', message });
      }
      response = resumed;
    }
  }

  private event(name: string, data: string, id: number): void {
    // An event without data only carries the id that a broken stream can be resumed from.
    if (name !== 'message' || data === '') return;
    const value = parseJson(Buffer.from(data));
    if (value === undefined) {
      this.faults.add('stream-noise', 'an event of the stream is not JSON', data);
      this.fail(id, {
        kind: 'invalid',
        message: `${this.shown}: an event is not JSON: ${excerpt(Buffer.from(data))}`,
      });
      return;
    }
    this.deliver(value);
  }

  private async resume(
    lastEventId: string,
    afterMs: number,
    signal: AbortSignal,
  ): Promise<Response | undefined> {
    await pause(afterMs, signal);
    const headers = requestHeaders(this.spec, this.state);
    headers.set('last-event-id', lastEventId);
    const fetched = await exchange(this.target, { method: 'GET', headers, signal });
    if (!fetched.ok) return undefined;
    if (fetched.response.ok && mediaType(fetched.response) === 'text/event-stream') return fetched.response;
    await fetched.response.body?.cancel();
    return undefined;
  }
}

function mediaType(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
}

function parseJson(bytes: Buffer): unknown {
  const decoded = decodeUtf8(bytes);
  try {
    return decoded.ok ? JSON.parse(decoded.text) : undefined;
  } catch {
    return undefined;
  }
}

function isNetwork(error: unknown): boolean {
  return (error as Error).message === 'terminated' || (error as Error).name === 'AbortError';
}
