/**
 * Warnings for a model that is about to read tool definitions: the rules about poisoned text, one line
 * each, at most 160 characters, nothing hidden, at most 40 characters of the text in question. They
 * never block anything.
 */
import type { Catalog } from '../types/catalog.js';
import type { Finding } from '../types/envelope.js';
import { lintCatalog } from './engine.js';

const RULES = ['SEC-001', 'SEC-002', 'SEC-003', 'SEC-004', 'SEC-005', 'SEC-006', 'SEC-008'];

export interface DescriptionWarning {
  /** Empty for prompts, resources and instructions. */
  tool: string;
  rule: string;
  summary: string;
}

/**
 * In the order of the catalogue; empty when it is clean. `shown` is the catalogue with its secrets hidden: excerpts come
 * from it alone, and what only the whole text gives away is told without one.
 */
export function descriptionWarnings(catalog: Catalog, shown?: Catalog): DescriptionWarning[] {
  const found = findingsIn(catalog);
  if (shown === undefined) return found.map(warningOf);
  const quotable = new Map(findingsIn(shown).map((finding) => [placeOf(finding), finding]));
  const all = found.map((finding) => {
    const place = placeOf(finding);
    const same = quotable.get(place);
    quotable.delete(place);
    return warningOf(same ?? { ...finding, message: withoutExcerpt(finding.message) });
  });
  return [...all, ...[...quotable.values()].map(warningOf)];
}

function findingsIn(catalog: Catalog): Finding[] {
  return lintCatalog([catalog], { rules: RULES, severity: 'info' }).findings;
}

/** Without the offset, which moves when something before it is hidden. */
function placeOf({ rule, tool, pointer, message }: Finding): string {
  const what = withoutExcerpt(message).replace(/ at offset \d+$/, '');
  return JSON.stringify([rule, tool, pointer, what]);
}

function warningOf({ rule, tool = '', message }: Finding): DescriptionWarning {
  return { tool, rule, summary: message };
}

/** What stands before it are words of the rule. */
function withoutExcerpt(message: string): string {
  return message.split(' (excerpt: "', 1)[0]!;
}
