import { describe, expect, it } from 'vitest';
import { binomial } from './intervals.js';
import { casesToTell, holm, mcnemar, pairedInterval } from './paired-rates.js';

describe('McNemar', () => {
  it.each([
    // Worked out by hand: twice the sum of C(n, 0..k), over 2^n.
    [0, 0, 1],
    [1, 0, 1],
    [0, 5, 2 / 32],
    [0, 6, 2 / 64],
    [1, 8, (2 * (1 + 9)) / 512],
    [5, 5, 1],
    [2, 10, (2 * (1 + 12 + 66)) / 4096],
  ])('%i gained and %i lost', (gained, lost, chance) => {
    expect(mcnemar({ gained, lost })).toBeCloseTo(chance, 12);
    expect(mcnemar({ gained: lost, lost: gained })).toBeCloseTo(chance, 12);
  });

  it('is close to the exact test where it takes the normal tail', () => {
    const exact = (few: number, n: number): number => {
      let tail = 0n;
      for (let k = 0; k <= few; k += 1) tail += binomial(n, k);
      return Number((2n * tail * 10n ** 12n) / (1n << BigInt(n))) / 1e12;
    };
    for (const few of [950]) {
      const far = mcnemar({ gained: few, lost: 2001 - few });
      expect(far / exact(few, 2001)).toBeGreaterThan(0.97);
      expect(far / exact(few, 2001)).toBeLessThan(1.03);
    }
  });
});

describe('the interval of a paired difference', () => {
  it('is symmetric, holds the difference and shrinks with more pairs', () => {
    const [low, high] = pairedInterval({ n: 50, gained: 8, lost: 3 });
    expect(pairedInterval({ n: 50, gained: 3, lost: 8 })).toEqual([-high, -low]);
    expect(low).toBeLessThan(0.1);
    expect(high).toBeGreaterThan(0.1);
    const [closer, further] = pairedInterval({ n: 500, gained: 80, lost: 30 });
    expect(further - closer).toBeLessThan((high - low) / 2.5);
  });

  it('is the score interval of one rate where every pair could only be gained', () => {
    // With nothing lost and everything gained the edges are those of Wilson's for 10 of 10.
    const [low, high] = pairedInterval({ n: 10, gained: 10, lost: 0 });
    expect(high).toBeCloseTo(1, 9);
    expect(low).toBeGreaterThan(0.4);
    expect(pairedInterval({ n: 0, gained: 0, lost: 0 })).toEqual([-1, 1]);
  });

  // Every possible outcome of n pairs, weighed by its chance: no simulation.
  it.each([
    [30, 0.3, 0.1],
    [30, 0.15, 0.15],
    [60, 0.2, 0.05],
    [60, 0.05, 0.05],
  ])('of %i pairs of which %f are gained and %f lost, 95 in 100 hold the truth', (n, gain, loss) => {
    const logs = [0];
    for (let i = 1; i <= n; i += 1) logs.push(logs[i - 1]! + Math.log(i));
    let covered = 0;
    for (let gained = 0; gained <= n; gained += 1) {
      for (let lost = 0; lost + gained <= n; lost += 1) {
        const same = n - gained - lost;
        const ways = logs[n]! - logs[gained]! - logs[lost]! - logs[same]!;
        const chance = Math.exp(
          ways + gained * Math.log(gain) + lost * Math.log(loss) + same * Math.log(1 - gain - loss),
        );
        const [low, high] = pairedInterval({ n, gained, lost });
        if (low <= gain - loss && gain - loss <= high) covered += chance;
      }
    }
    expect(covered).toBeGreaterThan(0.935);
    expect(covered).toBeLessThan(0.972);
  });
});

describe('how many cases would tell', () => {
  it('follows the formula, worked out by hand', () => {
    // 20 % changed, a net change of 10 %: (1.95996 · √.2 + .84162 · √.19)² / .1² = 154.6.
    expect(casesToTell({ n: 100, gained: 15, lost: 5 })).toBe(155);
    expect(casesToTell({ n: 100, gained: 5, lost: 5 })).toBeUndefined();
    expect(casesToTell({ n: 0, gained: 0, lost: 0 })).toBeUndefined();
  });
});

describe('many chances at once', () => {
  it('are corrected as Holm did', () => {
    const found = holm([0.01, 0.04, 0.03, 0.005]);
    for (const [at, value] of [0.03, 0.06, 0.06, 0.02].entries()) expect(found[at]).toBeCloseTo(value, 12);
    expect(holm([0.6, 0.7])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });
});
