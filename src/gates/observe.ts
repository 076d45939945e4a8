/** What a test can see of an answer: the root that targets start from. */
import type { ProgressNote, Reply, RpcError } from '../types/connection.js';

export interface Observation {
  result?: unknown;
  error?: RpcError;
  duration_ms: number;
  /** Progress notes in the order in which they came; asked for when a test looks at them. */
  progress?: ProgressNote[];
}

/** The first names that a target of a tool, resource or prompt test may have. */
export const CALL_ROOTS = ['result', 'error', 'duration_ms', 'progress'] as const;

export function observe(reply: Reply): Observation {
  const { duration_ms, progress } = reply;
  if (reply.kind === 'result') return { result: reply.result, duration_ms, progress };
  if (reply.kind === 'error') return { error: reply.error, duration_ms, progress };
  return { duration_ms, progress };
}
