/** Every matcher by its name. */
import { allOf } from './all-of.js';
import { any } from './any.js';
import { anyOf } from './any-of.js';
import { approx } from './approx.js';
import { above, atLeast, atMost, below, differs, equals } from './compare.js';
import { contains } from './contains.js';
import { containsAll } from './contains-all.js';
import { discloses } from './discloses.js';
import { each } from './each.js';
import { endsWith } from './ends-with.js';
import { exact } from './exact.js';
import { icontains } from './icontains.js';
import { length } from './length.js';
import { llmJudge, llmJury, scorer } from './llm-judge.js';
import { not } from './not.js';
import { regex } from './regex.js';
import { schema } from './schema.js';
import { snapshot } from './snapshot.js';
import { startsWith } from './starts-with.js';
import { subset } from './subset.js';
import { type } from './type.js';
import type { MatcherDef } from './types.js';
import { unordered } from './unordered.js';

export const MATCHERS = {
  exact,
  contains,
  icontains,
  contains_all: containsAll,
  starts_with: startsWith,
  ends_with: endsWith,
  regex,
  schema,
  '==': equals,
  '!=': differs,
  '>': above,
  '>=': atLeast,
  '<': below,
  '<=': atMost,
  length,
  type,
  approx,
  subset,
  unordered,
  each,
  any,
  not,
  all_of: allOf,
  any_of: anyOf,
  snapshot,
  llm_judge: llmJudge,
  llm_jury: llmJury,
  scorer,
  discloses,
} satisfies Record<string, MatcherDef>;

export type MatcherName = keyof typeof MATCHERS;

export function findMatcher(name: string): MatcherDef | undefined {
  return Object.hasOwn(MATCHERS, name) ? MATCHERS[name as MatcherName] : undefined;
}
