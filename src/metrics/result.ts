/** A result without figures. */
import type { MetricBlock, MetricResult } from '../types/metric.js';
import { METRICS } from './blocks.js';

export const NO_RUNS = 'no run was recorded';

/** One reason for every figure of the block; those with a number in their name are the caller's to add. */
export function nothing(block: MetricBlock, why: string, numbered: readonly string[] = []): MetricResult {
  const targets = METRICS[block].targets.filter((target) => !target.includes('<n>'));
  const absent = Object.fromEntries([...targets, ...numbered].map((target) => [target, why]));
  return { figures: {}, absent, explain: [why] };
}
