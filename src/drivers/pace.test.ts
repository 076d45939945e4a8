/** Runs side by side that ask one model, over its wire format: one that is told to wait makes all wait. */
import { afterEach, describe, expect, it } from 'vitest';
import { specFor } from '../../fixtures/provider/driving.js';
import {
  LOOPBACK_KEY,
  type LoopbackProvider,
  type ReplyScript,
  startProvider,
} from '../../fixtures/provider/loopback.js';
import type { Clock, TurnOptions, TurnOutcome } from '../types/driver.js';
import { createDriver } from './create.js';
import { createPaces, Pace } from './pace.js';
import type { AttemptFailure } from './retry.js';

const open: LoopbackProvider[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((provider) => provider.close()));
});

/** Time stands still until `pass`; `asleep(n)` resolves once that many wait. */
function handClock() {
  let now = 0;
  let sleepers: { until: number; wake: () => void }[] = [];
  const watchers: { count: number; tell: () => void }[] = [];
  const look = () => {
    for (const one of watchers) if (sleepers.length >= one.count) one.tell();
  };
  const clock: Clock = {
    now: () => now,
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.push({ until: now + ms, wake });
        look();
      }),
  };
  return {
    clock,
    asleep: (count: number) =>
      new Promise<void>((tell) => {
        watchers.push({ count, tell });
        look();
      }),
    pass(ms: number) {
      now += ms;
      const due = sleepers.filter(({ until }) => until <= now);
      sleepers = sleepers.filter(({ until }) => until > now);
      for (const { wake } of due) wake();
    },
  };
}

async function start(script: ReplyScript, changes: object = {}) {
  const provider = await startProvider('anthropic', script);
  open.push(provider);
  const hand = handClock();
  const paceOf = createPaces();
  const spec = { ...specFor('anthropic', provider.url), ...changes };
  const options: TurnOptions = { tools: [], timeout_ms: 60_000 };
  const ask = (more: Partial<TurnOptions> = {}, other: object = {}): Promise<TurnOutcome> => {
    const asked = { ...spec, ...other };
    const driver = createDriver(asked, { env: { LOOPBACK_KEY }, clock: hand.clock, pace: paceOf(asked) });
    return driver.turn([{ role: 'user', text: 'Hello?' }], { ...options, ...more });
  };
  return { provider, ask, ...hand };
}

const slowDown = { status: 429, headers: { 'retry-after': '7' }, text: 'slow down' };

describe('a model that limits its rate', () => {
  it('is asked by nobody before the time it gave', async () => {
    const { provider, ask, asleep, pass } = await start((_, index) =>
      index === 0 ? slowDown : { text: `answer ${index}` },
    );
    const first = ask();
    await asleep(1);
    const others = [ask(), ask(), ask(), ask()];
    await asleep(5);
    pass(6999);
    expect(provider.requests).toHaveLength(1);
    pass(1);
    const outcomes = await Promise.all([first, ...others]);
    expect(outcomes.every((outcome) => 'turn' in outcome)).toBe(true);
    expect(provider.requests).toHaveLength(6);
    expect(outcomes.map((outcome) => 'turn' in outcome && outcome.turn.retries)).toEqual([
      1,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is one for each model, address and key', () => {
    const paces = createPaces();
    const spec = { ...specFor('openai-compatible', 'http://a.test/v1') };
    const others = [{ model: 'other' }, { base_url: 'http://b.test/v1' }, { api_key_env: ['OTHER_KEY'] }];
    expect(paces({ ...spec })).toBe(paces(spec));
    for (const other of others) expect(paces({ ...spec, ...other })).not.toBe(paces(spec));
  });

  it('does not hold up another model', async () => {
    const { provider, ask, asleep, pass } = await start((_, index) =>
      index === 0 ? slowDown : { text: 'ok' },
    );
    const first = ask();
    await asleep(1);
    expect(await ask({}, { model: 'another' })).toMatchObject({ turn: { text: 'ok' } });
    expect(provider.requests).toHaveLength(2);
    pass(7000);
    await first;
  });

  it('is not waited for beyond the time of the turn, and not asked either', async () => {
    const { provider, ask, asleep, pass } = await start([slowDown, { text: 'ok' }]);
    const first = ask();
    await asleep(1);
    const late = await ask({ timeout_ms: 5000 });
    expect(late).toMatchObject({ failure: { kind: 'rate-limited', status: 429 } });
    expect('failure' in late && late.failure.message).toContain(
      'slow down. It asks to be tried again in 7.0s, with 5.0s left',
    );
    expect(provider.requests).toHaveLength(1);
    pass(7000);
    await first;
  });
});

describe('a limit of requests at a time', () => {
  it('is kept, and time in line is not the time of the turn', async () => {
    let active = 0;
    let most = 0;
    const { provider, ask, pass } = await start(
      async () => {
        active += 1;
        most = Math.max(most, active);
        // The next is in line already: its turn has less time than this one takes.
        pass(50_000);
        await new Promise((later) => setImmediate(later));
        active -= 1;
        return { text: 'ok' };
      },
      { concurrency: 1 },
    );
    const queued: number[] = [];
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => ask({ timeout_ms: 60_000, queued: (ms) => void queued.push(ms) })),
    );
    expect(outcomes.every((outcome) => 'turn' in outcome)).toBe(true);
    expect(provider.requests).toHaveLength(3);
    expect(most).toBe(1);
    expect(queued).toEqual([50_000, 100_000]);
  });

  it('lets go of everybody in line when the run is stopped', async () => {
    const { clock } = handClock();
    const pace = new Pace(1);
    const controller = new AbortController();
    expect(await pace.enter(clock, 1000)).toEqual({ queued: 0 });
    const waiting = [1, 2].map(() => pace.enter(clock, 1000, controller.signal));
    controller.abort();
    expect(await Promise.all(waiting)).toEqual([{ stopped: true }, { stopped: true }]);
  });
});

describe('the number that may ask', () => {
  const failure: AttemptFailure = { kind: 'rate-limited', message: 'Slow down.' };

  it('is halved once however many are told at once, and grows with every answer', async () => {
    const { clock, pass } = handClock();
    const pace = new Pace();
    const free = async () => {
      const controller = new AbortController();
      let count = 0;
      for (; count < 20; count += 1) {
        const entry = pace.enter(clock, 1e6, controller.signal);
        const winner = await Promise.race([entry, new Promise((later) => setImmediate(later))]);
        if (winner === undefined) break;
      }
      controller.abort();
      for (let n = 0; n < count; n += 1) pace.leave(false);
      return count;
    };
    for (let n = 0; n < 8; n += 1) await pace.enter(clock, 1e6);
    for (let n = 0; n < 8; n += 1) {
      pace.hold(clock, 100, failure);
      pace.leave(false);
    }
    pass(100);
    expect(await free()).toBe(4);
    await pace.enter(clock, 1e6);
    pace.leave(true);
    expect(await free()).toBe(5);
  });
});
