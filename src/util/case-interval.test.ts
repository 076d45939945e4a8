import { expect, it } from 'vitest';
import { caseInterval } from './case-interval.js';
import { wilson } from './intervals.js';
import { randomOf } from './random.js';

/** Of cases with so many right counts of `runs` each. */
function of(right: readonly number[], runs: number) {
  const counts = right.length * runs;
  const rate = right.reduce((sum, one) => sum + one, 0) / counts;
  const adds = right.map((one) => (one - rate * runs) / counts);
  return caseInterval(rate, adds, counts);
}

function expectClose(found: readonly number[], exact: readonly number[]): void {
  for (const [at, end] of exact.entries()) expect(found[at]).toBeCloseTo(end, 9);
}

it('is the interval of Wilson where each case counts once', () => {
  for (const [right, n] of [
    [0, 1],
    [1, 1],
    [3, 7],
    [43, 60],
    [60, 60],
  ] as const) {
    const list = Array.from({ length: n }, (_, at) => (at < right ? 1 : 0));
    expectClose(of(list, 1), wilson(right, n));
  }
});

it('takes runs that are all alike for one', () => {
  expectClose(of([5, 5], 5), wilson(2, 2));
  expectClose(of([0, 0, 0], 9), wilson(0, 3));
  expectClose(of([5, 5, 5, 0], 5), wilson(3, 4));
});

it('takes runs that differ within a case for more than one, and never for more than there are', () => {
  const [low, high] = of([3, 2, 3, 2, 3, 2, 3, 2], 5);
  const [most, fewest] = [wilson(20, 40), wilson(4, 8)];
  expect(low).toBeGreaterThan(fewest[0]);
  expect(high).toBeLessThan(fewest[1]);
  expect(high - low).toBeGreaterThanOrEqual(most[1] - most[0] - 1e-9);
});

it('has the true rate in it about as often as it says, with few cases and a rate close to 1 too', () => {
  const { below } = randomOf(1, 'cases');
  for (const [cases, percent] of [
    [5, 90],
    [10, 97],
    [20, 50],
    [60, 97],
  ] as const) {
    // Half of the cases are always alike, the others differ from run to run.
    const draw = () => (below(100) < percent ? 1 : 0);
    const one = (at: number) => (at % 2 === 0 ? 5 * draw() : draw() + draw() + draw() + draw() + draw());
    let holds = 0;
    for (let i = 0; i < 1_000; i += 1) {
      const [low, high] = of(
        Array.from({ length: cases }, (_, at) => one(at)),
        5,
      );
      if (low <= percent / 100 && percent / 100 <= high) holds += 1;
    }
    expect(holds / 1_000, `${cases} cases at ${percent} %`).toBeGreaterThan(0.92);
  }
});
