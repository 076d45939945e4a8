/** The metric blocks of a test over some of its runs: figures, what is gated on them, and why. */
import { judgeFigures } from '../gates/judge-figures.js';
import { measureBlock } from '../metrics/measure.js';
import type { MetricContext, MetricResult } from '../types/metric.js';
import type { MetricSpec } from '../types/suite.js';
import type { Trace } from '../types/trace.js';
import type { Check } from '../types/verdict.js';

export interface BlockMeasurement {
  spec: MetricSpec;
  result: MetricResult;
  checks: Check[];
}

export async function measureRuns(
  metrics: readonly MetricSpec[],
  traces: Trace[],
  ctx: MetricContext,
  test: string,
): Promise<BlockMeasurement[]> {
  const out: BlockMeasurement[] = [];
  for (const spec of metrics) {
    const result = await measureBlock(spec.block, traces, spec.config, ctx);
    out.push({ spec, result, checks: await judgeFigures(spec.gates, result, { test }) });
  }
  return out;
}

export function figuresOf(
  measured: readonly BlockMeasurement[],
): Required<Pick<MetricResult, 'figures' | 'absent'>> {
  return {
    figures: Object.assign({}, ...measured.map(({ result }) => result.figures)),
    absent: Object.assign({}, ...measured.map(({ result }) => result.absent ?? {})),
  };
}
