/**
 * Asking again: rate limits, overload, errors of the server and cut connections, as often and as long as
 * is sensible. A wait that the provider asks for is kept to, by everybody who shares the pace; where it
 * asks for none the waits double. There is no jitter, so that the same answers always give the same waits.
 */
import type { Clock, FailureKind, Turn, TurnFailure, TurnOutcome } from '../types/driver.js';
import { formatDuration } from '../util/duration.js';
import { omitUndefined } from '../util/omit-undefined.js';
import type { Pace } from './pace.js';

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
  pace: Pace;
  timeout_ms: number;
  signal?: AbortSignal;
  /** Tries in all; 5 by default. */
  attempts?: number;
  /** Told how long it stood in line; that is not the turn's time. */
  queued?(ms: number): void;
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

/** These are about everybody who asks, not about one request. */
const FOR_ALL: ReadonlySet<FailureKind> = new Set(['rate-limited', 'overloaded']);

export async function withRetries(
  attempt: (left_ms: number) => Promise<Attempt>,
  { clock, pace, timeout_ms, signal, queued, attempts = MAX_ATTEMPTS }: RetryOptions,
): Promise<TurnOutcome> {
  let deadline = clock.now() + timeout_ms;
  for (let retries = 0; ; retries += 1) {
    const entry = await pace.enter(clock, deadline, signal);
    if ('stopped' in entry) return failWith({ kind: 'aborted', message: 'The run was stopped.' }, retries);
    if ('failure' in entry) {
      const why = outOfTime(entry.failure, entry.held_ms, deadline - clock.now());
      return failWith(entry.failure, retries, why);
    }
    deadline += entry.queued;
    if (entry.queued > 0) queued?.(entry.queued);
    const outcome = await attempt(Math.max(1, deadline - clock.now())).catch((error: unknown) => {
      // Whoever waits for the place would wait for ever.
      pace.leave(false);
      throw error;
    });
    if ('turn' in outcome) {
      pace.leave(true);
      return { turn: retries > 0 ? { ...outcome.turn, retries } : outcome.turn };
    }
    const { failure } = outcome;
    const wait = failure.retry_after_ms ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** retries);
    const shared = isWorthRetrying(failure) && FOR_ALL.has(failure.kind);
    if (shared) pace.hold(clock, wait, failure);
    pace.leave(false);
    const tried = { retries, attempts };
    const stop = whyStop(failure, tried, wait, deadline - clock.now());
    if (stop) return failWith(failure, retries, stop.why);
    if (!shared) await clock.sleep(wait, signal);
  }
}

function isWorthRetrying({ kind, final }: AttemptFailure): boolean {
  return !final && WORTH_RETRYING.has(kind);
}

/** Undefined when there is another try; `why` is missing where the failure says enough. */
function whyStop(
  failure: AttemptFailure,
  { retries, attempts }: { retries: number; attempts: number },
  wait: number,
  left: number,
): { why?: string } | undefined {
  if (!isWorthRetrying(failure)) return {};
  if (retries + 1 >= attempts) return attempts === 1 ? {} : { why: `Tried ${attempts} times.` };
  return wait >= left ? { why: outOfTime(failure, wait, left) } : undefined;
}

function outOfTime(failure: AttemptFailure, wait: number, left: number): string {
  const asked = failure.retry_after_ms === undefined ? 'The next try is due' : 'It asks to be tried again';
  return `${asked} in ${formatDuration(wait)}, with ${formatDuration(Math.max(0, left))} left.`;
}

function failWith(failure: AttemptFailure, retries: number, more?: string): TurnOutcome {
  const { retry_after_ms: _wait, final: _final, ...said } = failure;
  const message = more === undefined ? said.message : `${said.message.replace(/(?<![.!?])$/, '.')} ${more}`;
  return { failure: omitUndefined({ ...said, message, retries: retries || undefined }) };
}
