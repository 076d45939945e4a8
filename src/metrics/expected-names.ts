/** Names of tools in what `expect:` says must not be called: a name that no tool has would keep such a rule for ever. */
import { parseTarget } from '../match/target.js';
import type { Assertion } from '../types/suite.js';
import { isObject, ownValue } from '../util/plain.js';
import type { NamedTools } from './named-tools.js';

/** Matchers whose operand is a name, or holds names. */
const HOLDS_NAMES = new Set([
  ...['exact', '==', 'contains', 'contains_all', 'unordered'],
  ...['any', 'each', 'all_of', 'any_of', 'not', '!='],
]);

export function namesInExpect(assertions: readonly Assertion[]): NamedTools[] {
  return assertions.flatMap(({ target, matcher }): NamedTools[] => {
    const parsed = parseTarget(target);
    const [root, , key] = parsed.problem ? [] : parsed.segments;
    const holdsNames =
      root === 'tool_names' || (root === 'tool_calls' && (key === undefined || key === 'name'));
    if (!holdsNames) return [];
    const names = [...new Set(forbidden(matcher, false))];
    return names.length === 0 ? [] : [{ target, names, rule: 'policy', bare: true }];
  });
}

function forbidden(matcher: unknown, negated: boolean): string[] {
  if (typeof matcher === 'string') return negated ? [matcher] : [];
  if (Array.isArray(matcher)) return matcher.flatMap((one) => forbidden(one, negated));
  if (!isObject(matcher)) return [];
  return Object.entries(matcher).flatMap(([name, operand]) => {
    // Of a call as a whole, its name alone.
    if (name === 'subset') return forbidden(ownValue(operand, 'name'), negated);
    if (!HOLDS_NAMES.has(name)) return [];
    return forbidden(operand, name === 'not' || name === '!=' ? !negated : negated);
  });
}
