/**
 * Streamable HTTP: every message is a POST, every answer JSON or an event stream. Nothing is followed to
 * another origin, nothing is read past the cap, and whatever came instead of an answer is described by its
 * status and first bytes.
 */
import type { Era } from '../../types/connection.js';
import { ownValue } from '../../util/plain.js';
import { sendAuthorised } from '../auth/login.js';
import {
  type ExchangeFailure,
  MAX_MESSAGE_BYTES,
  type Message,
  type Transport,
  type TransportListener,
} from '../session/transport.js';
import { tellStderr } from '../stdio/byte-tail.js';
import { readGetStream } from './get-stream.js';
import { mediaType, readAnswer } from './http-answer.js';
import type { HttpResponse } from './http-client.js';
import { type ExchangeResult, exchange, pause } from './http-exchange.js';
import { type HeaderState, requestHeaders, requestUrl, shownUrl } from './http-headers.js';
import { readStream } from './http-stream.js';
import { ParamHeaders } from './param-headers.js';
import { closeParts, type TransportParts } from './transport-parts.js';

const DELETE_MS = 500;
/** How long a notification may wait for its 202, and how long one that is under way may hold up `close`. */
const NOTIFY_MS = 5000;
const FAREWELL_MS = 100;

export class HttpTransport implements Transport {
  readonly kind = 'http';
  readonly params = new ParamHeaders();
  alive = true;
  private listener: TransportListener | undefined;
  private readonly open = new Map<number, AbortController>();
  /** Requests whose answer has been handed over. */
  private readonly answered = new Set<number>();
  private readonly background = new Set<Promise<void>>();
  private readonly closing = new AbortController();
  /** Ends the GET stream. */
  private hearing = new AbortController();
  private readonly state: HeaderState;
  private readonly cap: number;
  private readonly shown: string;
  private readonly target: string;
  private order: Promise<void> = Promise.resolve();
  private heard: Promise<void> | undefined;

  constructor(private readonly parts: TransportParts) {
    const { spec, server } = parts;
    const { params } = this;
    this.state = { era: undefined, revision: undefined, sessionId: undefined, params };
    this.cap = spec.max_message_bytes ?? MAX_MESSAGE_BYTES;
    this.shown = shownUrl(spec.url);
    this.target = requestUrl(spec.url).href;
    server?.gone.then(() => this.leave(`the server ${server.ending}.`));
  }

  listen(listener: TransportListener): void {
    this.listener = listener;
  }

  send(message: Message, timeoutMs?: number): void {
    const { id, method } = message;
    if (typeof id !== 'number' || typeof method !== 'string') {
      this.order = this.track(this.order.then(() => this.tell(message)));
      return;
    }
    const controller = new AbortController();
    const deadline = timeoutMs === undefined ? undefined : performance.now() + timeoutMs;
    this.open.set(id, controller);
    // A request waits for the notifications before it, so that `initialized` arrives first.
    const asked = this.order.then(() => this.ask(id, message, controller.signal, deadline));
    const caught = asked.catch((error: Error) => this.fail(id, { kind: 'invalid', message: error.message }));
    this.track(caught.finally(() => this.settled(id)));
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
    this.hearing.abort();
    this.hearing = new AbortController();
    this.heard = undefined;
    this.state.sessionId = undefined;
    this.state.revision = undefined;
  }

  get isHearing(): boolean {
    return this.heard !== undefined;
  }

  /** The GET stream of the legacy era; a server may have none. */
  hear(): Promise<void> {
    if (this.state.era !== 'legacy') return Promise.resolve();
    this.heard ??= new Promise((resolve) => {
      const { signal } = this.hearing;
      const get = async (lastEventId?: string) => {
        const headers = requestHeaders(this.parts.spec, this.state, await this.parts.login.token(signal));
        if (lastEventId) headers['last-event-id'] = lastEventId;
        return exchange(this.parts.http, this.target, { method: 'GET', headers, signal });
      };
      const deliver = (value: unknown) => this.deliver(value);
      const stream = readGetStream(get, {
        cap: this.cap,
        signal,
        deliver,
        opened: resolve,
        faults: this.parts.faults,
      });
      void this.track(stream.finally(resolve));
    });
    return this.heard;
  }

  stderrTail(): string {
    return this.parts.server?.stderrTail() ?? '';
  }

  close(): Promise<void> {
    return closeParts(this.parts, () => this.farewell());
  }

  private leave(how: string): void {
    this.alive = false;
    this.listener?.onGone(tellStderr(how, this.stderrTail()));
    void this.parts.server?.stop(this.parts.faults, true);
  }

  private async farewell(): Promise<void> {
    const { sessionId } = this.state;
    const wasAlive = this.alive;
    this.alive = false;
    for (const controller of this.open.values()) controller.abort();
    this.hearing.abort();
    const timer = setTimeout(() => this.closing.abort(), FAREWELL_MS);
    await Promise.all(this.background);
    clearTimeout(timer);
    if (!sessionId || !wasAlive) return;
    this.state.sessionId = undefined;
    const signal = AbortSignal.timeout(DELETE_MS);
    const token = await this.parts.login.token(signal).catch(() => undefined);
    const headers = requestHeaders(this.parts.spec, { ...this.state, sessionId }, token);
    await this.parts.http
      .send(new URL(this.target), { method: 'DELETE', headers, signal })
      .then((response) => response.discard())
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

  /** The session ignores failures of a request that has been answered. */
  private fail(id: number, failure: ExchangeFailure): void {
    this.listener?.onFailure(id, failure);
  }

  private deliver(value: unknown, status = 200): void {
    for (const each of Array.isArray(value) ? value : [value]) {
      const id = ownValue(each, 'id');
      if (typeof id === 'number' && ownValue(each, 'method') === undefined) this.answered.add(id);
    }
    this.listener?.onMessage(value, status >= 500 ? status : undefined);
  }

  /** A notification or one of our answers: nothing is expected back. */
  private async tell(message: Message): Promise<void> {
    if (!this.alive) return;
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(NOTIFY_MS)]);
    const fetched = await this.post(message, signal, performance.now() + NOTIFY_MS);
    if (fetched.ok) fetched.response.discard();
    else if (fetched.kind !== 'busy') return;
    const status = fetched.ok ? fetched.response.status : fetched.status;
    if (status === 202 || status === 200 || status === 204) return;
    this.parts.faults.add(
      'notification-refused',
      `the server answered HTTP ${status} to ${message.method ?? 'our answer'}`,
    );
  }

  private post(message: Message, signal: AbortSignal, deadline?: number): Promise<ExchangeResult> {
    const body = JSON.stringify(message);
    return sendAuthorised(this.parts.login, this.shown, signal, (token) => {
      const headers = requestHeaders(this.parts.spec, this.state, token, message);
      return exchange(this.parts.http, this.target, { method: 'POST', headers, body, signal, deadline });
    });
  }

  private async ask(id: number, message: Message, signal: AbortSignal, deadline?: number): Promise<void> {
    if (signal.aborted) return;
    const { sessionId } = this.state;
    const fetched = await this.post(message, signal, deadline);
    if (signal.aborted) return;
    if (!fetched.ok) {
      const { kind, message: why, status } = fetched;
      if (kind === 'died') this.alive = false;
      const text = kind === 'unauthorized' ? why : `${this.shown}: ${why}`;
      return this.fail(id, { kind, message: text, status });
    }
    const { response } = fetched;
    const { status } = response;
    if (message.method === 'initialize' && response.ok) {
      this.state.sessionId = response.header('mcp-session-id');
    }
    const invalid = (why: string, expired = false) =>
      this.fail(id, {
        kind: 'invalid',
        message: `HTTP ${status} from ${this.shown}: ${why}`,
        status,
        expired,
      });
    if (status === 404 && sessionId && this.state.era !== 'modern') {
      response.discard();
      return invalid('the session has expired', true);
    }
    if (response.ok && mediaType(response) === 'text/event-stream') {
      const problem = await this.stream(id, response, signal);
      return problem === undefined ? undefined : invalid(problem);
    }
    const inSession = sessionId !== undefined && message.method !== 'initialize';
    const { value, problem, forgotten } = await readAnswer(response, {
      id,
      inSession,
      cap: this.cap,
      faults: this.parts.faults,
    });
    if (forgotten) {
      const what = `HTTP ${status} and an error came for a session that the server no longer knows; it has to answer 404, so that clients open a new one`;
      this.parts.faults.add('session-expiry-not-404', what);
    }
    if (value !== undefined) this.deliver(value, status);
    invalid(problem);
  }

  private stream(id: number, response: HttpResponse, signal: AbortSignal): Promise<string | undefined> {
    const resume = async (lastEventId: string, afterMs: number) => {
      await pause(afterMs, signal);
      const headers = requestHeaders(this.parts.spec, this.state, await this.parts.login.token(signal));
      headers['last-event-id'] = lastEventId;
      const fetched = await exchange(this.parts.http, this.target, { method: 'GET', headers, signal });
      if (!fetched.ok) return undefined;
      if (fetched.response.ok && mediaType(fetched.response) === 'text/event-stream') return fetched.response;
      fetched.response.discard();
      return undefined;
    };
    return readStream(response, {
      cap: this.cap,
      faults: this.parts.faults,
      signal,
      deliver: (value) => this.deliver(value),
      answered: () => this.answered.has(id),
      resume: this.state.era === 'modern' ? undefined : resume,
    });
  }
}
