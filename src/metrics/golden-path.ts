/** `golden_path:` how much more than the shortest good path each run took. */
import type { MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { percent } from '../util/ratio.js';
import { compareRuns, countInOrder, type PatternMatcher } from './call-pattern.js';
import { longestShared } from './edit-distance.js';
import { limitLines, runLabel } from './explain.js';
import { noFigures } from './result.js';
import { callKey, type Run } from './runs.js';
import type { GoldenPath } from './schemas/golden-path.js';

export function measureGoldenPath(traces: Trace[], block: GoldenPath, ctx: MetricContext): MetricResult {
  const path = block.calls.map((call) => (typeof call === 'string' ? { tool: call } : call));
  const walks = compareRuns(traces, ctx, {
    patterns: path,
    mode: () => 'exact',
    compare: (run, matcher) => walkRun(run, path.length, matcher),
  });
  if (typeof walks === 'string') return noFigures('golden_path', walks);
  const sum = (key: 'useful' | 'length' | 'wasted' | 'repeats' | 'backtracks') =>
    walks.reduce((total, walk) => total + walk[key], 0);
  const length = sum('length');
  return {
    figures: {
      'golden_path.efficiency': length === 0 ? 100 : percent(sum('useful'), length),
      'golden_path.wasted': sum('wasted'),
      'golden_path.repeats': sum('repeats'),
      'golden_path.backtracks': sum('backtracks'),
    },
    explain: limitLines(
      walks.map((walk, i) => {
        const found = walk.complete ? 'took the golden path' : 'left the golden path unfinished';
        const extra = `${walk.wasted} wasted, ${walk.repeats} repeated, ${walk.backtracks} gone back`;
        return `${runLabel(i, walks.length)}${found} in ${walk.calls} calls; ${extra}`;
      }),
    ),
  };
}

interface Walk {
  complete: boolean;
  calls: number;
  /** What the run earns towards efficiency, and out of how much. */
  useful: number;
  length: number;
  wasted: number;
  repeats: number;
  backtracks: number;
}

function walkRun(run: Run, golden: number, matcher: PatternMatcher): Walk {
  const { calls } = run;
  const inOrder = countInOrder(golden, calls, matcher);
  const complete = inOrder === golden;
  // An unfinished path may still hold golden calls after the gap; too long a run falls back to those before it.
  const fits = (i: number, j: number) => matcher.fits(i, calls[j]);
  const shared = complete ? golden : (longestShared(golden, calls.length, fits) ?? inOrder);
  return {
    complete,
    calls: calls.length,
    useful: complete ? golden : 0,
    length: Math.max(calls.length, golden),
    wasted: calls.length - shared,
    ...countReturns(run),
  };
}

function countReturns(run: Run): { repeats: number; backtracks: number } {
  const seen = new Set<string>();
  let repeats = 0;
  let backtracks = 0;
  for (const [i, call] of run.calls.entries()) {
    const key = callKey(call);
    if (seen.has(key)) {
      repeats += 1;
      if (run.calls[i - 1]?.id !== call.id) backtracks += 1;
    }
    seen.add(key);
  }
  return { repeats, backtracks };
}
