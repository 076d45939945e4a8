/** One HTTP endpoint and the session with it. Each message is a POST; answers are JSON or an event stream. */
import type { HttpClient, HttpResponse } from '../../client/http/http-client.js';
import { requestHeaders, requestUrl } from '../../client/http/http-headers.js';
import { ParamHeaders } from '../../client/http/param-headers.js';
import { SseParser } from '../../client/http/sse-parser.js';
import type { UrlServerSpec } from '../../client/session/connect-result.js';
import type { Frame } from '../../types/conformance.js';
import type { Era } from '../../types/connection.js';
import { isObject } from '../../util/plain.js';
import type { Exchange, HttpAnswer, Port, SendOptions } from './port.js';
import { isRequest, isResponse, type Message, Transcript } from './transcript.js';

const MAX_BODY = 16 * 1024 * 1024;
/** How long after its answer an event stream may take to end. */
const STREAM_END_MS = 300;
const SHOWN_SENT = [
  'accept',
  'origin',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
];
const SHOWN_RECEIVED = ['content-type', 'mcp-session-id', 'www-authenticate', 'allow'];

export interface HttpSettings {
  spec: UrlServerSpec;
  client: HttpClient;
  token: string | undefined;
  signal: AbortSignal;
}

/** One request while it is under way. */
interface Attempt {
  exchange: Exchange;
  options: SendOptions;
  stop: AbortController;
}

export class HttpPort implements Port {
  readonly kind = 'http';
  readonly transcript = new Transcript();
  readonly params = new ParamHeaders();
  onRequest?: (message: Message) => Message | undefined;
  era: Era | undefined;
  revision: string | undefined;
  sessionId: string | undefined;
  /** Ids of events, for the check that each is there once. */
  readonly eventIds: string[] = [];
  private closed = false;

  constructor(private readonly settings: HttpSettings) {}

  get alive(): boolean {
    return !this.closed;
  }

  async exchange(text: string, options: SendOptions): Promise<Exchange> {
    const began = performance.now();
    const first = this.transcript.frames.length;
    const stop = new AbortController();
    const exchange: Exchange = { frames: [], replies: [], messages: [], duration_ms: 0 };
    const timer = setTimeout(() => stop.abort(), options.timeoutMs);
    const outside = () => stop.abort();
    this.settings.signal.addEventListener('abort', outside, { once: true });
    try {
      const response = await this.send(text, options, stop.signal);
      await this.read(response, { exchange, options, stop });
    } catch (error) {
      exchange.silence = stop.signal.aborted
        ? `no answer within ${options.timeoutMs} ms`
        : `the request failed: ${(error as Error).message}`;
    } finally {
      clearTimeout(timer);
      this.settings.signal.removeEventListener('abort', outside);
      stop.abort();
    }
    exchange.reply = exchange.replies[0];
    exchange.frames = this.transcript.frames.slice(first);
    exchange.duration_ms = performance.now() - began;
    if (exchange.reply === undefined && options.ids?.length)
      exchange.silence ??= 'the answer contains no response';
    return exchange;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    if (this.sessionId !== undefined && this.era !== 'modern')
      await this.exchange('', { verb: 'DELETE', timeoutMs: 500 });
  }

  private send(text: string, options: SendOptions, signal: AbortSignal): Promise<HttpResponse> {
    const { verb: method = 'POST' } = options;
    const headers = this.headers(text, options);
    const shown = SHOWN_SENT.flatMap((name) => {
      const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
      return found === undefined ? [] : [`${found}: ${headers[found]}`];
    });
    const url = requestUrl(this.settings.spec.url);
    this.transcript.send(text, [`${method} ${url.pathname}`, ...shown].join('; '));
    const body = method === 'POST' ? text : undefined;
    return this.settings.client.send(url, { method, headers, body, signal });
  }

  private headers(
    text: string,
    { verb, headers: own = {}, withoutToken }: SendOptions,
  ): Record<string, string> {
    const { spec, token } = this.settings;
    const { era, revision, sessionId, params } = this;
    const message = verb === undefined || verb === 'POST' ? messageIn(text) : undefined;
    const bare = withoutToken ? { ...spec, headers: withoutAuthorization(spec.headers) } : spec;
    const headers = requestHeaders(
      bare,
      { era, revision, sessionId, params },
      withoutToken ? undefined : token,
      message,
    );
    for (const [name, value] of Object.entries(own)) {
      delete headers[name.toLowerCase()];
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  }

  private async read(response: HttpResponse, attempt: Attempt): Promise<void> {
    const { status } = response;
    const type = response.header('content-type') ?? '';
    const answer: HttpAnswer = { status, header: (name) => response.header(name), body: '' };
    attempt.exchange.http = answer;
    const shown = SHOWN_RECEIVED.flatMap((name) => {
      const value = response.header(name);
      return value === undefined ? [] : [`${name}: ${value}`];
    });
    const head = [`HTTP ${status}`, ...shown].join('; ');
    if (/^text\/event-stream/i.test(type)) await this.readEvents(response, head, attempt);
    else await this.readWhole(response, head, attempt);
  }

  private async readWhole(response: HttpResponse, head: string, attempt: Attempt): Promise<void> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BODY) break;
    }
    const text = Buffer.concat(chunks).toString('utf8');
    if (attempt.exchange.http) attempt.exchange.http.body = text;
    const value = parsed(text);
    if (value === undefined) this.transcript.note(text, head);
    else await this.hear(this.transcript.receive(value, text, head).messages, attempt);
  }

  private async readEvents(response: HttpResponse, head: string, attempt: Attempt): Promise<void> {
    const { exchange, stop } = attempt;
    const waiting: Promise<void>[] = [];
    this.transcript.note('', head);
    let timer: NodeJS.Timeout | undefined;
    const parser = new SseParser(({ data, id }) => {
      if (id !== '' && id !== this.eventIds.at(-1)) this.eventIds.push(id);
      const value = parsed(data);
      if (value === undefined) {
        if (data !== '') this.transcript.note(data);
        return;
      }
      waiting.push(this.hear(this.transcript.receive(value, data).messages, attempt));
      if (this.isDone(attempt))
        timer ??= setTimeout(() => stop.abort(), attempt.options.until ? 0 : STREAM_END_MS);
    }, MAX_BODY);
    try {
      for await (const chunk of response.body) parser.push(chunk);
      if (exchange.http) exchange.http.ended = true;
    } catch (error) {
      if (!this.isDone(attempt)) throw error;
      if (exchange.http) exchange.http.ended = false;
    } finally {
      clearTimeout(timer);
      await Promise.all(waiting);
    }
  }

  private isDone({ exchange, options: { ids = [], until } }: Attempt): boolean {
    if (ids.length > 0 && exchange.replies.length >= ids.length) return true;
    return until !== undefined && exchange.messages.some(until);
  }

  private async hear(messages: Message[], { exchange, options: { ids = [] } }: Attempt): Promise<void> {
    for (const message of messages) {
      exchange.messages.push(message);
      if (isResponse(message) && ids.includes(message.id)) exchange.replies.push(message);
      const answer = isRequest(message) ? this.onRequest?.(message) : undefined;
      if (answer !== undefined) await this.exchange(JSON.stringify(answer), { timeoutMs: 2000 });
    }
  }
}

/** The frames of a request that was sent outside the protocol, such as one for metadata. */
export async function plainGet(
  settings: HttpSettings,
  url: URL,
): Promise<{ answer?: HttpAnswer; frames: Frame[] }> {
  const transcript = new Transcript();
  transcript.send('', `GET ${url.href}`);
  try {
    const signal = AbortSignal.any([settings.signal, AbortSignal.timeout(3000)]);
    const response = await settings.client.send(url, {
      method: 'GET',
      headers: { accept: 'application/json' },
      signal,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    transcript.note(body, `HTTP ${response.status}; content-type: ${response.header('content-type')}`);
    const answer = { status: response.status, header: response.header, body };
    return { answer, frames: transcript.frames };
  } catch (error) {
    transcript.note((error as Error).message);
    return { frames: transcript.frames };
  }
}

function withoutAuthorization(headers: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'authorization'),
  );
}

function messageIn(text: string): Message {
  const value = parsed(text);
  return isObject(value) ? value : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
