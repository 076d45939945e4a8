import { describe, expect, it } from 'vitest';
import { normalQuantile } from './distributions.js';
import {
  allPassRuns,
  binomial,
  certifiedPercent,
  clopperPearson,
  clopperPearsonLower,
  clopperPearsonUpper,
  passHatK,
  planRuns,
  wilson,
} from './intervals.js';

const near = (actual: number, expected: number) => expect(Math.abs(actual - expected)).toBeLessThan(1e-9);

/** P(X >= k) for a fair share p, summed term by term. */
function tail(k: number, n: number, p: number): number {
  let sum = 0;
  for (let i = k; i <= n; i += 1) sum += Number(binomial(n, i)) * p ** i * (1 - p) ** (n - i);
  return sum;
}

describe('intervals', () => {
  it('inverts the normal distribution', () => {
    near(normalQuantile(0.975), 1.9599639845400545);
    near(normalQuantile(0.95), 1.6448536269514722);
    near(normalQuantile(0.025), -1.9599639845400545);
    expect(normalQuantile(0.5)).toBe(0);
  });

  it('gives the Wilson interval', () => {
    // 1 success of 1: the lower end is 1 / (1 + z²).
    near(wilson(1, 1)[0], 1 / (1 + 1.9599639845400545 ** 2));
    expect(wilson(1, 1)[1]).toBe(1);
    expect(wilson(0, 7)[0]).toBe(0);
    near(wilson(5, 10)[0] + wilson(5, 10)[1], 1);
    near(wilson(9, 10)[0], 0.5958499732);
    near(wilson(9, 10)[1], 0.9821237869);
  });

  it('gives the exact bounds', () => {
    near(clopperPearsonLower(1, 1), 0.05);
    near(clopperPearsonLower(5, 5), 0.05 ** 0.2);
    near(clopperPearsonUpper(0, 10), 1 - 0.05 ** 0.1);
    near(clopperPearson(8, 10)[0], 0.4439045377);
    near(clopperPearson(8, 10)[1], 0.9747892737);
    near(clopperPearsonLower(81, 263), 0.261055746);
  });

  it('puts the exact bound where the binomial tail says', () => {
    for (const [k, n] of [
      [1, 2],
      [3, 7],
      [17, 30],
      [40, 41],
    ] as const) {
      near(tail(k, n, clopperPearsonLower(k, n)), 0.05);
      near(tail(k + 1, n, clopperPearsonUpper(k, n)), 0.95);
    }
  });

  it.each([
    [0, 4, 0],
    [1, 1, 5],
    [5, 5, 54],
    [10, 10, 74],
    [8, 10, 49],
    [28, 28, 89],
    [29, 29, 90],
    [299, 299, 99],
  ])('certifies %i of %i as %i percent', (k, n, percent) => {
    expect(certifiedPercent(k, n)).toBe(percent);
  });

  it('computes pass^k over tasks', () => {
    expect(passHatK([4], 4, 4)).toBe(1);
    expect(passHatK([0, 1, 2, 4], 4, 1)).toBe(7 / 16);
    expect(passHatK([2], 4, 2)).toBeCloseTo(1 / 6, 15);
    expect(passHatK([3, 3], 4, 4)).toBe(0);
    expect(passHatK([900], 1000, 2)).toBeCloseTo((900 * 899) / (1000 * 999), 14);
    expect(() => passHatK([1], 2, 3)).toThrow(RangeError);
  });

  it('plans runs', () => {
    expect(planRuns(0.05, 0.95)).toBe(385);
    expect(planRuns(0.1, 0.95)).toBe(97);
    expect([0.8, 0.9, 0.95, 0.99].map((floor) => allPassRuns(floor))).toEqual([14, 29, 59, 299]);
    expect(allPassRuns(0.05, 0.95)).toBe(1);
    expect(() => planRuns(0)).toThrow(RangeError);
    expect(() => allPassRuns(1)).toThrow(RangeError);
  });
});
