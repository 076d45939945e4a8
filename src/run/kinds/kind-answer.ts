/** What asking a part of the protocol came to, and what helps to ask it. */
import type { Connection, Reply, RequestOptions } from '../../types/connection.js';
import type { Check } from '../../types/verdict.js';
import type { ListedTool } from '../attempt.js';

/** A reply, and the checks that hold of every test of this kind whatever it expects itself. */
export interface KindAnswer {
  reply: Reply;
  checks: Check[];
  notes?: string[];
}

export interface KindContext {
  connection: Connection;
  /** For the whole of it: `timeout_ms` is shared by all requests that it takes. */
  options: RequestOptions & { timeout_ms: number };
  tool(name: string): Promise<ListedTool>;
}

/** Requests that share one deadline, and the time that they took together. */
export class Budget {
  readonly #ends: number;
  readonly #started = performance.now();

  constructor(readonly ms: number) {
    this.#ends = this.#started + ms;
  }

  get left(): number {
    return Math.max(1, Math.ceil(this.#ends - performance.now()));
  }

  get isOver(): boolean {
    return performance.now() >= this.#ends;
  }

  get spent(): number {
    return Math.round((performance.now() - this.#started) * 1000) / 1000;
  }
}

export function resultReply(result: unknown, duration_ms = 0): Extract<Reply, { kind: 'result' }> {
  return { kind: 'result', result, duration_ms, progress: [] };
}

export function held(target: string, matcher: string, faults: readonly string[], well: string): Check {
  if (faults.length === 0) return { target, matcher, outcome: 'pass', message: well };
  const [first, ...others] = faults;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return { target, matcher, outcome: 'fail', message: `${first}${more}` };
}
