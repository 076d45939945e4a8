/**
 * Scores as integers in tenths. Weighted sums of scores end in exact halves, which floating point rounds
 * either way; nothing here does a division before the last step.
 */
import type { CoherenceDimension, Dimension } from '../types/tdqs.js';
import { COHERENCE, DIMENSIONS, WEIGHTS } from './dimensions.js';

/** p/q in tenths, rounded half up; q above 0. */
export function tenths(p: number, q: number): number {
  return Math.floor((20 * p + q) / (2 * q));
}

/** p/q with one decimal, rounded half up; q above 0. */
export function round1(p: number, q: number): number {
  return tenths(p, q) / 10;
}

export function inTenths(score: number): number {
  return Math.round(score * 10);
}

export function tdqsTenths(scores: Readonly<Record<Dimension, number>>): number {
  return tenths(
    DIMENSIONS.reduce((sum, dimension) => sum + WEIGHTS[dimension] * scores[dimension], 0),
    100,
  );
}

/** What the tools' scores in tenths add up to; enough to know every figure of the server. */
export interface Totals {
  n: number;
  sum: number;
  min: number;
}

export function totalsOf(scores: readonly number[]): Totals {
  const totals = { n: 0, sum: 0, min: Number.POSITIVE_INFINITY };
  for (const t of scores) {
    totals.n += 1;
    totals.sum += t;
    totals.min = Math.min(totals.min, t);
  }
  return totals;
}

/** 60 % the mean, 40 % the worst tool; in tenths. */
export function descriptionQuality({ n, sum, min }: Totals): number {
  return tenths(6 * sum + 4 * n * min, 100 * n);
}

export function meanTenths({ n, sum }: Totals): number {
  return tenths(sum, 10 * n);
}

/** At least 80 % of the tools have a score. */
export function enoughScored(scored: number, total: number): boolean {
  return total > 0 && 5 * scored >= 4 * total;
}

export function coherence(scores: Readonly<Record<CoherenceDimension, number>>): number {
  return tenths(
    COHERENCE.reduce((sum, dimension) => sum + scores[dimension], 0),
    4,
  );
}

/** 70 % description quality, 30 % coherence; all in tenths. */
export function overall(quality: number, coherent: number): number {
  return tenths(7 * quality + 3 * coherent, 100);
}
