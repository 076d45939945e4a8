/** What a server was seen to answer before a suite is written for it. */
import type { RpcError } from '../types/connection.js';
import { canonicalJson } from '../util/canonical-json.js';
import { ownValue } from '../util/plain.js';
import type { Args } from './argument-cases.js';

export type ObservedAnswer = { duration_ms: number } & ({ result: unknown } | { error: RpcError });

/** One thing that was asked: a tool or a prompt with its arguments, a resource by its URI. */
export interface AskedCall {
  kind: 'tool' | 'resource' | 'prompt';
  name: string;
  args?: Record<string, unknown>;
}

/** Every call that was made, and all that came back. */
export class Observations {
  readonly #answers = new Map<string, ObservedAnswer[]>();
  readonly #args = new Map<string, Args>();

  add(call: AskedCall, answer: ObservedAnswer): void {
    const key = keyOf(call);
    this.#answers.set(key, [...(this.#answers.get(key) ?? []), answer]);
  }

  /** As though it had never been asked. */
  forget(call: AskedCall): void {
    this.#answers.delete(keyOf(call));
  }

  /** Undefined when it was never asked. */
  of(call: AskedCall): ObservedAnswer[] | undefined {
    return this.#answers.get(keyOf(call));
  }

  /** Arguments that are known to mean something, in place of those made up from the schema. */
  useArguments(tool: string, args: Args): void {
    this.#args.set(tool, args);
  }

  argumentsOf(tool: string): Args | undefined {
    return this.#args.get(tool);
  }

  get size(): number {
    return this.#answers.size;
  }
}

function keyOf({ kind, name, args = {} }: AskedCall): string {
  return canonicalJson([kind, name, args]);
}

/** How a call went, when it was made more than once: the same way each time, or now so and now so. */
export type Outcome = 'succeeds' | 'signals an error' | 'is refused' | 'varies';

export function outcomeOf(observed: readonly ObservedAnswer[]): Outcome {
  const outcomes = new Set(observed.map(outcomeOfOne));
  const [only] = outcomes;
  return outcomes.size === 1 && only !== undefined ? only : 'varies';
}

function outcomeOfOne(answer: ObservedAnswer): Outcome {
  if ('error' in answer) return 'is refused';
  return ownValue(answer.result, 'isError') === true ? 'signals an error' : 'succeeds';
}
