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

/** What a tool that looks for attacks is about; it has to be said before one is spoken of. */
const OF_ATTACKS =
  /(?<!\p{L})(?:inject(?:s|ed|ions?)?|jail ?breaks?|attack(?:s|ers?)?|adversar(?:y|ial|ies)|malicious|poison(?:ing|ed)|phishing|spam|red[-_ ]?team\w{0,4}|guard(?:rails?|s)?|prompt security|detectors?|scanners?|advisor(?:y|ies)|canary|probes?|findings?|flagged|phrases|hidden (?:orders?|instructions?|prompts?))(?!\p{L})/iu;
const READS_TEXT =
  /\b(?:checks?|detects?|scans?|flags?|classif(?:y|ies)|filters?|screens?|moderates?|audits?|inspects?|reads?|labels?|reviews?|sanitizes?|removes?|reports?)\b[^.!?\n]{0,60}\b(?:prompts?|messages?|texts?|sentences?|answers?|outputs?|definitions?|descriptions?|mails?|pages?|comments?|inputs?|documents?|instructions?)\b/i;

function isAboutAttacks(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - CONTEXT), at);
  return OF_ATTACKS.test(before) || READS_TEXT.test(before);
}
const CONTEXT = 400;

/** What leads over to words of somebody else; the last of it may be a bracket. */
const LEADS_TO_QUOTE =
  /\b(?:such as|like|for example|for instance|includ(?:es?|ing)|contain(?:s|ing)?|match(?:es|ing)?|begins? with|starts? with|says?|claims?|phrases?|patterns?|sentences?|examples?|samples?|probes?|prompts?|attempts?|attacks?|defaults? to|with|reads|is|are|or|and)\b[^.!?"]{0,40}$|\be\.g\.,? ?$|:\s?$|[a-z]\s?\([^()"]{0,20}$|["'][,;]? ?(?:[a-z)(]+ ?){0,4}\(?$/i;
const ADDRESSES = /\b(?:you|please|must|should|always|obey|follow|do as)\b/i;
const ANY_QUOTE = new RegExp(QUOTE, 'g');
const QUOTE_MARK = new RegExp(QUOTE);
/** Words that stand in the middle of a sentence, apostrophes that are no quotation marks. */
const INNER_MARK = /(?<=\p{L})['\u2019](?=\p{L})/gu;

/** Stands between quotation marks, in a sentence that tells whose words they are. */
function isQuotation(text: string, span: Span): boolean {
  return isInQuotes(text, span.start) || isInQuotes(text, span.end);
}

function isInQuotes(text: string, at: number): boolean {
  const before = text
    .slice(Math.max(0, at - BEFORE), at)
    .split(LINE_END)
    .at(-1)!
    .replace(INNER_MARK, ' ');
  const marks = [...before.matchAll(ANY_QUOTE)].map(({ index }) => index);
  const opening = marks.at(-1);
  if (opening === undefined || marks.length % 2 === 0 || !CLOSES.test(text.slice(at, at + BEFORE)))
    return false;
  const lead = before
    .slice(0, opening)
    .split(/(?<!\be\.g)[.!?]\s/)
    .at(-1)!;
  const rest = text.slice(at, at + BEFORE).split(SENTENCE_END)[0]!;
  const after = rest.slice(rest.search(QUOTE_MARK) + 1).replace(QUOTED, ' ');
  return LEADS_TO_QUOTE.test(lead) && !ADDRESSES.test(lead.replace(QUOTED, ' ')) && !MEANT.test(after);
}
/** "…" is quoted, and meant all the same. */
const MEANT = /\b(?:you|please|obey|follow|comply|act on|do (?:it|so|as|this))\b/i;
const LINE_END = /[\n\u0001]/;
const CLOSES = new RegExp(`^[^\\n\u0001"]{0,120}${QUOTE}`);
const QUOTED = new RegExp(`${QUOTE}[^"\\n]{1,120}?${QUOTE}`, 'g');

/** "Flags a text that tries to …": somebody else's words do it, or are said to. */
const REPORTED =
  /\b(?:texts?|prompts?|messages?|descriptions?|sentences?|comments?|answers?|outputs?|inputs?|pages?|documents?|attempts?|instructions?|requests?|probes?|definitions?|attacks?)\b[^\n]{0,60}\b(?:that|which|where|tries|trying|try|attempts?|attempting|tells?|telling|told|instructs?|instructing|asks?|asking|says?|claims?)\b[^\n]{0,100}$/i;
/** "Generates prompts for testing: instruction override, requests to …" */
const LISTED_ATTACKS =
  /\b(?:requests?|orders?|attempts?|commands?|instructions?|trying|tries) to (?:\w{1,15} ){0,2}$/i;

function isReported(text: string, { start }: Span): boolean {
  const before = sentenceBefore(text, start);
  return (REPORTED.test(before) || LISTED_ATTACKS.test(before)) && !ADDRESSES.test(before);
}

/** "Agents must not hide actions from the user", "never override the system prompt": the order is to be honest. */
const FORBIDS =
  /\b(?:(?:must|should|shall|may|can|do|does|will) ?n[o'\u2019]t|cannot|never)(?: \w{1,12}){0,1} $|\b(?:forbids?|forbidden|prohibits?|bans?|refuses?|not (?:allowed|permitted))\b[^.!?\n]{0,60}\bto (?:\w{1,12} )?$/i;
const DISHONEST =
  /^(?:hid(?:es?|ing)|conceals?|ignores?|overrid(?:es?|ing)|disregards?|bypass(?:es)?|reveals?|forgets?)\b/i;

function isForbidden(text: string, { start, end }: Span): boolean {
  return DISHONEST.test(text.slice(start, end)) && FORBIDS.test(sentenceBefore(text, start));
}

export function isSpokenOf(text: string, span: Span, kept: ReadonlySet<string>): boolean {
  if (isExample(text, span) || isToldExample(text, span) || isOfItsOwn(text, span, kept)) return true;
  if (isForbidden(text, span)) return true;
  return isToldOfAttack(text, span);
}

/** What somebody else's text does or says, told by a tool that looks for it. */
export function isToldOfAttack(text: string, span: Span): boolean {
  return (isQuotation(text, span) || isReported(text, span)) && isAboutAttacks(text, span.start);
}
