/** `golden_path:` how much more than the shortest good path each run took. */
import * as z from 'zod/mini';
import type { Metric } from '../types/metric.js';
import { percent } from '../util/ratio.js';
import {
  type CallPattern,
  callPatternSchema,
  matchPatterns,
  type PatternMatcher,
  walked,
} from './call-pattern.js';
import { longestShared } from './edit-distance.js';
import { lines, runLabel } from './explain.js';
import { expectSchema, gate, NO_RUNS, nothing, toolSchema } from './result.js';
import { callKey, type Run, readRuns } from './runs.js';

export interface GoldenPath {
  /** A tool id stands for a call with any arguments. */
  calls: (string | CallPattern)[];
  expect?: unknown[];
}

const TARGETS = [
  'golden_path.efficiency',
  'golden_path.wasted',
  'golden_path.repeats',
  'golden_path.backtracks',
];

export const goldenPath: Metric<GoldenPath> = {
  block: 'golden_path',
  schema: z
    .strictObject({
      calls: z
        .array(z.union([toolSchema, callPatternSchema]))
        .check(z.describe('The shortest good path, in order: tools, or tools with their arguments.')),
      expect: expectSchema,
    })
    .check(z.describe('How directly each run took the shortest good path.')),
  needs: ['matchers'],
  targets: TARGETS,
  defaults: () => [gate('golden_path.efficiency', '>=', 50)],
  measure(traces, block, ctx) {
    if (traces.length === 0) return nothing(TARGETS, NO_RUNS);
    const path = block.calls.map((call) => (typeof call === 'string' ? { tool: call } : call));
    const runs = readRuns(traces, ctx);
    const matcher = matchPatterns(path, { servers: runs.servers, matches: ctx.matches, mode: () => 'exact' });
    const walks = runs.list.map((run) => walkRun(run, path.length, matcher));
    const why = matcher.unjudged();
    if (why !== undefined) return nothing(TARGETS, why);
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
      explain: lines(
        walks.map((walk, i) => {
          const found = walk.complete ? 'took the golden path' : 'left the golden path unfinished';
          const extra = `${walk.wasted} wasted, ${walk.repeats} repeated, ${walk.backtracks} gone back`;
          return `${runLabel(i, walks.length)}${found} in ${walk.calls} calls; ${extra}`;
        }),
      ),
    };
  },
};

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
  const inOrder = walked(golden, calls, matcher);
  const complete = inOrder === golden;
  // An unfinished path may still hold golden calls after the gap; too long a run falls back to those before it.
  const fits = (i: number, j: number) => matcher.fits(i, calls[j]!);
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
      if (run.calls[i - 1]!.id !== call.id) backtracks += 1;
    }
    seen.add(key);
  }
  return { repeats, backtracks };
}
