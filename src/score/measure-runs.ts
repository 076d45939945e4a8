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

/** Of the runs that would not pass alone, so many are named before the others. */
const NAMED_RUNS = 20;

/** What did not pass is explained first: blocks, and within a block the runs that would not pass alone. */
export function explainLines(
  measured: readonly BlockMeasurement[],
  runs: readonly (readonly BlockMeasurement[])[],
): string[] {
  const ordered = [...measured.filter((one) => !passes(one)), ...measured.filter(passes)];
  return ordered.flatMap((one) => {
    const index = measured.indexOf(one);
    const first = passes(one) ? [] : failedRuns(runs.map((run) => run[index]));
    const rest = one.result.explain.filter((line) => !first.includes(line));
    return [...first, ...rest].map((line) => `${one.spec.block}: ${line}`);
  });
}

/** The first line of each run whose measurement would not pass alone. */
function failedRuns(alone: readonly (BlockMeasurement | undefined)[]): string[] {
  const failed = alone.flatMap((one, run) => {
    const reason = one && !passes(one) ? one.result.explain[0] : undefined;
    return reason === undefined ? [] : [`run ${run + 1}: ${reason}`];
  });
  return failed.slice(0, NAMED_RUNS);
}

function passes({ checks }: BlockMeasurement): boolean {
  return checks.every(({ outcome }) => outcome === 'pass');
}
