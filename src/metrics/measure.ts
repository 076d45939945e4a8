/** Measures a block with what it needs at hand: the tokenizer and the matchers load only where they are used. */

import { tokenCounter } from '../tokens/token-counter.js';
import type { Measure, MetricBlock, MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { METRICS } from './blocks.js';
import { MEASURES } from './registry.js';

/** A test may have a million runs: each part is loaded once, not once a run. */
const measures = new Map<MetricBlock, Promise<Measure<unknown>>>();
let matchers: Promise<typeof import('./field-matchers.js')> | undefined;

/** `ctx.validate` stays the caller's to give; without it schema validity is absent. */
export async function measureBlock(
  block: MetricBlock,
  traces: Trace[],
  config: unknown,
  ctx: MetricContext,
): Promise<MetricResult> {
  const { needs } = METRICS[block];
  const full: MetricContext = { ...ctx };
  if (needs.includes('tokens')) full.countTokens ??= await tokenCounter();
  if (needs.includes('matchers') && full.matches === undefined) {
    matchers ??= import('./field-matchers.js');
    const { judgeFields } = await matchers;
    full.matches = await judgeFields(traces, config, ctx);
  }
  const measure = measures.get(block) ?? (MEASURES[block]() as Promise<Measure<unknown>>);
  measures.set(block, measure);
  return (await measure)(traces, config, full);
}
