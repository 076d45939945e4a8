/** Figures that could not be computed. */
import type { MetricBlock, MetricResult } from '../types/metric.js';
import { METRICS } from './blocks.js';

export const NO_RUNS = 'no run was recorded';

/** One reason for every figure of the block; those with a number in their name are the caller's to add. */
export function noFigures(block: MetricBlock, why: string, numbered: readonly string[] = []): MetricResult {
  const targets = METRICS[block].targets.filter((target) => !target.includes('<n>'));
  const absent = Object.fromEntries([...targets, ...numbered].map((target) => [target, why]));
  return { figures: {}, absent, explain: [{ targets: Object.keys(absent), text: why }] };
}

/** Figures by target; one that could not be computed has the reason in place of its number. */
export function splitFigures(
  values: Record<string, number | string>,
): Pick<MetricResult, 'figures' | 'absent'> {
  const figures: Record<string, number> = {};
  const absent: Record<string, string> = {};
  for (const [target, value] of Object.entries(values)) {
    if (typeof value === 'number') figures[target] = value;
    else absent[target] = value;
  }
  return Object.keys(absent).length > 0 ? { figures, absent } : { figures };
}
