/** Every security rule, whether a catalogue alone decides it or a lock or a live server is needed. */
import type { ProbeRule } from '../types/probe-rule.js';
import type { Rule } from '../types/rule.js';
import { compareText } from '../util/compare-text.js';
import { unknownRule } from './known-rules.js';
import { PROBE_RULES } from './probe-rules.js';
import { SEC_RULES } from './sec-registry.js';

export const SECURITY_RULES: readonly (Rule | ProbeRule)[] = [...SEC_RULES, ...PROBE_RULES].sort((a, b) =>
  compareText(a.id, b.id),
);

export interface ChosenSecurityRules {
  ids: ReadonlySet<string>;
  /** Those of them that a catalogue alone decides. */
  ofCatalog: string[];
}

/** By their ids, or all of them as `SEC`. Throws `rule-unknown`. */
export function chooseSecurityRules(names: readonly string[] = ['SEC']): ChosenSecurityRules {
  const ids = new Set<string>();
  for (const name of names.map((each) => each.toUpperCase())) {
    const matching = SECURITY_RULES.filter(({ id }) => name === 'SEC' || id === name);
    if (matching.length === 0) throw unknownRule(name);
    for (const { id } of matching) ids.add(id);
  }
  return { ids, ofCatalog: SEC_RULES.map(({ id }) => id).filter((id) => ids.has(id)) };
}
