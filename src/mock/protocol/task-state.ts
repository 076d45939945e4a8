/** One task of the mock: its status, what it waits for, and what it came to. */
import { randomUUID } from 'node:crypto';
import type { RpcError } from '../../types/connection.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import type { Answer, MockQuestion, MockTaskSupport } from '../manifest.js';
import { fill } from '../template.js';

type Status = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** Kept for as long unless the manifest or the client says otherwise. */
const TTL_MS = 300_000;

export class MockTask {
  readonly id = randomUUID();
  readonly createdAt = new Date().toISOString();
  lastUpdatedAt = this.createdAt;
  status: Status = 'working';
  reply: Answer['reply'] | undefined;
  /** Questions without an answer, by name, as they go over the wire. */
  readonly open = new Map<string, Record<string, unknown>>();
  readonly controller = new AbortController();
  readonly #answers: Record<string, unknown> = Object.create(null);
  #onChange: (() => void)[] = [];

  constructor(
    readonly support: MockTaskSupport,
    readonly ttlMs: number = support.ttl_ms ?? TTL_MS,
  ) {}

  get isOver(): boolean {
    return this.status !== 'working' && this.status !== 'input_required';
  }

  /** Asks round by round; resolves with all answers, or with those so far when the task was cancelled. */
  async ask(questions: readonly MockQuestion[], args: unknown): Promise<Record<string, unknown>> {
    for (const round of [...new Set(questions.map((one) => one.round))].sort((a, b) => a - b)) {
      for (const { as, method, params } of questions.filter((one) => one.round === round)) {
        this.open.set(as, { method, params: fill(params, { args, asked: this.#answers }) });
      }
      this.#become('input_required');
      while (this.open.size > 0 && !this.isOver) await this.changed();
      if (!this.isOver) this.#become('working');
    }
    return this.#answers;
  }

  /** Names that nobody asked for are ignored. */
  answer(name: string, said: unknown): void {
    if (!this.open.delete(name)) return;
    this.#answers[name] = said;
    this.#tell();
  }

  end(reply: Answer['reply'], isFailed: boolean): void {
    if (this.isOver) return;
    this.reply = reply;
    this.#become(isFailed ? 'failed' : 'completed');
  }

  cancel(): void {
    if (this.isOver) return;
    this.open.clear();
    this.#become('cancelled');
    this.controller.abort();
  }

  /** Resolves at the next change of anything. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#onChange.push(resolve));
  }

  get error(): RpcError | undefined {
    return this.reply && 'error' in this.reply ? this.reply.error : undefined;
  }

  get result(): Record<string, unknown> | undefined {
    return this.reply && 'result' in this.reply ? this.reply.result : undefined;
  }

  /** As the stateless era shows it; `isWhole` with what it came to. */
  modern(isWhole: boolean): Record<string, unknown> {
    const { id: taskId, status, createdAt, lastUpdatedAt, ttlMs } = this;
    const known = { taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs: this.support.poll_ms };
    if (!isWhole) return known;
    const inputRequests = status === 'input_required' ? Object.fromEntries(this.open) : undefined;
    return omitUndefined({ ...known, inputRequests, result: this.result, error: this.error });
  }

  legacy(): Record<string, unknown> {
    const { id: taskId, status, createdAt, lastUpdatedAt, ttlMs: ttl } = this;
    return { taskId, status, createdAt, lastUpdatedAt, ttl, pollInterval: this.support.poll_ms };
  }

  #become(status: Status): void {
    this.status = status;
    this.lastUpdatedAt = new Date().toISOString();
    this.#tell();
  }

  #tell(): void {
    const waiting = this.#onChange;
    this.#onChange = [];
    for (const resolve of waiting) resolve();
  }
}
