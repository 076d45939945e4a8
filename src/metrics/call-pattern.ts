/** A declared call against the calls of a run: its tool, its arguments under a mode, matchers by field. */
import type { MetricContext } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { canonicalJson } from '../util/canonical-json.js';
import { isObject } from '../util/plain.js';
import { argumentFaults, matcherFault } from './argument-faults.js';
import { NO_RUNS } from './result.js';
import { type Run, type RunCall, readRuns } from './runs.js';
import type { ArgsMode, CallPattern } from './schemas/call-pattern.js';
import { indexMembers } from './tool-id.js';

export interface PatternOptions {
  servers: ReadonlySet<string>;
  mode: (pattern: CallPattern) => ArgsMode;
  matches?: (matcher: unknown, args: unknown, field: string) => boolean | undefined;
}

export interface PatternMatcher {
  fits(pattern: number, call: RunCall | undefined): boolean;
  /** Whether it is a call of the declared tool, whatever its arguments. */
  names(pattern: number, call: RunCall | undefined): boolean;
  /** What is wrong with the arguments of such a call, one clause each. */
  faults(pattern: number, call: RunCall): string[];
  /** A field whose matcher could not be judged, when there was one. */
  unjudged(): string | undefined;
}

/** Up to so many are looked through one by one. */
const FEW = 8;

export function matchPatterns(patterns: readonly CallPattern[], options: PatternOptions): PatternMatcher {
  const index = indexMembers(
    patterns.map((pattern) => [pattern.tool]),
    options.servers,
  );
  const names = namesWith(index.listsOf);
  const keys = patterns.map((pattern) => canonicalJson(pattern.args));
  const seen = new Map<RunCall, string>();
  const blind = options.matches === undefined && patterns.some(({ match }) => match !== undefined);
  let unjudged = blind ? 'no matchers are at hand' : undefined;
  const keyOf = (call: RunCall) => {
    let key = seen.get(call);
    if (key === undefined) {
      key = canonicalJson(call.args ?? {});
      seen.set(call, key);
    }
    return key;
  };
  const fieldsFit = (pattern: CallPattern, call: RunCall) =>
    Object.entries(pattern.match ?? {}).every(([field, matcher]) => {
      const verdict = options.matches?.(matcher, call.args, field);
      if (verdict === undefined)
        unjudged ??= `the matcher on "${field}" of ${pattern.tool} could not be judged`;
      return verdict === true;
    });
  return {
    names: (i, call) => call !== undefined && names(i, call),
    faults(i, call) {
      const pattern = patterns[i];
      if (pattern === undefined) return [];
      const mode = pattern.args === undefined ? 'ignore' : options.mode(pattern);
      const refused = Object.entries(pattern.match ?? {}).filter(
        ([field, matcher]) => options.matches?.(matcher, call.args, field) !== true,
      );
      return [
        ...argumentFaults(pattern.args, call.args ?? {}, mode),
        ...refused.map(([field, matcher]) => matcherFault(field, matcher, call.args)),
      ];
    },
    fits(i, call) {
      const pattern = patterns[i];
      if (pattern === undefined || call === undefined || !names(i, call)) return false;
      const mode = pattern.args === undefined ? 'ignore' : options.mode(pattern);
      if (mode === 'exact' && keyOf(call) !== keys[i]) return false;
      if (mode === 'subset' && !within(call.args ?? {}, pattern.args)) return false;
      if (mode === 'superset' && !within(pattern.args, call.args ?? {})) return false;
      return fieldsFit(pattern, call);
    },
    unjudged: () => unjudged,
  };
}

/** Whether a call has this name; a long list of places is looked up, not looked through. */
function namesWith(listsOf: (call: RunCall) => readonly number[]): (i: number, call: RunCall) => boolean {
  const positions = new WeakMap<readonly number[], Set<number>>();
  return (i, call) => {
    const lists = listsOf(call);
    if (lists.length <= FEW) return lists.includes(i);
    const set = positions.get(lists) ?? new Set(lists);
    positions.set(lists, set);
    return set.has(i);
  };
}

/** Whether everything in `small` is in `big`; objects are compared by key at every level. */
function within(small: unknown, big: unknown): boolean {
  if (!isObject(small) || !isObject(big)) return canonicalJson(small) === canonicalJson(big);
  return Object.keys(small).every((key) => Object.hasOwn(big, key) && within(small[key], big[key]));
}

/** How many of the first patterns the calls go through in order, with anything between. */
export function countInOrder(count: number, calls: readonly RunCall[], matcher: PatternMatcher): number {
  let next = 0;
  for (const call of calls) {
    if (next < count && matcher.fits(next, call)) next += 1;
  }
  return next;
}

export interface PathComparison<Found> {
  patterns: readonly CallPattern[];
  mode: (pattern: CallPattern) => ArgsMode;
  compare: (run: Run, matcher: PatternMatcher) => Found;
}

/** What comparing each run with the declared calls found, or why that cannot be told. */
export function compareRuns<Found>(
  traces: Trace[],
  ctx: MetricContext,
  { patterns, mode, compare }: PathComparison<Found>,
): Found[] | string {
  if (traces.length === 0) return NO_RUNS;
  const runs = readRuns(traces, ctx);
  const matcher = matchPatterns(patterns, { servers: runs.servers, matches: ctx.matches, mode });
  const found = runs.list.map((run) => compare(run, matcher));
  return matcher.unjudged() ?? found;
}
