import { expect, test } from 'vitest';
import { stepsOf } from './steps.js';
import { barsOf, costsOf } from './trace-strip.js';

const call = (tool: string, duration_ms: number | undefined, more: object = {}) => ({
  tool,
  args: {},
  duration_ms,
  ...more,
});

test('calls follow one another, as long as they took', () => {
  const { bars, total } = barsOf(
    stepsOf({ prompt: 'p', calls: [call('a', 100), call('b', 300), call('c', 0)] }),
  );
  expect(total).toBe(400);
  expect(bars.map(({ step }) => step)).toEqual([1, 2, 3]);
  expect(bars[1]!.x).toBeGreaterThan(bars[0]!.x);
  expect(bars[1]!.width / bars[0]!.width).toBeGreaterThan(2.5);
  expect(bars.at(-1)!.x + bars.at(-1)!.width).toBeLessThanOrEqual(1000);
});

test('errors, faults, distractors and agents are told apart', () => {
  const calls = [
    call('a', 1, { is_error: true }),
    call('b', 1),
    call('c', 1, { agent: 'worker' }),
    call('d', 1),
  ];
  const { bars, lanes } = barsOf(stepsOf({ calls, distractors: ['b'], faults: [{ call: 3, kind: 'slow' }] }));
  expect(bars.map(({ kind }) => kind)).toEqual(['fail', 'inconclusive', 'call', 'inconclusive']);
  expect(lanes).toEqual(['', 'worker']);
  expect(bars.map(({ lane }) => lane)).toEqual([0, 0, 1, 0]);
});

test('without any time every call has its share', () => {
  const { bars } = barsOf(stepsOf({ calls: [call('a', undefined), call('b', undefined)] }));
  expect(bars[0]!.width).toBe(bars[1]!.width);
});

test('the cost so far rises at each turn, and is not drawn where a turn has none', () => {
  const calls = [call('a', 1), call('b', 1)];
  const turns = [
    { cost_usd: 0.001, call: 0 },
    { cost_usd: 0.003, call: 2 },
  ];
  const { ends } = barsOf(stepsOf({ calls }));
  expect(costsOf({ calls, turns }, ends)).toEqual([
    { x: 0, sum: 0.001 },
    { x: 1000, sum: 0.004 },
  ]);
  expect(costsOf({ calls, turns: [...turns, { call: 2 }] }, ends)).toEqual([]);
  expect(costsOf({ calls, turns: [{ cost_usd: 0, call: 0 }] }, ends)).toEqual([]);
});
