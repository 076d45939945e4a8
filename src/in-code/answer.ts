/** What a tool answered, as tests in code see it: secrets are taken out, as in every report. */
import type { RpcError } from '../types/connection.js';
import type { Check } from '../types/verdict.js';

export interface ToolAnswer<Structured = unknown> {
  readonly server: string;
  readonly tool: string;
  /** The wire result; absent where the server answered with a protocol error. */
  readonly result?: Record<string, unknown>;
  /** The protocol error, where the server answered with one. */
  readonly error?: RpcError;
  /** The text contents, joined by newlines. */
  readonly text: string;
  /** `structuredContent` of the result. */
  readonly structured?: Structured;
  /** The tool said `isError: true`. */
  readonly isError: boolean;
  readonly duration_ms: number;
}

/** What was found out about an answer when it came, so that no matcher has to be awaited. */
export interface AnswerFacts {
  /** The structured content held against the tool's `outputSchema`; absent where there is nothing to hold. */
  schema?: Check;
  /** Why `schema` is absent. */
  unjudged?: string;
}

const known = new WeakMap<object, AnswerFacts>();

export function keepFacts<T extends ToolAnswer>(answer: T, facts: AnswerFacts): T {
  known.set(answer, facts);
  return answer;
}

/** Undefined for what no server answered. */
export function factsOf(value: unknown): AnswerFacts | undefined {
  return typeof value === 'object' && value !== null ? known.get(value) : undefined;
}
