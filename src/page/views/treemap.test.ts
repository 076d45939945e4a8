import { expect, it } from 'vitest';
import { tilesOf } from './tiles.js';

it('tiles have the areas of their values, fill the whole and do not overlap', () => {
  const values = [60, 60, 40, 30, 20, 10, 5, 1];
  const tiles = tilesOf(values, 600, 400);
  const total = values.reduce((sum, value) => sum + value, 0);
  for (const [at, { width, height }] of tiles.entries())
    expect(width * height).toBeCloseTo((values[at]! / total) * 600 * 400, 6);
  for (const [at, one] of tiles.entries()) {
    expect(one.x).toBeGreaterThanOrEqual(-1e-9);
    expect(one.x + one.width).toBeLessThanOrEqual(600 + 1e-6);
    expect(one.y + one.height).toBeLessThanOrEqual(400 + 1e-6);
    for (const other of tiles.slice(at + 1)) {
      const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
      const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
      expect(across > 1e-6 && down > 1e-6).toBe(false);
    }
  }
  // No sliver among those that are worth looking at.
  const stretched = tiles.map(({ width, height }) => Math.max(width / height, height / width));
  expect(Math.max(...stretched.slice(0, 6))).toBeLessThan(2.5);
});

it('lays out the example of the paper on squarified treemaps', () => {
  const tiles = tilesOf([6, 6, 4, 3, 2, 2, 1], 6, 4);
  const sizes = tiles.slice(0, 4).map(({ width, height }) => [width, height].map((side) => side.toFixed(2)));
  expect(sizes).toEqual([
    ['3.00', '2.00'],
    ['3.00', '2.00'],
    ['1.71', '2.33'],
    ['1.29', '2.33'],
  ]);
});
