/**
 * The recorder as the agent's stdio server, with the real one behind a URL: each line is the body of a POST, each answer
 * and event a line, byte for byte. Sessions, protocol headers, the GET stream and a session that the server forgot are
 * dealt with here, since an agent on stdio knows nothing of them.
 */
import type { HttpClient, HttpRequest, HttpResponse } from '../client/http/http-client.js';
import { exchange } from '../client/http/http-exchange.js';
import { type HeaderState, requestHeaders, requestUrl, shownUrl } from '../client/http/http-headers.js';
import { ParamHeaders } from '../client/http/param-headers.js';
import { FaultLog } from '../client/session/fault-log.js';
import { CODE, claimedVersion, claimsModern } from '../rpc-server/eras.js';
import type { ServerSpec } from '../types/connection.js';
import { awaited } from '../util/awaited.js';
import { isObject, ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { type Answered, readReply } from './http-replies.js';
import type { Injector } from './injections.js';
import { oneLineOf, parsedLine } from './lines.js';
import type { Recording } from './recording.js';
import type { AgentStreams } from './stdio-to-stdio.js';
import { decideLine, sendToAgent } from './verdicts.js';
import { WireLines } from './wire-lines.js';

export interface HttpBridge {
  agent: AgentStreams;
  spec: ServerSpec & { url: string };
  token: string | undefined;
  http: HttpClient;
  recording: Recording;
  injector?: Injector;
  signal: AbortSignal;
}

/** How long open requests may take after the agent ended its input. */
const GRACE_MS = 5000;
const DELETE_MS = 1000;
const NEWLINE = Buffer.from('\n');

/** Resolves with why it ended. */
export async function relayToHttp(init: HttpBridge): Promise<string> {
  const bridge = new Bridge(init);
  const { agent, recording, signal } = init;
  const ended = new Promise<string>((resolve) => {
    const stop = (): void => resolve('the recorder was told to stop');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    agent.output.once('close', () => resolve('the agent closed its side'));
    agent.output.once('error', () => resolve('the agent closed its side'));
    bridge.onCut = () => resolve('the connection was cut on purpose');
    const lines = new WireLines({
      line: (line) => bridge.take(line),
      tooLong: (bytes) => recording.unread('agent', bytes),
    });
    agent.input.on('data', (chunk: Buffer) => lines.push(chunk));
    agent.input.once('end', () => {
      lines.end();
      resolve('the agent ended its input');
    });
    agent.input.once('error', () => resolve('the agent ended its input'));
  });
  const why = await awaited('the agent to end', ended);
  await bridge.close(why === 'the agent ended its input' ? GRACE_MS : 0);
  agent.input.destroy();
  return why;
}

class Bridge {
  onCut: () => void = () => {};
  readonly #target: URL;
  readonly #state: HeaderState = {
    era: undefined,
    revision: undefined,
    sessionId: undefined,
    params: new ParamHeaders(),
  };
  /** What has to be there before anything else goes: the handshake and notifications. */
  #order: Promise<void> = Promise.resolve();
  readonly #open = new Map<string, AbortController>();
  readonly #working = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  /** The handshake, to be repeated when the server forgets the session. */
  #handshake: Buffer[] = [];
  #reopened: Promise<void> | undefined;

  constructor(private readonly init: HttpBridge) {
    this.#target = requestUrl(init.spec.url);
  }

  take(line: Buffer): void {
    const { recording, injector, agent } = this.init;
    recording.frame('agent', line);
    const body = oneLineOf(line);
    if (body.length === 0) return;
    const message = parsedLine(body);
    const pass = (): void => this.#send(body, message);
    decideLine({ injector, recording, message, pass, output: agent.output, cut: this.onCut });
  }

  /** Ends what is open, and the session with the server. */
  async close(graceMs: number): Promise<void> {
    const late = setTimeout(() => this.#closing.abort(), graceMs);
    await Promise.all(this.#working);
    clearTimeout(late);
    this.#closing.abort();
    const { sessionId } = this.#state;
    if (sessionId === undefined) return;
    const headers = requestHeaders(this.init.spec, this.#state, this.init.token);
    await this.init.http
      .send(this.#target, { method: 'DELETE', headers, signal: AbortSignal.timeout(DELETE_MS) })
      .then((response) => response.discard())
      .catch(() => {});
  }

  #send(body: Buffer, message: unknown): void {
    const { id, method, params } = isObject(message) ? message : {};
    const isRequest = id !== undefined && typeof method === 'string';
    if (method === 'notifications/cancelled' && this.#state.era === 'modern') {
      this.#open.get(JSON.stringify(ownValue(params, 'requestId')))?.abort();
      return;
    }
    const key = JSON.stringify(id);
    const aborter = new AbortController();
    if (isRequest) this.#open.set(key, aborter);
    const signal = AbortSignal.any([aborter.signal, this.#closing.signal]);
    const asked = this.#order
      .then(() => this.#ask(body, message, signal))
      .catch((error: Error) => {
        if (!signal.aborted) this.#fail(message, error.message);
      })
      .finally(() => {
        if (this.#open.get(key) === aborter) this.#open.delete(key);
        this.#working.delete(asked);
      });
    if (!isRequest || method === 'initialize') this.#order = asked;
    if (method === 'initialize') this.#handshake = [body];
    if (method === 'notifications/initialized') {
      this.#handshake.push(body);
      void asked.then(() => this.#listen());
    }
    this.#working.add(asked);
  }

  async #ask(body: Buffer, message: unknown, signal: AbortSignal, isAgain = false): Promise<void> {
    const { sessionId } = this.#state;
    const response = await this.#exchange({ method: 'POST', headers: this.#headers(message), body, signal });
    const method = ownValue(message, 'method');
    if (method === 'initialize' && response.ok) this.#state.sessionId = response.header('mcp-session-id');
    if (response.status === 404 && sessionId !== undefined && !isAgain && this.#state.era !== 'modern') {
      response.discard();
      await this.#reopen(sessionId);
      return this.#ask(body, message, signal, true);
    }
    const id = ownValue(message, 'id');
    const answered = await readReply(response, {
      deliver: (bytes) => this.#deliver(bytes, method),
      isAnswer: (value) =>
        id !== undefined && ownValue(value, 'id') === id && !('method' in (value as object)),
      resume: (lastEventId) =>
        this.#exchange({
          method: 'GET',
          headers: {
            ...requestHeaders(this.init.spec, this.#state, this.init.token),
            'last-event-id': lastEventId,
          },
          signal,
        }),
    });
    if (id !== undefined && typeof method === 'string') this.#settle(message, answered);
  }

  /** An agent on stdio cannot follow a redirect, nor come again when the server is less busy. */
  async #exchange(request: HttpRequest): Promise<HttpResponse> {
    const exchanged = await exchange(this.init.http, this.#target.href, request);
    if (exchanged.ok) return exchanged.response;
    throw new Error(exchanged.message);
  }

  #settle(message: unknown, { isAnswered, problem }: Answered): void {
    if (!isAnswered) this.#fail(message, problem);
  }

  #headers(message: unknown) {
    const params = ownValue(message, 'params');
    const isModern = claimsModern(params);
    if (isModern) this.#state.era = 'modern';
    const revision = isModern ? String(claimedVersion(params)) : this.#state.revision;
    const state = isModern ? { ...this.#state, revision, sessionId: undefined } : this.#state;
    return requestHeaders(this.init.spec, state, this.init.token, isObject(message) ? message : {});
  }

  /** A session that is gone is opened anew, once for all requests that noticed. */
  #reopen(lost: string): Promise<void> {
    if (this.#state.sessionId !== lost) return Promise.resolve();
    this.#reopened ??= this.#repeatHandshake().finally(() => {
      this.#reopened = undefined;
    });
    return this.#reopened;
  }

  async #repeatHandshake(): Promise<void> {
    this.#state.sessionId = undefined;
    for (const body of this.#handshake) {
      const message = parsedLine(body);
      const headers = this.#headers(message);
      const signal = this.#closing.signal;
      const response = await this.#exchange({ method: 'POST', headers, body, signal });
      if (ownValue(message, 'method') === 'initialize')
        this.#state.sessionId = response.header('mcp-session-id');
      response.discard();
    }
    void this.#listen();
  }

  /** What the server says unasked, where it has a stream for it. */
  async #listen(): Promise<void> {
    if (this.#state.era === 'modern') return;
    const { signal } = this.#closing;
    const headers = requestHeaders(this.init.spec, this.#state, this.init.token);
    const get = (lastEventId?: string) =>
      this.#exchange({
        method: 'GET',
        headers: lastEventId === undefined ? headers : { ...headers, 'last-event-id': lastEventId },
        signal,
      });
    try {
      const response = await get();
      if (!response.ok) return response.discard();
      await readReply(response, {
        deliver: (bytes) => this.#deliver(bytes, undefined),
        isAnswer: () => false,
        resume: get,
      });
    } catch {
      // Without the stream, answers still come.
    }
  }

  #deliver(bytes: Buffer, method: unknown): void {
    const { recording, injector, agent } = this.init;
    const line = oneLineOf(bytes);
    const value = parsedLine(line);
    const result = ownValue(value, 'result');
    const revision = ownValue(result, 'protocolVersion');
    if (method === 'initialize' && typeof revision === 'string') {
      this.#state.era = 'legacy';
      this.#state.revision = revision;
    }
    const tools = ownValue(result, 'tools');
    if (method === 'tools/list' && Array.isArray(tools))
      this.#state.params.learn(tools.filter(isObject), new FaultLog());
    const whole = Buffer.concat([line, NEWLINE]);
    sendToAgent({ injector, recording, line: whole, value, output: agent.output });
  }

  /** The agent waits for an answer that will not come. */
  #fail(message: unknown, why: string): void {
    const id = ownValue(message, 'id');
    if (id === undefined || typeof ownValue(message, 'method') !== 'string') return;
    const text = `${shownUrl(this.init.spec.url)}: ${oneLine(why)}`;
    const reply = { jsonrpc: '2.0', id, error: { code: CODE.noAnswer, message: text } };
    const line = Buffer.from(`${JSON.stringify(reply)}\n`);
    this.init.recording.frame('proxy', line);
    this.init.agent.output.write(line);
  }
}
