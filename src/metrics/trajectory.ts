/** `trajectory:` did every run take the declared path? Quadratic in the lengths of the two paths. */
import type { Explanation, MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { percent } from '../util/ratio.js';
import { plural } from '../util/text.js';
import { compareRuns, countInOrder, type PatternMatcher } from './call-pattern.js';
import { editDistance } from './edit-distance.js';
import { canPairAll } from './pairing.js';
import { countedSteps, orderedSteps, type PathSides, pathDiff, unorderedSteps } from './path-diff.js';
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
  const apart = known.reduce((sum, each) => sum + each.distance, 0);
  return {
    figures: {
      'trajectory.matched': known.every((each) => each.matched) ? 1 : 0,
      'trajectory.similarity': longest === 0 ? 100 : percent(longest - apart, longest),
    },
    explain: known.flatMap((each, run) => explainRun(each, run, block)),
  };
}

interface RunComparison {
  calls: readonly RunCall[];
  matcher: PatternMatcher;
  matched: boolean;
  longer: number;
  distance: number;
}

function judgeRun(run: Run, block: Trajectory, matcher: PatternMatcher): RunComparison | undefined {
  const [n, m] = [block.expected.length, run.calls.length];
  const matched = follows(block.mode ?? 'strict', n, run.calls, matcher);
  const distance = editDistance(n, m, (i, j) => matcher.fits(i, run.calls[j]));
  if (matched === undefined || distance === undefined) return undefined;
  return { calls: run.calls, matcher, matched, longer: Math.max(n, m), distance };
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

const BOTH = ['trajectory.matched', 'trajectory.similarity'];

/** What the mode objects to explains whether it matched; how far apart the paths are has no mode. */
function explainRun(found: RunComparison, run: number, block: Trajectory): Explanation[] {
  const { calls, matcher, matched, distance } = found;
  const mode = block.mode ?? 'strict';
  const sides: PathSides = { path: block.expected, calls, matcher };
  const text = `${matched ? 'matched' : 'did not match'} (${mode}), ${plural(distance, 'step')} apart`;
  if (distance === 0) {
    const all = { as: 'expected', good: true, calls: [...calls.keys()] };
    return [{ targets: BOTH, run, text, counted: () => [all] }];
  }
  const ordered = orderedSteps(sides);
  const details = pathDiff(sides, ordered);
  const counted = () => countedSteps(ordered, sides);
  if (mode === 'strict') return [{ targets: BOTH, run, text, details, counted }];
  const apart: Explanation = { targets: ['trajectory.similarity'], run, text, details };
  if (matched) return [{ ...apart, counted: () => counted().filter(({ good }) => good) }];
  const allowed = {
    ...sides,
    extra: mode === 'superset' || mode === 'subsequence',
    missing: mode === 'subset',
  };
  const free = mode === 'subsequence' ? ordered : unorderedSteps(allowed);
  const verdict = {
    targets: ['trajectory.matched'],
    run,
    text,
    details: pathDiff(allowed, free),
    counted: () => countedSteps(free, allowed),
  };
  return [verdict, apart];
}
