/** One spelling of every matcher: scalars become `exact`, hyphens underscores, at every level. */
import type { Matcher } from '../types/suite.js';
import { isObject } from '../util/plain.js';
import { findMatcher } from './registry.js';

/** The matcher must be valid; what `validateMatcher` would refuse is passed on as it is. */
export function normaliseMatcher(raw: unknown): Matcher {
  if (!isObject(raw)) return { exact: raw };
  const out: Matcher = Object.create(null);
  for (const [spelling, operand] of Object.entries(raw)) {
    const name = matcherName(spelling);
    const def = findMatcher(name);
    const isValid = def?.operand(operand) === undefined;
    out[name] = isValid && def?.nested ? def.nested(operand, normaliseMatcher) : operand;
  }
  return { ...out };
}

export function matcherName(spelling: string): string {
  return spelling.replaceAll('-', '_');
}
