/** Rule names as users write them: are they known, and what was meant. Loads no rule. */
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';
import { CLIENT_RULE_IDS, ENGINE_RULE_IDS, PROBE_RULE_IDS, RULE_IDS } from './rule-ids.js';

export function isKnownRule(id: string): boolean {
  return [RULE_IDS, PROBE_RULE_IDS, ENGINE_RULE_IDS, CLIENT_RULE_IDS].some((ids) => ids.includes(id));
}

/** `DESC` of `DESC-001`. */
export function familyOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}

export function unknownRule(name: string, where = ''): McptestError {
  const ids = [...RULE_IDS, ...PROBE_RULE_IDS, ...ENGINE_RULE_IDS, ...CLIENT_RULE_IDS];
  const near = didYouMean(name.slice(0, 40), new Set([...ids.map(familyOf), ...ids]));
  return new McptestError({
    code: 'rule-unknown',
    message: `${where}there is no rule "${oneLine(name.slice(0, 40))}"`,
    hint: near === undefined ? 'docs/rules lists them all.' : `Did you mean ${near}?`,
  });
}
