import { describe, expect, it } from 'vitest';
import { differenceOf, fisher, studentQuantile } from './two-samples.js';

const runs = (hits: number, n: number, top = 1): number[] =>
  Array.from({ length: n }, (_, at) => (at < hits ? top : 0));

describe('against tables', () => {
  it.each([
    [1, 12.706],
    [2, 4.303],
    [10, 2.228],
    [1000, 1.962],
  ])('t of %d degrees of freedom', (freedom, t) => {
    expect(studentQuantile(freedom)).toBeCloseTo(t, 3);
  });

  it('the lady tasting tea, and three of three against none', () => {
    expect(fisher(3, 4, 1, 4)).toBeCloseTo(0.485714, 5);
    expect(fisher(4, 4, 0, 4)).toBeCloseTo(0.028571, 5);
    expect(fisher(3, 3, 0, 3)).toBeCloseTo(0.1, 5);
  });

  it("Newcombe's example: 56 of 70 and 48 of 80", () => {
    const { difference, interval } = differenceOf(runs(48, 80), runs(56, 70));
    expect(difference).toBeCloseTo(0.2, 6);
    expect(interval![0]).toBeCloseTo(0.0524, 4);
    expect(interval![1]).toBeCloseTo(0.3339, 4);
  });
});

describe('differenceOf', () => {
  it('needs four runs a side to tell all from none', () => {
    expect(differenceOf(runs(3, 3), runs(0, 3))).toMatchObject({ difference: -1, decided: false });
    expect(differenceOf(runs(4, 4), runs(0, 4))).toMatchObject({ difference: -1, decided: true });
    expect(differenceOf(runs(4, 4, 100), runs(0, 4))).toMatchObject({ difference: -100, decided: true });
  });

  it('says how many more runs would probably tell, and nothing where nothing moved', () => {
    const { more_runs } = differenceOf(runs(5, 5), runs(3, 5));
    expect(more_runs).toBeGreaterThan(5);
    expect(more_runs).toBeLessThan(60);
    expect(differenceOf(runs(3, 5), runs(3, 5))).not.toHaveProperty('more_runs');
  });

  it('of one run has no interval', () => {
    expect(differenceOf([3.5], [2])).toEqual({ difference: -1.5, decided: false });
  });

  it('tells means apart that lie apart', () => {
    expect(differenceOf([80, 82, 78, 81], [41, 39, 40, 42]).decided).toBe(true);
    expect(differenceOf([80, 20, 60, 55], [41, 70, 40, 42]).decided).toBe(false);
    // The same figure three times is three runs all the same.
    expect(differenceOf([80, 80, 80], [60, 60, 60])).toMatchObject({ interval: [-20, 0], decided: false });
    expect(differenceOf([80, 80, 80, 80], [60, 60, 60, 60]).decided).toBe(true);
  });

  it('calls at most one in twenty samples of the same thing different', () => {
    let seed = 7;
    const random = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const sample = (): number[] => Array.from({ length: 6 }, () => (random() < 0.6 ? 1 : 0));
    const spread = (): number[] => Array.from({ length: 6 }, () => Math.round(random() * 100) + 3);
    let [rates, means] = [0, 0];
    for (let round = 0; round < 400; round += 1) {
      if (differenceOf(sample(), sample()).decided) rates += 1;
      if (differenceOf(spread(), spread()).decided) means += 1;
    }
    expect(rates).toBeLessThanOrEqual(20);
    expect(means).toBeLessThanOrEqual(24);
  });
});
