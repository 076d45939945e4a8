/**
 * Many calls of one tool, and how long each took. In a closed loop every caller waits for its answer before it calls
 * again. In an open loop calls are due at a fixed rate, and each is measured from the time at which it was due: a server
 * that stalls makes every call behind it late, and all of them count.
 */
import type { Connection, Reply } from '../types/connection.js';
import type { LoadResult } from '../types/load.js';
import { isObject } from '../util/plain.js';
import { Latencies } from './latencies.js';
import { MemoryWatch } from './memory.js';

export interface LoadOptions {
  tool: string;
  args: unknown;
  /** Callers of a closed loop; 1 unless told. */
  concurrency?: number;
  /** Calls a second of an open loop. */
  rate?: number;
  for_ms: number;
  /** At most so many. */
  calls: number;
  timeout_ms: number;
  /** The process whose memory is watched. */
  pid?: number;
  signal?: AbortSignal;
}

/** More are never open at a time; what is due meanwhile waits, and its wait counts. */
const MOST_OPEN = 2000;

export async function runLoad(connection: Connection, options: LoadOptions): Promise<LoadResult> {
  const load = new Load(connection, options);
  const memory = options.pid === undefined ? undefined : new MemoryWatch(options.pid);
  const started = performance.now();
  await (options.rate === undefined ? load.closed(started) : load.open(started, options.rate));
  const seconds = (performance.now() - started) / 1000;
  return load.result(seconds, memory?.stop());
}

class Load {
  readonly #latencies = new Latencies();
  readonly #errors = new Map<string, number>();
  readonly #notes: string[] = [];
  #sent = 0;

  constructor(
    private readonly connection: Connection,
    private readonly options: LoadOptions,
  ) {}

  async closed(started: number): Promise<void> {
    const worker = async (): Promise<void> => {
      while (this.#mayGoOn(started)) await this.#one(performance.now());
    };
    await Promise.all(Array.from({ length: this.options.concurrency ?? 1 }, worker));
  }

  async open(started: number, rate: number): Promise<void> {
    const pending = new Set<Promise<void>>();
    const { for_ms, calls } = this.options;
    const most = Math.min(calls, Math.ceil((for_ms / 1000) * rate));
    for (let next = 0; next < most && this.connection.alive && !this.options.signal?.aborted; next += 1) {
      const due = started + (next / rate) * 1000;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (pending.size >= MOST_OPEN) await Promise.race(pending);
      // A timer may be early; a call that is sent before it is due has waited for nobody.
      const call = this.#one(Math.min(due, performance.now())).finally(() => pending.delete(call));
      pending.add(call);
    }
    await Promise.all(pending);
  }

  result(seconds: number, memory: LoadResult['memory']): LoadResult {
    const { tool, concurrency, rate } = this.options;
    const errors = [...this.#errors.values()].reduce((sum, count) => sum + count, 0);
    const answered = this.#latencies.count;
    return {
      tool,
      mode: rate === undefined ? 'closed' : 'open',
      ...(rate === undefined ? { concurrency: concurrency ?? 1 } : { rate }),
      calls: this.#sent,
      errors,
      error_rate: this.#sent === 0 ? 0 : errors / this.#sent,
      errors_by_kind: Object.fromEntries([...this.#errors].sort(([a], [b]) => (a < b ? -1 : 1))),
      seconds: Math.round(seconds * 1000) / 1000,
      per_second: seconds === 0 ? 0 : Math.round((answered / seconds) * 10) / 10,
      ...this.#latencies.summary(),
      ...(memory && { memory }),
      notes: this.#notes,
    };
  }

  #mayGoOn(started: number): boolean {
    const { for_ms, calls, signal } = this.options;
    if (this.#sent >= calls || signal?.aborted || performance.now() - started >= for_ms) return false;
    return this.connection.alive;
  }

  async #one(due: number): Promise<void> {
    const { tool, args, timeout_ms, signal } = this.options;
    this.#sent += 1;
    const reply = await this.connection.request(
      'tools/call',
      { name: tool, arguments: args },
      { timeout_ms, signal },
    );
    const error = errorKind(reply);
    if (error === undefined) this.#latencies.add(performance.now() - due);
    else this.#errors.set(error, (this.#errors.get(error) ?? 0) + 1);
    if (reply.kind === 'died' && this.#notes.length === 0)
      this.#notes.push(`the server went away: ${reply.message}`);
  }
}

/** Undefined for an answer that is no error. */
export function errorKind(reply: Reply): string | undefined {
  if (reply.kind === 'result')
    return isObject(reply.result) && reply.result.isError === true ? 'tool error' : undefined;
  if (reply.kind !== 'error') return reply.kind;
  return reply.http_status === undefined ? `error ${reply.error.code}` : `HTTP ${reply.http_status}`;
}
