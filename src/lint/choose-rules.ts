/** Which rules a lint runs: `DESC`, `SCH-004`; descriptions and schemas when nothing is said. */
import type { Rule } from '../types/rule.js';
import { familyOf, unknownRule } from './known-rules.js';
import { RULES } from './registry.js';

const DEFAULT_FAMILIES = ['DESC', 'SCH'];

/** Throws `McptestError` code `rule-unknown`. */
export function chooseRules(names: readonly string[] = DEFAULT_FAMILIES): Rule[] {
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  for (const name of wanted) {
    if (!RULES.some((rule) => rule.id === name || familyOf(rule.id) === name)) throw unknownRule(name);
  }
  return RULES.filter((rule) => wanted.has(rule.id) || wanted.has(familyOf(rule.id)));
}
