/**
 * Orders that are spoken of and not given: an attack in quotes that a tool looks for ("Checks a prompt for injection such
 * as 'ignore previous instructions'"), and what a tool does with rules or prompts of its own ("`instructions` overrides
 * the default instructions of the assistant").
 */
import { searchTerms } from '../../catalog/words.js';
import { ARGUMENT_NAME, type Subject } from './model-strings.js';
import type { Span } from './signals.js';

/** Further back than this is another sentence. */
const BEFORE = 160;
const LONGEST_QUOTE = 80;
const QUOTE = '["\'`\u201c\u201d\u2018\u2019\u00ab\u00bb]';
const OPENING = new RegExp(`${QUOTE}$`);
const CLOSING = new RegExp(`^[^.!?\\n]{0,80}${QUOTE}`);
const EXAMPLE = new RegExp(
  `\\b(?:such as|like|e\\.g\\.|for example|for instance|including|containing|phrases?|patterns?|attempts?|(?:typical|common|known|usual|frequent) [a-z]{3,15}:|(?:examples|hits|signs|samples):)[ :,]{0,3}(?:${QUOTE}[^"\\n]{1,80}${QUOTE}(?:,? or |,? and |, )){0,8}${QUOTE}$`,
  'i',
);
const FINDS =
  /\b(?:checks?|detects?|scans?|flags?|classif(?:y|ies)|recogni[sz]es?|identif(?:y|ies)|filters?|blocks?|scores?|tests?|finds?|catch(?:es)?|rejects?|sanitizes?|screens?|moderates?)\b[^!?\n]{0,80}\b(?:inject\w{0,6}|jailbreaks?|attacks?|prompts?|adversarial|malicious|manipulat\w{0,6}|poison\w{0,4}|attempts?)\b/i;

const SENTENCE_END = /(?<!\be\.g)[.!?]\s|[\n\u0001]/;

function sentenceBefore(text: string, at: number): string {
  return text
    .slice(Math.max(0, at - BEFORE), at)
    .split(SENTENCE_END)
    .at(-1)!;
}

/** "…, such as orders to ignore earlier rules or to reveal keys": what a detector finds, told without quotes. */
const TOLD_EXAMPLE =
  /\b(?:such as|like|e\.g\.,?|for example|for instance|including|containing|with) (?:\w{1,20} ){0,2}?(?:orders?|instructions?|attempts?|commands?|requests?|prompts?|texts?|messages?) (?:to|that|which)\b[^.!?\n]{0,120}$/i;

function isToldExample(text: string, { start, end }: Span): boolean {
  if (text.slice(start, end).includes('\u0001')) return false;
  const before = sentenceBefore(text, start);
  return TOLD_EXAMPLE.test(before) && FINDS.test(before);
}

function isExample(text: string, { start, end }: Span): boolean {
  if (end - start > LONGEST_QUOTE || !OPENING.test(text.slice(Math.max(0, start - 1), start))) return false;
  if (!CLOSING.test(text.slice(end, end + LONGEST_QUOTE + 1))) return false;
  return (
    EXAMPLE.test(sentenceBefore(text, start)) && FINDS.test(text.slice(Math.max(0, start - BEFORE), start))
  );
}

const LISTED = new RegExp(
  `\\b(?:such as|like|e\\.g\\.|for example|for instance|including|containing|hits|signs|samples|examples|phrases|patterns|attempts):? ?${QUOTE}[^"\\n]{3,80}${QUOTE}`,
  'i',
);

/** A sentence of a detector that quotes what it finds. */
export function quotesAttacks(text: string, { start, end }: Span): boolean {
  return (
    LISTED.test(text.slice(start, end)) &&
    FINDS.test(text.slice(Math.max(0, start - BEFORE), Math.min(end, start + BEFORE)))
  );
}

/** What an order to a model is about, and what some tools look after. */
const KEPT = new Set(
  searchTerms('instruction prompt rule policy guideline directive message constraint restriction'),
);
/** Said of something, and not asked of the reader: a statement begins with its subject, or its verb has an ending. */
const TOLD =
  /^(?:[a-z]{3,20}(?:s|ed|ing)\b|(?:take|has|have) |(?:any|all|every|the|your|previous|prior|earlier|existing|original|other|system)\b)/i;
const OF_THIS_TEXT =
  /\b(?:this|these|following|above|below|my|our) (?:[\w-]{1,15} )?(?:instructions?|rules?|directives?|prompts?|messages?|notes?|notices?|descriptions?|texts?|tools?|polic(?:y|ies)|guidelines?)\b|\byou (?:are|were|have|had|must|should|may|can|got|received)\b/i;

/** The kinds of things that a tool looks after, by its name and its arguments. */
export function keptBy({ name, strings }: Subject): ReadonlySet<string> {
  const names = strings.filter(({ role }) => role === ARGUMENT_NAME).map(({ text }) => text.slice(0, 60));
  return new Set(searchTerms([name, ...names].join(' ')).filter((term) => KEPT.has(term)));
}

function isOfItsOwn(text: string, { start, end }: Span, kept: ReadonlySet<string>): boolean {
  if (kept.size === 0 || !TOLD.test(text.slice(start, end))) return false;
  const clause = sentenceBefore(text, start) + text.slice(start, end);
  return !OF_THIS_TEXT.test(clause) && searchTerms(clause).some((term) => kept.has(term));
}

export function isSpokenOf(text: string, span: Span, kept: ReadonlySet<string>): boolean {
  return isExample(text, span) || isToldExample(text, span) || isOfItsOwn(text, span, kept);
}
