/**
 * The server under test: one connection at a time, opened anew whenever the last one broke or a failure has to show
 * itself on a fresh one. After each call the server is asked something harmless, so that what it does late (noise, an
 * exit, silence) is held against the call that caused it.
 */
import { isAbsolute } from 'node:path';
import type { Redactor } from '../redact/redactor.js';
import type { Connection, Fault, Reply } from '../types/connection.js';
import type { FuzzCall } from '../types/fuzz.js';
import { EXIT, McptestError } from '../util/errors.js';

export interface FuzzTarget {
  /** A fresh process, or a fresh session with a server that others started. Rejects when there is none. */
  open(): Promise<Connection>;
  redactor: Redactor;
  /** Paths that the user gave the server, such as the folder that it serves. */
  givenPaths: readonly string[];
  signal?: AbortSignal;
}

export interface SeenCall {
  call: FuzzCall;
  reply: Reply;
  /** Protocol violations that came with it. */
  faults: Fault[];
  /** What the harmless question after it came to. */
  after?: Reply;
}

/** What the server did before, what we did ourselves, and what has an outcome of its own. */
const NOT_OF_A_CALL = new Set([
  'late-answer',
  'session-expired',
  'session-expiry-not-404',
  'leaked-processes',
  'ignored-sigterm',
  'server-ended',
  'get-stream-refused',
  'notification-refused',
  'unanswered-request',
  'capability-unserved',
  'capability-undeclared',
  'tool-name',
  'duplicate-key',
  'duplicate-name',
  'empty-cursor',
  'inexact-number',
]);

export class FuzzServer {
  /** The calls that the current connection has answered, in order. */
  history: FuzzCall[] = [];
  calls = 0;
  #connection: Connection | undefined;
  #known = new Map<string, number>();

  constructor(
    readonly target: FuzzTarget,
    private readonly maxCallMs: number,
  ) {}

  async call(call: FuzzCall): Promise<SeenCall> {
    const connection = await this.#open();
    this.calls += 1;
    this.history.push(call);
    const options = { timeout_ms: this.maxCallMs, signal: this.target.signal };
    const reply = await connection.request('tools/call', { name: call.tool, arguments: call.args }, options);
    const answered = reply.kind === 'result' || reply.kind === 'error';
    const after = answered ? await this.#askAgain(connection) : undefined;
    if (this.target.signal?.aborted) throw stopped();
    const faults = this.#newFaults(connection);
    if (!isUsable(reply) || (after !== undefined && !isUsable(after))) await this.restart();
    return { call, reply, faults, ...(after && { after }) };
  }

  /** The next call meets a fresh server. */
  async restart(): Promise<void> {
    const old = this.#connection;
    this.#connection = undefined;
    this.history = [];
    this.#known = new Map();
    await old?.close();
  }

  async #open(): Promise<Connection> {
    if (this.#connection && !this.#connection.alive) await this.restart();
    if (this.#connection === undefined) {
      this.#connection = await this.target.open();
      this.#newFaults(this.#connection);
    }
    return this.#connection;
  }

  async #askAgain(connection: Connection): Promise<Reply | undefined> {
    const { era, transport } = connection.info;
    // Over HTTP each request goes its own way, and what is late cannot be told apart.
    if (transport !== 'stdio') return undefined;
    const options = { timeout_ms: this.maxCallMs, signal: this.target.signal };
    return connection.request(era === 'legacy' ? 'ping' : 'tools/list', {}, options);
  }

  #newFaults(connection: Connection): Fault[] {
    return connection.faults().filter((fault) => {
      const { code, count, place } = fault;
      const key = JSON.stringify([code, place]);
      const isNew = count > (this.#known.get(key) ?? 0);
      this.#known.set(key, count);
      const isOfCall = place === undefined || place.method === 'tools/call';
      return isNew && isOfCall && !NOT_OF_A_CALL.has(code);
    });
  }
}

/** Nobody is accused of what we broke off ourselves. */
function stopped(): McptestError {
  return new McptestError({
    code: 'cancelled',
    message: 'it was stopped before its end',
    exitCode: EXIT.interrupted,
  });
}

/** Whether the connection can go on after this reply. */
function isUsable(reply: Reply): boolean {
  return reply.kind !== 'died' && reply.kind !== 'timeout' && reply.kind !== 'invalid';
}

/** Folders among the words of the command. The program itself is none of them: where it lies is nobody's business. */
export function givenPaths(command: readonly string[]): string[] {
  return command.filter((word) => isAbsolute(word) && !/\.[a-z]{1,4}$/i.test(word)).slice(1);
}
