/** Which rules a lint runs: `DESC`, `SCH-004`; descriptions and schemas when nothing is said. */
import type { Rule } from '../types/rule.js';
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';
import { RULES } from './registry.js';

const DEFAULT_FAMILIES = ['DESC', 'SCH'];

/** Rules that the engine raises itself. */
export const ENGINE_RULES = ['CAT-001', 'SUP-001'];

/** Throws `McptestError` code `rule-unknown`. */
export function chooseRules(names: readonly string[] = DEFAULT_FAMILIES): Rule[] {
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  for (const name of wanted) {
    if (!RULES.some((rule) => rule.id === name || familyOf(rule.id) === name)) throw unknownRule(name);
  }
  return RULES.filter((rule) => wanted.has(rule.id) || wanted.has(familyOf(rule.id)));
}

export function isKnownRule(id: string): boolean {
  return ENGINE_RULES.includes(id) || RULES.some((rule) => rule.id === id);
}

export function unknownRule(name: string, where = ''): McptestError {
  const ids = [...RULES.map((rule) => rule.id), ...ENGINE_RULES];
  const near = didYouMean(name.slice(0, 40), new Set([...ids.map(familyOf), ...ids]));
  return new McptestError({
    code: 'rule-unknown',
    message: `${where}There is no rule "${oneLine(name.slice(0, 40))}".`,
    hint: near === undefined ? 'docs/rules lists them all.' : `Did you mean ${near}?`,
  });
}

export function familyOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}
