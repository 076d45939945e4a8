/** What a test can see of an answer: the root that targets start from. */
import type { Reply, RpcError } from '../types/connection.js';

export interface Observation {
  result?: unknown;
  error?: RpcError;
  duration_ms: number;
}

/** The first names that a target of a tool, resource or prompt test may have. */
export const CALL_ROOTS = ['result', 'error', 'duration_ms'] as const;

export function observe(reply: Reply): Observation {
  const { duration_ms } = reply;
  if (reply.kind === 'result') return { result: reply.result, duration_ms };
  if (reply.kind === 'error') return { error: reply.error, duration_ms };
  return { duration_ms };
}
