import { describe, expect, it } from 'vitest';
import { testClock } from '../../fixtures/provider/driving.js';
import { retryAfter } from './http-failure.js';
import { Pace } from './pace.js';
import { type Attempt, type AttemptFailure, withRetries } from './retry.js';

const TURN: Attempt = { turn: { calls: [], finish: 'stop' } };
const busy = (more: Partial<AttemptFailure> = {}): Attempt => ({
  failure: { kind: 'rate-limited', message: 'Slow down.', ...more },
});

async function play(attempts: Attempt[], timeout_ms = 60_000, signal?: AbortSignal) {
  const clock = testClock();
  const left: number[] = [];
  const outcome = await withRetries(
    async (left_ms) => {
      left.push(left_ms);
      return attempts.shift() ?? TURN;
    },
    { clock, pace: new Pace(), timeout_ms, signal },
  );
  return { outcome, waits: clock.waits, left };
}

describe('withRetries', () => {
  it('says nothing of retries when there were none', async () => {
    expect((await play([TURN])).outcome).toEqual(TURN);
  });

  it('prefers the wait that was asked for to its own', async () => {
    const { waits, left } = await play([busy(), busy({ retry_after_ms: 7000 }), busy()]);
    expect(waits).toEqual([500, 7000, 2000]);
    expect(left).toEqual([60_000, 59_500, 52_500, 50_500]);
  });

  it('never waits beyond the time limit of the turn', async () => {
    const { outcome, waits } = await play([busy({ retry_after_ms: 90_000 })]);
    expect(waits).toEqual([]);
    expect(outcome).toEqual({
      failure: {
        kind: 'rate-limited',
        message: 'Slow down. It asks to be tried again in 1m 30s, with 1m 0s left.',
      },
    });
  });

  it('ends after five attempts', async () => {
    const { outcome, waits } = await play(Array.from({ length: 9 }, () => busy()));
    expect(waits).toHaveLength(4);
    expect(outcome).toMatchObject({ failure: { kind: 'rate-limited', retries: 4 } });
  });

  it('hands over nothing but the failure', async () => {
    const { outcome } = await play([busy({ final: true, retry_after_ms: 5, status: 429 })]);
    expect(outcome).toEqual({ failure: { kind: 'rate-limited', message: 'Slow down.', status: 429 } });
  });

  it('gives its place back when asking breaks', async () => {
    const options = { clock: testClock(), pace: new Pace(1), timeout_ms: 1000 };
    await expect(withRetries(() => Promise.reject(new Error('broken')), options)).rejects.toThrow('broken');
    expect(await withRetries(async () => TURN, options)).toEqual(TURN);
  });

  it('does not try again once the run was stopped', async () => {
    const { outcome } = await play([busy()], 60_000, AbortSignal.abort());
    expect(outcome).toMatchObject({ failure: { kind: 'aborted' } });
  });
});

describe('retryAfter', () => {
  const now = Date.parse('2026-01-15T09:30:00Z');
  const of = (headers: Record<string, string>) => retryAfter(new Headers(headers), undefined, now);

  it('reads seconds, milliseconds and dates', () => {
    expect(of({ 'retry-after': '2' })).toBe(2000);
    expect(of({ 'retry-after': '0.25' })).toBe(250);
    expect(of({ 'retry-after-ms': '1500', 'retry-after': '9' })).toBe(1500);
    expect(of({ 'retry-after': 'Thu, 15 Jan 2026 09:30:20 GMT' })).toBe(20_000);
    expect(of({ 'retry-after': 'Thu, 15 Jan 2026 09:29:00 GMT' })).toBe(0);
  });

  it('takes nonsense for nothing', () => {
    for (const text of ['soon', '-5', 'NaN', '1e99x', ''])
      expect(of({ 'retry-after': text })).toBeUndefined();
    expect(of({})).toBeUndefined();
  });
});
