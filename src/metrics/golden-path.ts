/** `golden_path:` how much more than the shortest good path each run took. */
import type { CountedCalls, Explanation, MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { percent } from '../util/ratio.js';
import { plural } from '../util/text.js';
import { compareRuns, countInOrder, type PatternMatcher } from './call-pattern.js';
import { longestShared } from './edit-distance.js';
import { showCalls, toldLater } from './explain.js';
import { countedSteps, orderedSteps, type PathSides, pairCosts, pathDiff } from './path-diff.js';
import { noFigures } from './result.js';
import { callKey, ofCalls, ofRun, type Run, type RunCall } from './runs.js';
import type { CallPattern } from './schemas/call-pattern.js';
import type { GoldenPath } from './schemas/golden-path.js';

export function measureGoldenPath(traces: Trace[], block: GoldenPath, ctx: MetricContext): MetricResult {
  const path = block.calls.map((call) => (typeof call === 'string' ? { tool: call } : call));
  // A matcher by field may leave something unjudged, which is known only where it was asked.
  const keeps = path.every(({ match }) => match === undefined);
  const walks = compareRuns(traces, ctx, {
    patterns: path,
    mode: () => 'exact',
    compare: (run, matcher) =>
      keeps ? ofRun(run, block, () => walkRun(run, path, matcher)) : walkRun(run, path, matcher),
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
    explain: walks.flatMap(explainWalk),
  };
}

function explainWalk(walk: Walk, run: number): Explanation[] {
  const found = walk.complete ? 'took the golden path' : 'left the golden path unfinished';
  const text = `${found} in ${plural(walk.calls, 'call')}, ${walk.wasted} wasted`;
  const about = (leaf: string, which: () => string, counted: CountedCalls): Explanation =>
    toldLater({ targets: [`golden_path.${leaf}`], run, counted: () => [counted] }, () => {
      const calls = which();
      return calls === '' ? `no ${leaf}` : `${leaf}: ${calls}`;
    });
  return [
    toldLater(
      { targets: ['golden_path.efficiency', 'golden_path.wasted'], run, counted: walk.counted },
      () => text,
      walk.diff,
    ),
    about('repeats', walk.again, { as: 'repeat', good: false, calls: walk.returns.again }),
    about('backtracks', walk.back, { as: 'backtrack', good: false, calls: walk.returns.back }),
  ];
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
  /** The same calls in words. */
  again: () => string;
  back: () => string;
  /** The path beside the calls. */
  diff: () => string[];
  counted: () => CountedCalls[];
  returns: { again: number[]; back: number[] };
}

function walkRun(run: Run, path: readonly CallPattern[], matcher: PatternMatcher): Walk {
  const { calls } = run;
  const many = calls.length;
  const golden = path.length;
  const inOrder = countInOrder(golden, calls, matcher);
  const complete = inOrder === golden;
  // An unfinished path may still hold golden calls after the gap; too long a run falls back to those before it.
  const fits = (i: number, j: number) => matcher.fits(i, run.calls[j]);
  const shared = complete ? golden : (longestShared(golden, many, fits) ?? inOrder);
  const straight = complete && many === golden;
  const sidesOf = (): PathSides => ({ path, calls: run.calls, matcher });
  // A matcher that cannot be judged leaves no figures, which must be known at once.
  if (!straight && path.some(({ match }) => match !== undefined)) pairCosts(sidesOf());
  const steps = () => ofCalls(run, path, () => ({ list: orderedSteps(sidesOf()) })).list;
  const returns = returnsOf(run);
  const { again, back } = returns;
  const shown = () => ofCalls(run, returns, () => showCalls(run.calls, again));
  return {
    complete,
    calls: many,
    useful: complete ? golden : 0,
    length: Math.max(many, golden),
    wasted: many - shared,
    repeats: again.length,
    backtracks: back.length,
    again: shown,
    // All of them are among those.
    back: back.length === again.length ? shown : () => showCalls(run.calls, back),
    diff: () => (straight ? [] : pathDiff(sidesOf(), steps())),
    counted: () =>
      straight
        ? [{ as: 'expected', good: true, calls: [...run.calls.keys()] }]
        : countedSteps(steps(), sidesOf()),
    returns,
  };
}

/** Calls that were made before with the same arguments, and those of them that another tool came between. */
function returnsOf(run: Run): { again: number[]; back: number[] } {
  const seen = new Set<string>();
  const again: number[] = [];
  const back: number[] = [];
  let before: string | undefined;
  for (let i = 0; i < run.calls.length; i += 1) {
    const call = run.calls[i] as RunCall;
    const known = seen.size;
    if (seen.add(callKey(call)).size === known) {
      again.push(i);
      if (before !== call.id) back.push(i);
    }
    before = call.id;
  }
  return { again, back };
}
