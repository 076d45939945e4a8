/**
 * Features → a score of 1 to 5: a weighted sum and the marks at which the next score begins. The weights
 * are trained (`npm run eval:tdqs -- --train` writes `weights.ts`); none of them has the wrong sign, so that
 * disclosing more never weighs less.
 */
import type { Features } from './features.js';

export interface Weights {
  base: number;
  weights: Partial<Record<keyof Features, number>>;
  /** Where 2, 3, 4 and 5 begin. */
  marks: readonly number[];
}

export function weigh(features: Features, { base, weights, marks }: Weights): number {
  const sum = weightedSum(features, base, weights);
  return 1 + marks.filter((mark) => sum >= mark).length;
}

export function weightedSum(features: Features, base: number, weights: Weights['weights']): number {
  let sum = base;
  for (const feature in weights) {
    const name = feature as keyof Features;
    sum += (weights[name] ?? 0) * features[name];
  }
  return sum;
}
