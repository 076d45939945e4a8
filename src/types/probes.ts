/** What a tool test asks of a tool beside one call: unusual inputs, relations between answers, load. */

export interface FuzzSpec {
  seed: number;
  cases: number;
  max_call_ms: number;
  strict: boolean;
  allow_destructive: boolean;
}

/** Two or more answers that must agree in some way. Paths are targets such as `result.structuredContent.items`. */
export type Relation =
  | { kind: 'idempotent' | 'argument_order' }
  /** These arguments, added to those of the test, change nothing. */
  | { kind: 'no_op_filter'; args: Record<string, unknown>; items?: string }
  /** With these arguments there are only items that are there without them. */
  | { kind: 'subset'; args: Record<string, unknown>; items?: string }
  /** Capital letters, or white space around the text, change nothing. */
  | { kind: 'case' | 'white_space'; argument: string; items?: string }
  /** No more items than the limit, and no fewer with a larger one. */
  | { kind: 'monotone_limit'; argument: string; values: number[]; items?: string }
  /** All pages together are the whole list, and no item comes twice. */
  | { kind: 'pagination'; cursor: string; next: string; items?: string; whole?: Record<string, unknown> };

export interface LoadSpec {
  concurrency?: number;
  /** Calls a second, sent whether or not the ones before were answered. */
  rate?: number;
  for_ms: number;
  /** At most so many. */
  calls: number;
  /** Also a server on another machine. */
  allow_remote: boolean;
  gates: LoadGates;
}

/** What must hold of the figures; milliseconds, percent, calls a second, mebibytes. */
export interface LoadGates {
  max_p50_ms?: number;
  max_p95_ms?: number;
  max_p99_ms?: number;
  max_error_rate?: number;
  min_per_second?: number;
  max_memory_growth_mb?: number;
}

export interface Probes {
  fuzz?: FuzzSpec;
  metamorphic?: Relation[];
  load?: LoadSpec;
}
