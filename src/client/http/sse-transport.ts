/**
 * HTTP with SSE, the transport of 2024-11-05: one GET opens a stream for everything that the server says,
 * and names an endpoint that takes our messages as POSTs. An endpoint at another origin is refused.
 */
import type { Era } from '../../types/connection.js';
import { sendAuthorised } from '../auth/login.js';
import { parseJson } from '../session/parse-json.js';
import {
  type ExchangeFailure,
  MAX_MESSAGE_BYTES,
  type Message,
  type Transport,
  type TransportListener,
} from '../session/transport.js';
import { tellStderr } from '../stdio/byte-tail.js';
import { mediaType } from './http-answer.js';
import { excerpt } from './http-body.js';
import type { HttpResponse } from './http-client.js';
import { exchange } from './http-exchange.js';
import { requestHeaders, requestUrl, shownUrl } from './http-headers.js';
import { ParamHeaders } from './param-headers.js';
import { type SseEvent, SseParser } from './sse-parser.js';
import { closeParts, type TransportParts } from './transport-parts.js';

const NOTIFY_MS = 5000;
const FAREWELL_MS = 100;

export type SseStart =
  | { ok: true }
  /** `speaks`: an event stream came, so that this is such a server. */
  | { ok: false; speaks: boolean; failure: ExchangeFailure };

export class SseTransport implements Transport {
  readonly kind = 'sse';
  alive = true;
  private listener: TransportListener | undefined;
  private endpoint: string | undefined;
  private readonly stream = new AbortController();
  private readonly open = new Map<number, AbortController>();
  private readonly background = new Set<Promise<void>>();
  private readonly state = {
    era: undefined,
    revision: undefined as string | undefined,
    sessionId: undefined,
    params: new ParamHeaders(),
  };
  private readonly target: URL;
  private readonly shown: string;
  private order: Promise<void> = Promise.resolve();

  constructor(private readonly parts: TransportParts) {
    const { spec, server } = parts;
    this.target = requestUrl(spec.url);
    this.shown = shownUrl(spec.url);
    server?.gone.then(() => this.leave(`the server ${server.ending}.`));
  }

  /** Open the stream and wait until it names the endpoint. */
  async start(timeoutMs: number, signal?: AbortSignal): Promise<SseStart> {
    const deadline = AbortSignal.timeout(Math.max(1, timeoutMs));
    const until = AbortSignal.any([this.stream.signal, deadline, signal ?? deadline]);
    const failed = (kind: ExchangeFailure['kind'], message: string, speaks = false): SseStart => {
      this.stream.abort();
      return { ok: false, speaks, failure: { kind, message } };
    };
    const fetched = await sendAuthorised(this.parts.login, this.shown, until, (token) => {
      const headers = requestHeaders(this.parts.spec, this.state, token);
      // The stream outlives the deadline for opening it.
      return exchange(this.parts.http, this.target.href, {
        method: 'GET',
        headers,
        signal: this.stream.signal,
      });
    });
    if (!fetched.ok) return failed(fetched.kind, fetched.message);
    const { response } = fetched;
    if (!response.ok || mediaType(response) !== 'text/event-stream') {
      response.discard();
      return failed('invalid', `GET answered HTTP ${response.status} and no event stream`);
    }
    const problem = await new Promise<string | undefined>((resolve) => {
      const late = () => resolve('the stream opened but named no endpoint in time');
      until.addEventListener('abort', late, { once: true });
      this.track(this.read(response, resolve));
    });
    return problem === undefined ? { ok: true } : failed('invalid', problem, true);
  }

  listen(listener: TransportListener): void {
    this.listener = listener;
  }

  send(message: Message, timeoutMs = NOTIFY_MS): void {
    const { id, method } = message;
    const isRequest = typeof id === 'number' && typeof method === 'string';
    const controller = new AbortController();
    if (isRequest) this.open.set(id, controller);
    const deadline = performance.now() + timeoutMs;
    const sent = this.order.then(() =>
      this.post(message, isRequest ? id : undefined, controller.signal, deadline),
    );
    // Only what is no request holds up the rest: `initialized` arrives before the first question.
    const done = this.track(sent.finally(() => isRequest && this.open.delete(id)));
    if (!isRequest) this.order = done;
  }

  abandon(id: number): void {
    this.open.get(id)?.abort();
  }

  agreed(_era: Era, revision: string): void {
    this.state.revision = revision;
  }

  stderrTail(): string {
    return this.parts.server?.stderrTail() ?? '';
  }

  close(): Promise<void> {
    return closeParts(this.parts, () => this.farewell());
  }

  private async farewell(): Promise<void> {
    this.alive = false;
    for (const controller of this.open.values()) controller.abort();
    await Promise.race([this.order, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))]);
    this.stream.abort();
    await Promise.all(this.background);
  }

  private track(work: Promise<unknown>): Promise<void> {
    const quiet = work.then(
      () => {},
      () => {},
    );
    this.background.add(quiet);
    void quiet.finally(() => this.background.delete(quiet));
    return quiet;
  }

  private leave(how: string): void {
    if (!this.alive) return;
    this.alive = false;
    this.listener?.onGone(tellStderr(how, this.stderrTail()));
    void this.parts.server?.stop(this.parts.faults, true);
  }

  private async read(response: HttpResponse, named: (problem?: string) => void): Promise<void> {
    let broken: string | undefined;
    const parser = new SseParser((event) => {
      if (broken === undefined) broken = this.event(event, named);
    }, this.parts.spec.max_message_bytes ?? MAX_MESSAGE_BYTES);
    try {
      for await (const chunk of response.body) {
        parser.push(chunk);
        if (broken !== undefined) break;
      }
    } catch (error) {
      const { name, code, message } = error as NodeJS.ErrnoException;
      if (name !== 'AbortError' && code === undefined) broken ??= `the event stream is broken: ${message}`;
    }
    const why = broken ?? 'the server ended its event stream';
    named(why);
    this.leave(`${why}.`);
  }

  private event({ event, data }: SseEvent, named: (problem?: string) => void): string | undefined {
    if (event === 'endpoint') {
      if (this.endpoint !== undefined) return undefined;
      const url = URL.canParse(data, this.target.href) ? new URL(data, this.target) : undefined;
      if (!url) return 'the stream names an endpoint that is not a URL';
      if (url.origin !== this.target.origin) {
        return `the stream names an endpoint at another origin, ${url.origin}; nothing is sent there`;
      }
      this.endpoint = url.href;
      named();
      return undefined;
    }
    if (event !== 'message' || data === '') return undefined;
    const bytes = Buffer.from(data);
    const parsed = parseJson(bytes, this.parts.faults);
    if (parsed.ok) this.listener?.onMessage(parsed.value);
    else
      this.parts.faults.add(
        'event-not-json',
        'the event stream carries events that are not JSON',
        excerpt(bytes),
      );
    return undefined;
  }

  /** Whatever is answered comes on the stream; here only refusals do. */
  private async post(
    message: Message,
    id: number | undefined,
    cancelled: AbortSignal,
    deadline: number,
  ): Promise<void> {
    if (cancelled.aborted || this.endpoint === undefined || (id !== undefined && !this.alive)) return;
    const { endpoint } = this;
    const limits = id === undefined ? [AbortSignal.timeout(NOTIFY_MS)] : [];
    const signal = AbortSignal.any([this.stream.signal, cancelled, ...limits]);
    const fetched = await sendAuthorised(this.parts.login, this.shown, signal, (token) => {
      const headers = requestHeaders(this.parts.spec, this.state, token, message);
      return exchange(this.parts.http, endpoint, {
        method: 'POST',
        headers,
        body: JSON.stringify(message),
        signal,
        deadline,
      });
    });
    if (signal.aborted) return;
    if (!fetched.ok) {
      const { kind, message: why, status } = fetched;
      if (id === undefined) return;
      if (kind === 'died') this.alive = false;
      const text = kind === 'unauthorized' ? why : `${this.shown}: ${why}`;
      this.listener?.onFailure(id, { kind, message: text, status });
      return;
    }
    const { ok, status } = fetched.response;
    fetched.response.discard();
    if (ok) return;
    const what = `the server answered HTTP ${status} to ${message.method ?? 'our answer'}`;
    if (id === undefined) this.parts.faults.add('notification-refused', what);
    else this.listener?.onFailure(id, { kind: 'invalid', message: `${this.shown}: ${what}`, status });
  }
}
