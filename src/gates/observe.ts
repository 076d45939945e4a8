/** What a test can see of an answer: the root that targets start from. */
import type { Notice, ProgressNote, Reply, RpcError } from '../types/connection.js';

export interface Observation {
  result?: unknown;
  error?: RpcError;
  duration_ms: number;
  /** Progress notes in the order in which they came; asked for when a test looks at them. */
  progress?: ProgressNote[];
  /** Notifications that came meanwhile; kept when a test looks at them. */
  notifications?: Notice[];
  /** Whether `cancel_after` came before the answer did. */
  cancelled?: boolean;
}

export function observe(reply: Reply): Observation {
  const { duration_ms, progress, notifications } = reply;
  const cancelled = reply.kind === 'cancelled';
  // A message about a missing key lists those that are there.
  const rest = notifications
    ? { duration_ms, progress, notifications, cancelled }
    : { duration_ms, progress, cancelled };
  if (reply.kind === 'result') return { result: reply.result, ...rest };
  if (reply.kind === 'error') return { error: reply.error, ...rest };
  return rest;
}
