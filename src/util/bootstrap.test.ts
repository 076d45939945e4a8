import { expect, it } from 'vitest';
import { drawnIntervals, drawnSamples } from './bootstrap.js';

const meanOf = (values: readonly number[]) => (times: Uint16Array, out: (number | undefined)[]) => {
  out[0] = values.reduce((sum, value, at) => sum + value * times[at]!, 0) / values.length;
};

it('draws as many cases as there are, each as often as the others', () => {
  const often = [0, 0, 0];
  const drawn: number[] = [];
  drawnSamples(3, 1, (times, out) => {
    drawn.push(times[0]! + times[1]! + times[2]!);
    for (const [at, count] of times.entries()) often[at]! += count;
    out[0] = 0;
  });
  expect(new Set(drawn)).toEqual(new Set([3]));
  for (const count of often) expect(Math.abs(count / drawn.length - 1)).toBeLessThan(0.1);
});

it('gives each mean as often as counting all 27 ways to draw three cases does', () => {
  const values = [0, 1, 10];
  const [samples] = drawnSamples(3, 1, meanOf(values));
  const exact = new Map<string, number>();
  for (const a of values)
    for (const b of values)
      for (const c of values) {
        const key = ((a + b + c) / 3).toFixed(6);
        exact.set(key, (exact.get(key) ?? 0) + 1 / 27);
      }
  const found = new Map<string, number>();
  for (const one of samples!) found.set(one.toFixed(6), (found.get(one.toFixed(6)) ?? 0) + 1);
  expect([...found.keys()].sort()).toEqual([...exact.keys()].sort());
  // Five standard errors of a share of 2,000 draws.
  for (const [key, share] of exact)
    expect(Math.abs(found.get(key)! / samples!.length - share)).toBeLessThan(
      5 * Math.sqrt((share * (1 - share)) / samples!.length),
    );
});

it('leaves out less at each end with few cases, as Student does', () => {
  const values = [0, 1, 4, 9, 16, 25, 36, 49, 64, 81];
  const [sorted] = drawnSamples(10, 1, meanOf(values));
  const [interval] = drawnIntervals(10, 1, meanOf(values));
  // Of ten cases t is 2.2622 (tables), times the root of 10/9 is 2.3845, below which lies 0.855 % of a normal curve.
  expect(sorted).toHaveLength(2_000);
  expect(interval).toEqual([sorted![17], sorted![1_982]]);
  expect(sorted![17]).toBeLessThan(sorted![49]!);
  expect(sorted![1_982]).toBeGreaterThan(sorted![1_950]!);
});

it('has no interval of what no draw can compute, and the whole range of a single case', () => {
  expect(drawnIntervals(5, 1, () => {})).toEqual([undefined]);
  expect(drawnIntervals(0, 1, () => {})).toEqual([undefined]);
  expect(drawnIntervals(1, 1, meanOf([7]))).toEqual([[7, 7]]);
});
