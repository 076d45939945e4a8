/** `trajectory:` did every run take the declared path? Quadratic in the lengths of the two paths. */
import type { MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { percent } from '../util/ratio.js';
import { compareRuns, countInOrder, type PatternMatcher } from './call-pattern.js';
import { type Alignment, align } from './edit-distance.js';
import { limitLines, runLabel, show } from './explain.js';
import { canPairAll } from './pairing.js';
import { noFigures } from './result.js';
import type { Run, RunCall } from './runs.js';
import type { Trajectory, TrajectoryMode } from './schemas/trajectory.js';

export function measureTrajectory(traces: Trace[], block: Trajectory, ctx: MetricContext): MetricResult {
  const judged = compareRuns(traces, ctx, {
    patterns: block.expected,
    mode: ({ tool }) => {
      const own = block.args_for && Object.hasOwn(block.args_for, tool) ? block.args_for[tool] : undefined;
      return own ?? block.args ?? 'exact';
    },
    compare: (run, matcher) => judgeRun(run, block, matcher),
  });
  if (typeof judged === 'string') return noFigures('trajectory', judged);
  const known = judged.filter((each) => each !== undefined);
  if (known.length < judged.length)
    return noFigures('trajectory', 'a run is too long to be compared with the path');
  const longest = known.reduce((sum, each) => sum + each.longer, 0);
  const apart = known.reduce((sum, each) => sum + each.alignment.distance, 0);
  return {
    figures: {
      'trajectory.matched': known.every((each) => each.matched) ? 1 : 0,
      'trajectory.similarity': longest === 0 ? 100 : percent(longest - apart, longest),
    },
    explain: limitLines(
      known.flatMap((each, i) => diffLines(each, block, runLabel(i, known.length))),
      60,
    ),
  };
}

interface RunComparison {
  calls: readonly RunCall[];
  matched: boolean;
  longer: number;
  alignment: Alignment;
}

function judgeRun(run: Run, block: Trajectory, matcher: PatternMatcher): RunComparison | undefined {
  const [n, m] = [block.expected.length, run.calls.length];
  const matched = follows(block.mode ?? 'strict', n, run.calls, matcher);
  const alignment = align(n, m, (i, j) => matcher.fits(i, run.calls[j]));
  if (matched === undefined || alignment === undefined) return undefined;
  return { calls: run.calls, matched, longer: Math.max(n, m), alignment };
}

function follows(
  mode: TrajectoryMode,
  n: number,
  calls: readonly RunCall[],
  matcher: PatternMatcher,
): boolean | undefined {
  const m = calls.length;
  const fits = (pattern: number, call: number) => matcher.fits(pattern, calls[call]);
  switch (mode) {
    case 'strict':
      return n === m && calls.every((call, i) => matcher.fits(i, call));
    case 'unordered':
      return n === m && canPairAll(n, m, fits);
    case 'subset':
      return canPairAll(m, n, (call, pattern) => fits(pattern, call));
    case 'superset':
      return canPairAll(n, m, fits);
    case 'subsequence':
      return countInOrder(n, calls, matcher) === n;
  }
}

function diffLines({ calls, matched, alignment }: RunComparison, block: Trajectory, label: string): string[] {
  const { distance, steps } = alignment;
  const head = `${label}${matched ? 'matched' : 'did not match'}, ${distance} apart`;
  if (distance === 0) return [head];
  const want = (i: number) => block.expected[i]?.tool ?? '';
  const got = (j: number) => calls[j]?.id ?? '';
  return [
    head,
    ...steps.map((step) => {
      if (step.kind === 'same') return `  = ${show(got(step.actual))}`;
      if (step.kind === 'missing') return `  - ${show(want(step.expected))}`;
      if (step.kind === 'extra') return `  + ${show(got(step.actual))}`;
      const [wanted, called] = [want(step.expected), got(step.actual)];
      const note = wanted === called ? ' (other arguments)' : '';
      return `  ~ ${show(wanted)} → ${show(called)}${note}`;
    }),
  ];
}
