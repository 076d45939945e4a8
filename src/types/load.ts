/** What `mcptest load` and the `load:` block measure. */

export interface MemorySample {
  /** Since the start. */
  at_ms: number;
  mb: number;
}

export interface LoadResult {
  tool: string;
  /** `closed`: each caller waits for its answer; `open`: calls start at a rate, whatever was answered. */
  mode: 'closed' | 'open';
  concurrency?: number;
  rate?: number;
  /** How many were sent. */
  calls: number;
  errors: number;
  /** From 0 to 1. */
  error_rate: number;
  /** `tool error`, `timeout`, `error -32602` and so on, and how often. */
  errors_by_kind: Record<string, number>;
  seconds: number;
  /** Calls that were answered without an error. */
  per_second: number;
  /** Of the calls that were answered without an error; in an open loop from the time at which each was due. */
  latency_ms: { min: number; mean: number; p50: number; p90: number; p95: number; p99: number; max: number };
  histogram: { from_ms: number; to_ms: number; count: number }[];
  /** Of the server's process and all that it started; absent where it cannot be seen. */
  memory?: { start_mb: number; end_mb: number; peak_mb: number; growth_mb: number; samples: MemorySample[] };
  notes: string[];
}
