/**
 * Asking again: rate limits, overload, errors of the server and cut connections, as often and as long as
 * is sensible. A wait that the provider asks for is kept to; where it asks for none the waits double.
 * There is no jitter, so that the same answers always give the same waits.
 */
import type { Clock, FailureKind, Turn, TurnFailure, TurnOutcome } from '../types/driver.js';
import { formatDuration } from '../util/duration.js';

/** A failure with what is known about trying again. */
export interface AttemptFailure extends TurnFailure {
  /** How long the provider asks to wait. */
  retry_after_ms?: number;
  /** Trying again would not help, whatever the kind. */
  final?: boolean;
}

export type Attempt = { turn: Turn } | { failure: AttemptFailure };

export interface RetryOptions {
  clock: Clock;
  timeout_ms: number;
  signal?: AbortSignal;
}

const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

const WORTH_RETRYING: ReadonlySet<FailureKind> = new Set([
  'rate-limited',
  'overloaded',
  'server-error',
  'network',
]);

export async function withRetries(
  attempt: (left_ms: number) => Promise<Attempt>,
  { clock, timeout_ms, signal }: RetryOptions,
): Promise<TurnOutcome> {
  const deadline = clock.now() + timeout_ms;
  for (let retries = 0; ; retries += 1) {
    const outcome = await attempt(Math.max(1, deadline - clock.now()));
    if ('turn' in outcome) return { turn: retries > 0 ? { ...outcome.turn, retries } : outcome.turn };
    const { failure } = outcome;
    if (failure.final || !WORTH_RETRYING.has(failure.kind)) return give(failure, retries);
    if (retries + 1 >= MAX_ATTEMPTS) return give(failure, retries, `Tried ${MAX_ATTEMPTS} times.`);
    const wait = failure.retry_after_ms ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** retries);
    const left = deadline - clock.now();
    if (wait >= left) return give(failure, retries, outOfTime(failure, wait, left));
    await clock.sleep(wait, signal);
    if (signal?.aborted) return give({ kind: 'aborted', message: 'The run was stopped.' }, retries);
  }
}

function outOfTime(failure: AttemptFailure, wait: number, left: number): string {
  const asked = failure.retry_after_ms === undefined ? 'The next try is due' : 'It asks to be tried again';
  return `${asked} in ${formatDuration(wait)}, with ${formatDuration(Math.max(0, left))} left.`;
}

function give(failure: AttemptFailure, retries: number, more?: string): TurnOutcome {
  const { retry_after_ms: _wait, final: _final, ...said } = failure;
  const message = more === undefined ? said.message : `${said.message} ${more}`;
  return { failure: { ...said, message, ...(retries > 0 && { retries }) } };
}
