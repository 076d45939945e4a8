/** Measures a block with what it needs at hand: the tokenizer and the matchers load only where they are used. */

import { tokenCounter } from '../tokens/token-counter.js';
import type { Metric, MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';

/** `ctx.validate` stays the caller's to give; without it schema validity is absent. */
export async function measureBlock<Block>(
  metric: Metric<Block>,
  traces: Trace[],
  block: Block,
  ctx: MetricContext,
): Promise<MetricResult> {
  const full: MetricContext = { ...ctx };
  if (metric.needs.includes('tokens')) full.countTokens ??= await tokenCounter();
  if (metric.needs.includes('matchers') && full.matches === undefined) {
    const { judgeFields } = await import('./field-matchers.js');
    full.matches = await judgeFields(traces, block, ctx);
  }
  return metric.measure(traces, block, full);
}
