import { expect, it } from 'vitest';
import { agreementOf, type LabelledScore } from './agreement.js';

/** Counts of yes-yes, yes-no, no-yes, no-no: the judge first. */
const table = (...counts: [number, number, number, number]): LabelledScore[] =>
  counts.flatMap((count, cell) =>
    Array.from({ length: count }, () => ({ score: cell < 2 ? 1 : 0, says: cell < 2, label: cell % 2 === 0 })),
  );

const kappaOf = ([a, b, c, d]: number[]): number => {
  const n = a! + b! + c! + d!;
  const chance = ((a! + b!) * (a! + c!) + (c! + d!) * (b! + d!)) / n ** 2;
  return ((a! + d!) / n - chance) / (1 - chance);
};

it.each([
  // Worked examples that textbooks and encyclopedias print.
  [[20, 5, 10, 15], 0.4],
  [[45, 15, 25, 15], 0.1304],
  [[25, 35, 5, 35], 0.2593],
] as const)('kappa of %j is %d', (counts, kappa) => {
  expect(agreementOf(table(...(counts as unknown as [number, number, number, number]))).kappa).toBeCloseTo(
    kappa,
    4,
  );
});

it.each([[[20, 5, 10, 15]], [[45, 15, 25, 15]], [[7, 1, 3, 30]]])(
  'the interval of %j is what small changes of each cell come to',
  (counts) => {
    const cells = counts as unknown as [number, number, number, number];
    const more = cells.map((count) => count + 0.5);
    const n = more.reduce((sum, count) => sum + count, 0);
    const shares = more.map((count) => count / n);
    const slope = (at: number): number => {
      const moved = (step: number) => kappaOf(shares.map((share, i) => (i === at ? share + step : share)));
      return (moved(1e-6) - moved(-1e-6)) / 2e-6;
    };
    const slopes = shares.map((_, at) => slope(at));
    const mean = shares.reduce((sum, share, at) => sum + share * slopes[at]!, 0);
    const variance = shares.reduce((sum, share, at) => sum + share * (slopes[at]! - mean) ** 2, 0) / n;
    const { kappa, kappa_low, kappa_high } = agreementOf(table(...cells));
    expect(((kappa_high ?? 0) - (kappa_low ?? 0)) / 2).toBeCloseTo(1.959964 * Math.sqrt(variance), 4);
    expect((kappa_low ?? 0) < (kappa ?? 0)).toBe(true);
  },
);

it('a few texts on which judge and people agree are not certainty', () => {
  const low = (each: number) => agreementOf(table(each, 0, 0, each)).kappa_low!;
  // By hand for two texts: 3 of 4 agree with half a text more in each cell, kappa 0.5, give or take 1.96 x 0.433.
  expect(low(1)).toBeCloseTo(0.5 - 1.959964 * Math.sqrt(0.75 / 4), 6);
  expect([low(1) < 0, low(2) < 0.4, low(5) > 0.4, low(5) < 0.6, low(25) > 0.8, low(25) < 1]).toEqual(
    Array(6).fill(true),
  );
  expect(agreementOf(table(25, 0, 0, 25)).kappa_high).toBe(1);
});

it('kappa of a judge and people who always say the same is not told', () => {
  expect(agreementOf(table(5, 0, 0, 0))).toEqual({ n: 5, agreement: 1, calibration_error: 0 });
  expect(agreementOf(table(5, 0, 0, 5)).kappa).toBe(1);
  expect(agreementOf(table(0, 5, 5, 0)).kappa).toBe(-1);
});

it('the calibration error weighs bins by their texts', () => {
  const rows = [
    { score: 0.9, says: true, label: true },
    { score: 0.9, says: true, label: false },
    { score: 0.2, says: false, label: false },
    { score: 0.2, says: false, label: false },
  ];
  expect(agreementOf(rows).calibration_error).toBeCloseTo(0.5 * 0.4 + 0.5 * 0.2, 10);
});
