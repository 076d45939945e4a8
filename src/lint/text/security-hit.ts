/**
 * How a security rule reports: one line of at most 160 characters that is safe before a model and on a
 * terminal. The excerpt is raw text of at most 40 characters without what cannot be seen; decoded text
 * is never quoted.
 */
import type { RuleHit, Severity } from '../../types/rule.js';
import { clip } from '../../util/text.js';
import { INVISIBLE } from '../words/invisible.js';
import type { Place, SubjectText } from './subject-text.js';

const MAX_EXCERPT = 40;
const HIDDEN = new RegExp(INVISIBLE.source, 'gu');
const NOT_SHOWN = /[\u2028\u2029\ud800-\udfff]/gu;

/** Something that a rule found at a place in a text. */
export interface SecurityFinding {
  /** The rule's name, which opens the summary. */
  rule: string;
  what: string;
  place: Place;
  severity?: Severity;
  /** In place of the text at `place`, where that must not be quoted. */
  excerpt?: string;
}

export function securityHit({ subject }: SubjectText, finding: SecurityFinding): RuleHit {
  if (subject.tool === undefined) return hitAt(subject.at, finding);
  return { ...hitAt('', finding), tool: subject.tool };
}

/** `above` is the pointer of the definition, where that is no tool. */
export function hitAt(above: string, finding: SecurityFinding): RuleHit {
  const { rule, what, place, severity } = finding;
  const excerpt = finding.excerpt ?? quote(place.string.text.slice(place.start, place.end));
  const offset = place.start > 0 ? ` at offset ${place.start}` : '';
  return {
    pointer: `${above}${place.string.pointer()}`,
    message: `${rule}: ${clip(what, 80)}${offset}${excerpt === '' ? '' : ` (excerpt: "${excerpt}")`}`,
    excerpt,
    severity,
  };
}

/** At most 40 characters, on one line, nothing hidden. */
export function quote(raw: string): string {
  const shown = raw.slice(0, 400).replace(HIDDEN, '').replace(NOT_SHOWN, ' ').replace(/\s+/g, ' ').trim();
  return clip(shown.replaceAll('"', "'"), MAX_EXCERPT);
}
