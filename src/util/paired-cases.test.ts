import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { casesThatTell, meanInterval, swapChance } from './paired-cases.js';
import { casesToTell, mcnemar } from './paired-rates.js';

/** Every way to swap, written out. */
function everySwap(changes: readonly number[]): number {
  const sum = Math.abs(changes.reduce((a, b) => a + b, 0));
  let far = 0;
  for (let signs = 0; signs < 2 ** changes.length; signs += 1) {
    const swapped = changes.reduce((total, value, at) => total + ((signs >> at) & 1 ? -value : value), 0);
    if (Math.abs(swapped) >= sum - 1e-9) far += 1;
  }
  return far / 2 ** changes.length;
}

describe('the chance of a change', () => {
  it('is the count of all swaps, also where cases did not move', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 9 }), (values) => {
        const thirds = values.map((value) => value / 3);
        expect(swapChance(thirds)).toBeCloseTo(everySwap(thirds), 9);
      }),
    );
  });

  it("is McNemar's for right and wrong, however large one step is", () => {
    const changes = (step: number) => [...Array(9).fill(step), -step, -step, 0, 0, 0];
    expect(swapChance(changes(1))).toBe(mcnemar({ gained: 9, lost: 2 }));
    expect(swapChance(changes(1 / 3))).toBe(mcnemar({ gained: 9, lost: 2 }));
  });

  it('goes over to the normal tail without a jump', () => {
    const sixteen = Array.from({ length: 16 }, (_, at) => (at % 3 === 0 ? -1 : 2) * (1 + (at % 2) / 3));
    const more = [...sixteen, 0.001];
    expect(Math.abs(swapChance(more) - swapChance(sixteen))).toBeLessThan(0.01);
    expect(swapChance([])).toBe(1);
    expect(swapChance([0, 0])).toBe(1);
  });
});

describe('the interval of a mean change', () => {
  it("is Bonett and Price's for right and wrong, with Student's t", () => {
    // 50 cases, 8 gained, 3 lost: (8 - 3) / 52 ± t51 · √((8 + 3 + 2) / 52 - (5 / 52)²) / √52, t51 = 2.00758.
    const changes = [...Array(8).fill(1), ...Array(3).fill(-1), ...Array(39).fill(0)];
    const [low, high] = meanInterval(changes, 1);
    const half = (2.00758 * Math.sqrt(13 / 52 - (5 / 52) ** 2)) / Math.sqrt(52);
    expect(low).toBeCloseTo(5 / 52 - half, 5);
    expect(high).toBeCloseTo(5 / 52 + half, 5);
  });

  it('is never a point where nothing was seen to move', () => {
    const [low, high] = meanInterval(Array(40).fill(0), 1 / 3);
    expect(low).toBeLessThan(0);
    expect(high).toBe(-low);
  });
});

it("says how many cases would tell as Connor's formula does, for right and wrong", () => {
  const changes = [...Array(15).fill(1), ...Array(5).fill(-1), ...Array(80).fill(0)];
  expect(casesThatTell(changes)).toBe(casesToTell({ n: 100, gained: 15, lost: 5 }));
  expect(casesThatTell([1, -1])).toBeUndefined();
  expect(casesThatTell([])).toBeUndefined();
});
