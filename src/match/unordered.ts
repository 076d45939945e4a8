/** An array with the same items in any order. Order matters again inside the items. */
import { canonicalJson } from '../util/canonical-json.js';
import { fail, notApplicable, pass } from './judgement.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

/** Equal items give equal text; -0 is written as 0. */
function counts(items: unknown[]): Map<string, number> {
  const map = new Map<string, number>();
  for (const item of items) {
    const key = canonicalJson(item);
    map.set(key, (map.get(key) ?? 0) + 1);
  }
  return map;
}

export const unordered: MatcherDef = {
  name: 'unordered',
  summary: 'The array has exactly these items, in any order.',
  operand: (operand) => (Array.isArray(operand) ? undefined : 'takes a list'),
  describe: (operand) => `has exactly the items ${show(operand)} in any order`,
  test(actual, operand, ctx) {
    if (!Array.isArray(actual)) return notApplicable(ctx, actual, 'an array');
    const left = counts(operand as unknown[]);
    for (const item of actual) {
      const key = canonicalJson(item);
      const open = left.get(key) ?? 0;
      if (open === 0) return fail(ctx, `${show(item)} is one too many`);
      left.set(key, open - 1);
    }
    const missing = (operand as unknown[]).find((item) => (left.get(canonicalJson(item)) ?? 0) > 0);
    return missing === undefined ? pass(ctx) : fail(ctx, `${show(missing)} is missing`);
  },
};
