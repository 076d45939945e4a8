/** `trajectory:` did every run take the declared path? Quadratic in the lengths of the two paths. */
import type { MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { percent } from '../util/ratio.js';
import { matchPatterns, type PatternMatcher, walked } from './call-pattern.js';
import { type Alignment, align } from './edit-distance.js';
import { lines, runLabel, show } from './explain.js';
import { canPairAll } from './pairing.js';
import { NO_RUNS, nothing } from './result.js';
import { type Run, readRuns, type SeenCall } from './runs.js';
import type { Trajectory, TrajectoryMode } from './schemas/trajectory.js';

export function measureTrajectory(traces: Trace[], block: Trajectory, ctx: MetricContext): MetricResult {
  if (traces.length === 0) return nothing('trajectory', NO_RUNS);
  const runs = readRuns(traces, ctx);
  const matcher = matchPatterns(block.expected, {
    servers: runs.servers,
    matches: ctx.matches,
    mode: ({ tool }) => {
      const own = block.args_for && Object.hasOwn(block.args_for, tool) ? block.args_for[tool] : undefined;
      return own ?? block.args ?? 'exact';
    },
  });
  const judged = runs.list.map((run) => judgeRun(run, block, matcher));
  const why = matcher.unjudged();
  if (why !== undefined) return nothing('trajectory', why);
  const known = judged.filter((each) => each !== undefined);
  if (known.length < judged.length)
    return nothing('trajectory', 'a run is too long to be compared with the path');
  const longest = known.reduce((sum, each) => sum + each.longer, 0);
  const apart = known.reduce((sum, each) => sum + each.alignment.distance, 0);
  return {
    figures: {
      'trajectory.matched': known.every((each) => each.matched) ? 1 : 0,
      'trajectory.similarity': longest === 0 ? 100 : percent(longest - apart, longest),
    },
    explain: lines(
      known.flatMap((each, i) => diffLines(each, block, runs.list[i]!.calls, runLabel(i, known.length))),
      60,
    ),
  };
}

interface JudgedRun {
  matched: boolean;
  longer: number;
  alignment: Alignment;
}

function judgeRun(run: Run, block: Trajectory, matcher: PatternMatcher): JudgedRun | undefined {
  const [n, m] = [block.expected.length, run.calls.length];
  const matched = follows(block.mode ?? 'strict', n, run.calls, matcher);
  const alignment = align(n, m, (i, j) => matcher.fits(i, run.calls[j]!));
  return matched === undefined || !alignment ? undefined : { matched, longer: Math.max(n, m), alignment };
}

function follows(
  mode: TrajectoryMode,
  n: number,
  calls: readonly SeenCall[],
  matcher: PatternMatcher,
): boolean | undefined {
  const m = calls.length;
  const fits = (pattern: number, call: number) => matcher.fits(pattern, calls[call]!);
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
      return walked(n, calls, matcher) === n;
  }
}

function diffLines(
  judged: JudgedRun,
  block: Trajectory,
  calls: readonly SeenCall[],
  label: string,
): string[] {
  const head = `${label}${judged.matched ? 'matched' : 'did not match'}, ${judged.alignment.distance} apart`;
  if (judged.alignment.distance === 0) return [head];
  const want = (i: number | undefined) => show(block.expected[i!]!.tool);
  const got = (j: number | undefined) => show(calls[j!]!.id);
  return [
    head,
    ...judged.alignment.steps.map(({ kind, expected, actual }) => {
      if (kind === 'same') return `  = ${got(actual)}`;
      if (kind === 'missing') return `  - ${want(expected)}`;
      if (kind === 'extra') return `  + ${got(actual)}`;
      const note = block.expected[expected!]!.tool === calls[actual!]!.id ? ' (other arguments)' : '';
      return `  ~ ${want(expected)} → ${got(actual)}${note}`;
    }),
  ];
}
