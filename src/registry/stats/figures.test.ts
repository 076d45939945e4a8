import { expect, it } from 'vitest';
import { hundredths, mean, quantile, shareOf, tierShares } from './figures.js';

const histogram = new Map([
  [10, 1],
  [29, 2],
  [30, 3],
  [35, 1],
  [50, 1],
]);
const sorted = [1, 2.9, 2.9, 3, 3, 3, 3.5, 5];

it('takes means and quartiles as of the sorted list', () => {
  expect(mean(histogram)).toBe(hundredths(243, 80));
  expect(quantile(histogram, 0)).toBe(sorted[0]);
  expect(quantile(histogram, 0.5)).toBe(3);
  // The place 1.75 of 0 to 7 lies between two that are the same.
  expect(quantile(histogram, 0.25)).toBe(2.9);
  // 5.25: a quarter of the way from 3 to 3.5.
  expect(quantile(histogram, 0.75)).toBe(3.13);
  expect(quantile(histogram, 1)).toBe(5);
});

it('counts tiers at their borders', () => {
  const tiers = tierShares(histogram);
  expect(Object.values(tiers).map(({ count }) => count)).toEqual([2, 3, 2, 1, 0]);
  expect(tiers.A.share).toBe(25);
});

it('rounds halves up, and nothing of nothing is 0', () => {
  expect(hundredths(1, 8)).toBe(0.13);
  expect(shareOf(1, 3)).toEqual({ count: 1, share: 33.33 });
  expect(shareOf(0, 0)).toEqual({ count: 0, share: 0 });
});
