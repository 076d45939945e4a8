/** What a test can see of an answer: the root that targets start from, and what is captured from it. */
import type { Captures } from '../match/captures.js';
import { lookup, parseTarget } from '../match/target.js';
import type { Notice, ProgressNote, Reply, RpcError } from '../types/connection.js';
import type { Step } from '../types/suite.js';
import type { Check } from '../types/verdict.js';

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
  /** Further roots that tests of some kinds have. */
  [also: string]: unknown;
}

export function observe(reply: Reply): Observation {
  const { duration_ms, progress, notifications, also } = reply;
  const cancelled = reply.kind === 'cancelled';
  // A message about a missing key lists those that are there.
  const rest = notifications
    ? { duration_ms, progress, notifications, cancelled, ...also }
    : { duration_ms, progress, cancelled, ...also };
  if (reply.kind === 'result') return { result: reply.result, ...rest };
  if (reply.kind === 'error') return { error: reply.error, ...rest };
  return rest;
}

/** Stores what a step captures; a target that is not there fails the test that promised it. */
export function capture(step: Step, reply: Reply, captures: Captures): Check[] {
  const failed: Check[] = [];
  const root = observe(reply);
  for (const [name, target] of Object.entries(step.capture)) {
    const parsed = parseTarget(target);
    const found = parsed.problem ? undefined : lookup(root, parsed.segments);
    if (found?.found) captures.set(name, found.value);
    else
      failed.push({
        target,
        matcher: 'capture',
        outcome: 'fail',
        message: `nothing to capture as \`${name}\`: ${found?.reason ?? 'the target cannot be read'}`,
      });
  }
  return failed;
}
