/**
 * JSON-RPC over a transport. Ids match exactly, by type and value; an answer settles one request or none;
 * nothing that a server sends can throw, dead-lock or satisfy a request that it does not belong to.
 */
import { setMaxListeners } from 'node:events';
import type { Answers, Era, ProgressNote, Reply, RequestOptions } from '../../types/connection.js';
import type { Reason } from '../../types/verdict.js';
import { isObject, ownValue } from '../../util/plain.js';
import { clip, show } from '../../util/text.js';
import { Answerer } from './answers.js';
import { ENDED_UNASKED, type FaultLog, FRAMING_FAULTS } from './fault-log.js';
import { Notices } from './notices.js';
import { type Outcome, outcomeOf } from './outcome.js';
import { noteProgress } from './progress-notes.js';
import { BATCH_REVISION, type ClientInfo, META, modernMeta } from './revisions.js';
import type { ExchangeFailure, Message, Transport, TransportListener } from './transport.js';

/** More list_changed notifications than this on one connection are a flood. */
const MANY_NOTIFICATIONS = 100;

/** How long the way for unasked messages may take to stand before requests go on without it. */
const HEAR_MS = 2000;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A reply with what only the handshake and the recovery of HTTP sessions want to know. */
export type SessionReply = Reply & { status?: number; expired?: boolean };

export interface SessionOptions {
  faults: FaultLog;
  client: ClientInfo;
  /** For a request that names no limit of its own. */
  timeoutMs: number;
  /** What we say when the server asks us. */
  answers?: Answers;
}

interface Pending {
  method: string;
  progress: ProgressNote[];
  wantsProgress: boolean;
  notices?: Notices;
  settle(outcome: Outcome): void;
}

export class Session implements TransportListener {
  era: Era = 'legacy';
  revision: string | undefined;
  readonly answerer: Answerer;
  readonly faults: FaultLog;
  private readonly client: ClientInfo;
  private readonly timeoutMs: number;
  private lastId = 0;
  private readonly pending = new Map<number, Pending>();
  /** Requests given up on, whose answers may still come: when, and whether they were too slow. */
  private readonly abandoned = new Map<number, { at: number; method: string; late: boolean }>();
  /** Requests that are answered and wait for what comes right behind. */
  private readonly listening = new Set<Notices>();
  private subscribed: Promise<void> | undefined;
  private acknowledged: (() => void) | undefined;
  private gone: Reason | undefined;
  listChanges = 0;

  constructor(
    readonly transport: Transport,
    options: SessionOptions,
  ) {
    this.faults = options.faults;
    this.client = options.client;
    this.timeoutMs = options.timeoutMs;
    this.answerer = new Answerer(options.answers ?? {}, options.faults);
    transport.listen(this);
  }

  request(method: string, params: Message = {}, options: RequestOptions = {}): Promise<SessionReply> {
    const id = ++this.lastId;
    const started = performance.now();
    const progress: ProgressNote[] = [];
    const notices = options.notifications ? new Notices(options.onNotice) : undefined;
    return new Promise((resolve) => {
      const limit = Math.min(options.timeout_ms ?? this.timeoutMs, LONGEST_TIMER_MS);
      const late = () => this.giveUp(id, `no answer to ${method} within ${limit} ms`, 'deadline');
      // Timers run before the pipes are read: when we were busy ourselves, the answer may have come in time.
      const timer = setTimeout(() => setImmediate(late), limit);
      const onAbort = () => this.giveUp(id, `${method} was cancelled`, 'interrupted');
      const { cancel_after_ms: patience } = options;
      const cancel = () => this.giveUp(id, `${method} was cancelled after ${patience} ms`, 'cancelled');
      const canceller = patience === undefined ? undefined : setTimeout(cancel, patience);
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        clearTimeout(canceller);
        options.signal?.removeEventListener('abort', onAbort);
        const reply = { ...outcome, duration_ms: milliseconds(started), progress };
        const answered = outcome.kind === 'result' || outcome.kind === 'error';
        this.pending.delete(id);
        if (!notices) return resolve(reply);
        if (!answered) return resolve({ ...reply, notifications: notices.list });
        this.listening.add(notices);
        const { wait_for } = options;
        const awaited = wait_for ? notices.until(wait_for.method, wait_for.ms) : undefined;
        void Promise.resolve(awaited).then(async () => {
          await notices.quiet();
          this.listening.delete(notices);
          resolve({ ...reply, notifications: notices.list });
        });
      };
      this.pending.set(id, { method, progress, wantsProgress: options.progress === true, notices, settle });
      if (this.gone !== undefined) return settle({ kind: 'died', ...this.gone });
      if (options.signal?.aborted) return onAbort();
      if (options.signal) {
        // As many requests may wait for one signal as the caller likes.
        setMaxListeners(0, options.signal);
        options.signal.addEventListener('abort', onAbort);
      }
      const meta: Message = options.progress ? { progressToken: id } : {};
      if (options.traceparent !== undefined) meta.traceparent = options.traceparent;
      const full = this.withMeta(params, meta, options.extensions);
      this.transport.send({ jsonrpc: '2.0', id, method, params: full }, limit);
    });
  }

  notify(method: string, params: Message = {}): void {
    const full = this.withMeta(params, {});
    const isBare = Object.keys(full).length === 0;
    this.transport.send(isBare ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params: full });
  }

  /** Open the way for notifications that belong to no request; resolves when it stands, or there is none. */
  hear(): Promise<void> {
    const soon = new Promise<void>((resolve) => setTimeout(resolve, HEAR_MS).unref());
    // A server may hold back the headers of its stream until there is something to say on it.
    if (this.era === 'legacy') return Promise.race([this.transport.hear?.(), soon]);
    this.subscribed ??= new Promise((resolve) => {
      this.acknowledged = resolve;
      void soon.then(resolve);
      const notifications = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
      const options = { timeout_ms: LONGEST_TIMER_MS };
      void this.request('subscriptions/listen', { notifications }, options).then(() => resolve());
    });
    return this.subscribed;
  }

  /** Requests still open settle as died; the server is shut down in good order. */
  close(): Promise<void> {
    if (this.gone === undefined) this.endAll({ message: 'the connection was closed.' });
    return this.transport.close();
  }

  onMessage(value: unknown, status?: number): void {
    if (Array.isArray(value)) this.batch(value);
    else if (!isObject(value))
      this.faults.add('not-a-message', 'a JSON value came that is not a message', show(value));
    else if (!Object.hasOwn(value, 'method')) this.response(value, status);
    else if (Object.hasOwn(value, 'id')) this.serverRequest(value);
    else this.notification(String(value.method), value.params);
  }

  onFailure(id: number, failure: ExchangeFailure): void {
    this.pending.get(id)?.settle(failure);
  }

  onGone(reason: Reason): void {
    // With a request open its reply tells of it; with none, nobody would.
    if (this.pending.size === 0 && this.revision !== undefined && this.transport.kind === 'stdio') {
      this.faults.add(ENDED_UNASKED, `with no request open, ${reason.message.replace(/\.$/, '')}`);
    }
    this.endAll(reason);
  }

  private endAll(reason: Reason): void {
    this.gone = reason;
    for (const pending of [...this.pending.values()]) {
      const message = `${pending.method} was pending when ${reason.message}`;
      pending.settle({ kind: 'died', ...reason, message });
    }
  }

  /** What the caller puts into `_meta` itself stands, and what is no map of parameters is left as it is. */
  private withMeta(params: Message, extra: Message, extensions: readonly string[] = []): Message {
    const meta =
      this.era === 'modern' ? { ...extra, ...modernMeta(this.client, this.declared(extensions)) } : extra;
    const given = ownValue(params, '_meta');
    const isFixed = Object.keys(meta).length === 0 || !isObject(params);
    if (isFixed || (given !== undefined && !isObject(given))) return params;
    return { ...params, _meta: { ...meta, ...given } };
  }

  private declared(extensions: readonly string[]): Message {
    const { capabilities } = this.answerer;
    if (extensions.length === 0) return capabilities;
    return { ...capabilities, extensions: Object.fromEntries(extensions.map((name) => [name, {}])) };
  }

  private giveUp(id: number, message: string, reason: 'deadline' | 'interrupted' | 'cancelled'): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.abandoned.set(id, { at: performance.now(), method: pending.method, late: reason === 'deadline' });
    const kind = reason === 'cancelled' ? 'cancelled' : 'timeout';
    const why = kind === 'timeout' ? this.faults.find(FRAMING_FAULTS) : undefined;
    pending.settle({ kind, message: why ? `${message}; ${why}` : message });
    const told =
      pending.method !== 'initialize' && !(this.era === 'modern' && this.transport.kind !== 'stdio');
    if (told) this.notify('notifications/cancelled', { requestId: id, reason: clip(message, 200) });
    this.transport.abandon(id);
  }

  private batch(values: unknown[]): void {
    if (this.revision === BATCH_REVISION) {
      for (const value of values) if (!Array.isArray(value)) this.onMessage(value);
      return;
    }
    const message = `a batch array came, which ${this.revision ?? 'the handshake'} does not allow`;
    this.faults.add('batch', message);
    for (const value of values) {
      const id = ownValue(value, 'id');
      if (typeof id === 'number') this.onFailure(id, { kind: 'invalid', message });
    }
  }

  private response(value: Message, status?: number): void {
    const id = ownValue(value, 'id');
    const pending = typeof id === 'number' ? this.pending.get(id) : undefined;
    if (pending) {
      pending.settle(status === undefined ? outcomeOf(value) : { ...outcomeOf(value), status });
      return;
    }
    const given = typeof id === 'number' ? this.abandoned.get(id) : undefined;
    if (given) {
      this.abandoned.delete(id as number);
      const ms = Math.ceil(performance.now() - given.at);
      const message = `the answer to ${given.method} came ${ms} ms after its deadline and was discarded`;
      if (given.late) this.faults.addAbout(given.method, 'late-answer', message);
      return;
    }
    if (typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= this.lastId) {
      this.faults.add('duplicate-id', `request ${id} was answered more than once; the first answer counts`);
      return;
    }
    const waiting = [...this.pending.keys()].slice(0, 5).map((each) => show(each));
    const open = waiting.length
      ? `while ${waiting.join(', ')} (number) was pending`
      : 'while nothing was pending';
    const shown = id === undefined ? 'no id' : `id ${show(id)} (${id === null ? 'null' : typeof id})`;
    this.faults.add('unmatched-id', `an answer came with ${shown} ${open}`);
  }

  private serverRequest(value: Message): void {
    const { id, method } = value;
    const echoed = typeof id === 'number' ? this.pending.get(id) : undefined;
    if (echoed && echoed.method === method && isObject(value.params)) {
      this.faults.add('echo', 'the program sends our own requests back');
      echoed.settle({
        kind: 'invalid',
        message: 'the program sent our request back: it is not an MCP server',
      });
      return;
    }
    if (this.era === 'modern') {
      this.faults.addAbout(
        method,
        'server-request',
        `the server sent the request ${show(method)}, which 2026-07-28 forbids`,
      );
      return;
    }
    if (typeof id !== 'string' && typeof id !== 'number') {
      this.faults.addAbout(
        method,
        'bad-request-id',
        `the server sent the request ${show(method)} with id ${show(id)}`,
      );
      return;
    }
    if (method === 'ping') {
      this.transport.send({ jsonrpc: '2.0', id, result: {} });
      return;
    }
    void this.answerer.answer(method, value.params).then((answered) => {
      const body = 'result' in answered ? { result: answered.result } : { error: answered.error };
      this.transport.send({ jsonrpc: '2.0', id, ...body });
    });
  }

  private notification(method: string, params: unknown): void {
    if (method === 'notifications/progress') {
      this.progress(params);
      return;
    }
    if (method === 'notifications/subscriptions/acknowledged') {
      this.acknowledged?.();
      const id = ownValue(ownValue(params, '_meta'), META.subscriptionId);
      this.pending.get(Number(id))?.notices?.add(method, params);
      return;
    }
    for (const { notices } of this.pending.values()) notices?.add(method, params);
    for (const notices of this.listening) notices.add(method, params);
    if (!method.endsWith('/list_changed')) return;
    this.listChanges += 1;
    if (this.listChanges > MANY_NOTIFICATIONS) {
      this.faults.add(
        'notification-flood',
        `more than ${MANY_NOTIFICATIONS} list_changed notifications came`,
      );
    }
  }

  private progress(params: unknown): void {
    const token = ownValue(params, 'progressToken');
    if (typeof token === 'number' && this.abandoned.has(token)) return;
    const pending = typeof token === 'number' ? this.pending.get(token) : undefined;
    if (pending?.wantsProgress) noteProgress(pending.progress, params, this.faults);
    else {
      const which = token === undefined ? 'without a token' : `for the token ${show(token)}`;
      const message = `progress came ${which}, which no request waits on`;
      this.faults.add('progress-unknown-token', message);
    }
  }
}

/** Milliseconds since `started`, to the microsecond, on a clock that never jumps. */
function milliseconds(started: number): number {
  return Math.round((performance.now() - started) * 1000) / 1000;
}
