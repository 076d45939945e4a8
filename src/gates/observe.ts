/** What a test can see of an answer: the root that targets start from. */
import type { ProgressNote, Reply, RpcError } from '../types/connection.js';

export interface Observation {
  result?: unknown;
  error?: RpcError;
  duration_ms: number;
  /** Progress notes in the order in which they came; asked for when a test looks at them. */
  progress?: ProgressNote[];
}

export function observe(reply: Reply): Observation {
  const { duration_ms, progress } = reply;
  if (reply.kind === 'result') return { result: reply.result, duration_ms, progress };
  if (reply.kind === 'error') return { error: reply.error, duration_ms, progress };
  return { duration_ms, progress };
}
