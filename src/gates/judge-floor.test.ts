import { describe, expect, test } from 'vitest';
import type { Floor } from '../types/envelope.js';
import { floorChecks, judgeFloor } from './judge-floor.js';

const run = (at: number, over_budget = false) => ({ run: at, selected: true, called: ['a'], over_budget });
const floor: Floor = {
  file: 'mcptest.yml',
  agent: 'a',
  test: 't',
  runs: 10,
  selected: 8,
  selection_rate: 80,
  min_selection_rate: 50,
  passed: true,
  reasons: ['kept'],
  per_run: [run(1), run(2)],
};

describe('a floor is judged', () => {
  test('on enough runs', () => {
    expect(judgeFloor(floor, 0.4, { min_trials: 10 })).toBe(floor);
    expect(judgeFloor(floor, 0.4, {})).toBe(floor);
    expect(judgeFloor(floor, 0.4, { min_trials: 11 })).toEqual({
      ...floor,
      passed: false,
      reasons: [],
      inconclusive: '10 runs of the 11 that a floor is judged on',
    });
  });

  // Wilson's interval of 8 out of 10 at 95 %: 49.0 % to 94.3 %.
  test.each([
    [0.49, 'held'],
    [0.5, 'open'],
    [0.94, 'open'],
    [0.95, 'broken'],
  ])('outside the interval of its rate: %s is %s', (minimum, state) => {
    const judged = judgeFloor({ ...floor, passed: state === 'held' }, minimum, { confidence_pct: 95 });
    expect(judged.inconclusive).toBe(
      state === 'open'
        ? `at 95 % confidence the rate lies between 49% and 94.3%, and the floor of ${minimum * 100}% is inside`
        : undefined,
    );
    expect(judged.passed).toBe(state === 'held');
  });

  test('as broken where one run of several broke its budget, however few there are', () => {
    const broken = { ...floor, passed: false, per_run: [run(1), run(2, true)] };
    expect(judgeFloor(broken, 0.5, { min_trials: 100, confidence_pct: 95 })).toBe(broken);
  });

  test('not again where it could not be judged', () => {
    const open = { ...floor, passed: false, inconclusive: 'no model' };
    expect(judgeFloor(open, 0.5, { min_trials: 100 })).toBe(open);
  });
});

describe('a floor as a check', () => {
  const check = { target: 'tool_selection', matcher: 'floor', expected: 50, actual: 80 };
  test('none where it holds', () => expect(floorChecks(floor)).toEqual([]));
  test('failed, with its reasons', () => {
    expect(floorChecks({ ...floor, passed: false, reasons: ['one', 'two'] })).toEqual([
      { ...check, outcome: 'fail', message: 'one; two' },
    ]);
    expect(floorChecks({ ...floor, passed: false, reasons: [] })).toEqual([
      { ...check, outcome: 'fail', message: 'the floor did not hold' },
    ]);
  });
  test('inconclusive, with why', () => {
    expect(floorChecks({ ...floor, passed: false, reasons: ['one'], inconclusive: 'too few' })).toEqual([
      { ...check, outcome: 'inconclusive', message: 'too few' },
    ]);
  });
});
