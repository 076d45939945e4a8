/** A stdio server whose agent speaks HTTP: which answer goes to which request, and where the rest is told. */
import type { ServerResponse } from 'node:http';
import { FaultLog } from '../client/session/fault-log.js';
import type { ServerProcess } from '../client/stdio/server-process.js';
import { CODE } from '../rpc-server/eras.js';
import { openEventStream, refuse } from '../rpc-server/http-io.js';
import { isObject, ownValue } from '../util/plain.js';
import type { AgentVerdict, Injector } from './injections.js';
import { oneLineOf, parsedLine } from './lines.js';
import type { Recording } from './recording.js';
import { WireLines } from './wire-lines.js';

export interface ServedSettings {
  recording: Recording;
  client: number;
  injector?: Injector;
  errors: NodeJS.WritableStream;
}

const NEWLINE = Buffer.from('\n');

export class ServedProcess {
  /** By id: who waits for an answer, with the token of its progress. */
  readonly #waiting = new Map<string, { response: ServerResponse; token: unknown }>();
  /** The stream for what belongs to no request; the newest one counts. */
  #stream: ServerResponse | undefined;
  /** What was said before there was anybody to hear it. */
  #unheard: Buffer[] = [];
  #isGone = false;

  constructor(
    private readonly server: ServerProcess,
    private readonly settings: ServedSettings,
  ) {
    const { recording, client, errors } = settings;
    const lines = new WireLines({
      line: (line) => this.#fromServer(line),
      tooLong: (bytes) => recording.unread('server', bytes, { client }),
    });
    server.child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
    server.child.stderr?.on('data', (chunk: Buffer) => errors.write(chunk));
    void server.gone.then(() => this.#left());
  }

  isOpen(id: unknown): boolean {
    return this.#waiting.has(JSON.stringify(id));
  }

  take(body: Buffer, message: unknown, response: ServerResponse): void {
    const { recording, client, injector } = this.settings;
    if (this.#isGone) {
      refuse(response, 404, CODE.sessionNotFound, 'Session not found');
      return;
    }
    recording.frame('agent', body, { client });
    const verdict = injector?.fromAgent(message);
    if (verdict?.fault !== undefined) recording.note({ fault: verdict.fault, id: verdict.id, client });
    if (verdict !== undefined && verdict.delay_ms === undefined) {
      this.#answerFor(verdict, response);
      return;
    }
    this.#expect(message, response);
    const ms = (injector?.latency_ms ?? 0) + (verdict?.delay_ms ?? 0);
    const pass = (): void => void this.server.child.stdin?.write(Buffer.concat([body, NEWLINE]));
    if (ms > 0) setTimeout(pass, ms);
    else pass();
  }

  listen(response: ServerResponse): void {
    this.#stream = response;
    for (const line of this.#unheard.splice(0)) writeEvent(response, line);
    response.on('close', () => {
      if (this.#stream === response) this.#stream = undefined;
    });
  }

  stop(): Promise<void> {
    return this.server.stop(new FaultLog());
  }

  #expect(message: unknown, response: ServerResponse): void {
    const messages = Array.isArray(message) ? message : [message];
    const asked = messages.find((each) => isObject(each) && 'id' in each && 'method' in each);
    if (asked === undefined) {
      response.writeHead(202).end();
      return;
    }
    const key = JSON.stringify(asked.id);
    const token = ownValue(ownValue(asked.params, '_meta'), 'progressToken');
    const waiting = { response, token };
    this.#waiting.set(key, waiting);
    response.on('close', () => {
      if (this.#waiting.get(key) === waiting) this.#waiting.delete(key);
    });
  }

  #answerFor(verdict: AgentVerdict, response: ServerResponse): void {
    const { recording, client } = this.settings;
    if (verdict.disconnect) {
      response.destroy();
      void this.stop();
    }
    const text = verdict.reply === undefined ? verdict.raw : JSON.stringify(verdict.reply);
    // A silent one is held open until the agent gives up.
    if (text === undefined) return;
    recording.frame('proxy', Buffer.from(text), { client });
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  }

  #fromServer(raw: Buffer): void {
    const { recording, client, injector } = this.settings;
    const line = oneLineOf(raw);
    if (line.length === 0) return;
    const value = parsedLine(line);
    const changed = injector?.fromServer(value);
    const told = changed === undefined ? line : Buffer.from(JSON.stringify(changed.message));
    recording.frame('server', line, changed === undefined ? { client } : { client, hidden: true });
    if (changed !== undefined) {
      recording.note({ distractors: changed.distractors });
      recording.frame('proxy', told, { client });
    }
    this.#tell(value, told);
  }

  #tell(value: unknown, line: Buffer): void {
    const first = Array.isArray(value) ? value[0] : value;
    // Noise has no place in HTTP; it is in the recording.
    if (!isObject(first)) return;
    const key = JSON.stringify(first.id);
    const waiting = 'method' in first ? undefined : this.#waiting.get(key);
    if (waiting === undefined) {
      this.#say(first, line);
      return;
    }
    this.#waiting.delete(key);
    const { response } = waiting;
    if (response.headersSent) writeEvent(response, line).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(line);
  }

  /** What is no answer goes where it belongs: the request of its progress, the stream, or the last request. */
  #say(message: Record<string, unknown>, line: Buffer): void {
    const token = ownValue(message.params, 'progressToken');
    const open = [...this.#waiting.values()];
    const own = open.find((one) => token !== undefined && one.token === token) ?? open.at(-1);
    const target = own?.response ?? this.#stream;
    if (target === undefined) {
      this.#unheard.push(line);
      return;
    }
    openEventStream(target);
    writeEvent(target, line);
  }

  #left(): void {
    this.#isGone = true;
    for (const { response } of this.#waiting.values()) response.destroy();
    this.#stream?.end();
    void this.stop();
  }
}

function writeEvent(response: ServerResponse, line: Buffer): ServerResponse {
  response.write(Buffer.concat([Buffer.from('event: message\ndata: '), line, Buffer.from('\n\n')]));
  return response;
}
