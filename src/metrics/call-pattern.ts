/** A declared call against the calls of a run: its tool, its arguments under a mode, matchers by field. */
import { canonicalJson } from '../util/canonical-json.js';
import { isObject } from '../util/plain.js';
import type { SeenCall } from './runs.js';
import type { ArgsMode, CallPattern } from './schemas/call-pattern.js';
import { indexMembers } from './tool-id.js';

export interface PatternOptions {
  servers: ReadonlySet<string>;
  mode: (pattern: CallPattern) => ArgsMode;
  matches?: (matcher: unknown, args: unknown, field: string) => boolean | undefined;
}

export interface PatternMatcher {
  fits(pattern: number, call: SeenCall): boolean;
  /** A field whose matcher could not be judged, when there was one. */
  unjudged(): string | undefined;
}

export function matchPatterns(patterns: readonly CallPattern[], options: PatternOptions): PatternMatcher {
  const index = indexMembers(
    patterns.map((pattern) => [pattern.tool]),
    options.servers,
  );
  const positions = new WeakMap<readonly number[], Set<number>>();
  const names = (i: number, call: SeenCall) => {
    const lists = index.listsOf(call);
    let set = positions.get(lists);
    if (set === undefined) {
      set = new Set(lists);
      positions.set(lists, set);
    }
    return set.has(i);
  };
  const keys = patterns.map((pattern) => canonicalJson(pattern.args));
  const seen = new Map<SeenCall, string>();
  const blind = options.matches === undefined && patterns.some(({ match }) => match !== undefined);
  let unjudged = blind ? 'no matchers are at hand' : undefined;
  const keyOf = (call: SeenCall) => {
    let key = seen.get(call);
    if (key === undefined) {
      key = canonicalJson(call.args ?? {});
      seen.set(call, key);
    }
    return key;
  };
  const fieldsFit = (pattern: CallPattern, call: SeenCall) =>
    Object.entries(pattern.match ?? {}).every(([field, matcher]) => {
      const verdict = options.matches?.(matcher, call.args, field);
      if (verdict === undefined)
        unjudged ??= `the matcher on "${field}" of ${pattern.tool} could not be judged`;
      return verdict === true;
    });
  return {
    fits(i, call) {
      const pattern = patterns[i]!;
      if (!names(i, call)) return false;
      const mode = pattern.args === undefined ? 'ignore' : options.mode(pattern);
      if (mode === 'exact' && keyOf(call) !== keys[i]) return false;
      if (mode === 'subset' && !within(call.args ?? {}, pattern.args)) return false;
      if (mode === 'superset' && !within(pattern.args, call.args ?? {})) return false;
      return fieldsFit(pattern, call);
    },
    unjudged: () => unjudged,
  };
}

/** Whether everything in `small` is in `big`; objects are compared by key at every level. */
function within(small: unknown, big: unknown): boolean {
  if (!isObject(small) || !isObject(big)) return canonicalJson(small) === canonicalJson(big);
  return Object.keys(small).every((key) => Object.hasOwn(big, key) && within(small[key], big[key]));
}

/** How many of the first patterns the calls go through in order, with anything between. */
export function walked(count: number, calls: readonly SeenCall[], matcher: PatternMatcher): number {
  let next = 0;
  for (const call of calls) {
    if (next < count && matcher.fits(next, call)) next += 1;
  }
  return next;
}
