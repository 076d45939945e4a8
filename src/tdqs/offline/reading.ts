/**
 * A description as the offline judge reads it: sentences, each with the words that carry meaning, and
 * whether it says anything that the schema, the name or an earlier sentence has not said. Evidence comes
 * from sentences with news only, so that repetition earns nothing. Linear in the text.
 */
import { isSmallWord, searchTerms, splitWords, stem } from '../../catalog/words.js';
import { isActionWord } from '../../lint/tool-text.js';
import { isAside, isNotSaidOfIt, isStirred } from './asides.js';
import { type Background, READ } from './background.js';
import { UNKNOWN } from './evidence.js';
import { documentedIn, parametersIn } from './explanations.js';
import { type Fit, fitOf } from './fit.js';
import { isGuidance } from './guidance.js';
import { hasSubject, isGeneral, isPraise, isVacuous } from './plain-words.js';
import { withoutSchemaText } from './repeated-schema.js';
import { isHeading, splitSentences } from './sentences.js';
import { isToolName, siblingIn } from './siblings.js';
import { withoutNameLists, withoutToolNames, withoutTurns } from './tool-names.js';
import { Vocabulary } from './vocabulary.js';

export interface Sentence {
  text: string;
  /** Words that carry meaning, endings taken off. */
  terms: string[];
  /** The parameter that the sentence documents, as in `name: what it is`. */
  parameter?: string;
  /** Says nothing new. */
  echo: boolean;
  /** Says nothing that the schema does not say, first sentence or not. */
  inSchema: boolean;
  /** Only announces what follows. */
  heading: boolean;
  /** The heading that it stands under. */
  label?: string;
  /** Has a word of this tool's own. */
  own: boolean;
  /** Has words of another tool's and none of this one's. */
  foreign: boolean;
  /** Copied from another tool, or no language at all: evidence for nothing. */
  stray: boolean;
}

export interface Reading extends Background {
  /** All of it as it stands. */
  whole: string;
  /** As far as it is read, without what is copied from the schema and what is not about the tool. */
  text: string;
  /** Characters of the whole description, read or not. */
  length: number;
  /** The share of its words that are a copy of the schema; they are not in `text`. */
  copied: number;
  /** Sentences that speak to the reader instead of describing the tool; they are in none of the others. */
  asides: number;
  sentences: Sentence[];
  /** Those that say something new and are no documentation of one parameter. */
  news: Sentence[];
  /** Distinct words of the news about this tool that are not in its name. */
  newTerms: Set<string>;
  /** Whether the text is about this tool at all. */
  fit: Fit;
  /** The first sentence that is no heading. */
  first?: Sentence;
  /** The name again, with other separators. */
  restates: boolean;
  /** A single word, or none. */
  saysNothing: boolean;
}

/** `whole` is the description, or what is left of it without its padding. */
export function readDescription(whole: string, background: Background): Reading {
  const { name, nameTerms, phrases, siblings, things } = background;
  const visible = withoutTurns(
    withoutNameLists(visibleText(whole.slice(0, READ)), (word) => isToolName(siblings, word)),
  );
  const uncopied = withoutSchemaText(withoutKeywordLists(withoutWordRows(visible)), phrases);
  const said = splitSentences(uncopied.text);
  const spoken = said.filter((sentence) => !isAside(sentence));
  const asides = said.length - spoken.length;
  const text = asides === 0 ? uncopied.text : spoken.join('\n\n');
  const sentences = judgeNews(spoken, background);
  const first = leadOf(sentences, nameTerms);
  const news = sentences.filter((one) => isNews(one, nameTerms) || one === first);
  const about = news.filter((one) => one.own || one === first);
  const named = new Set(things.parameters);
  const newTerms = new Set(
    about.flatMap((one) =>
      isProse(one.text) && !isDenial(one.text) && !UNKNOWN.test(one.text)
        ? one.terms.filter((term) => isWord(term) && (one === first || !(isGeneral(term) || named.has(term))))
        : [],
    ),
  );
  for (const term of nameTerms) newTerms.delete(term);
  // "Call skim to do what skim does" names the tool, and is about nothing.
  const telling = about.filter((one) => one === first || hasSubject(withoutTerms(one.terms, nameTerms)));
  return {
    ...background,
    whole,
    text,
    length: whole.length,
    copied: uncopied.share,
    asides,
    sentences,
    news,
    newTerms,
    first,
    fit: fitOfSentences(telling, sentences, background),
    restates: isNameAgain(about, name),
    saysNothing: isOneWord(about),
  };
}

/** The first sentence about the tool; one that only has its name does not push a long one aside. */
function leadOf(sentences: readonly Sentence[], name: readonly string[]): Sentence | undefined {
  const plain = sentences.filter(({ heading, text, stray }) => !heading && !stray && !isGuidance(text));
  const [first] = plain;
  // What is said in another script is said.
  if (first !== undefined && !/[A-Za-z]/.test(first.text)) return first;
  const isLong = (first?.terms.length ?? 0) >= LONG_LEAD;
  const lead = plain.find(({ own, terms }) => own && (!isLong || hasSubject(withoutTerms(terms, name))));
  return lead ?? first ?? sentences.find(({ heading }) => !heading);
}
const LONG_LEAD = 8;

/** Guidance can show that a text is about the tool, never that it is not. */
function fitOfSentences(
  telling: readonly Sentence[],
  all: readonly Sentence[],
  { name, things }: Background,
): Fit {
  const ask = (asked: readonly Sentence[], counted: readonly Sentence[]): Fit => {
    // Parameters in code marks can be listed in any text.
    const nameless = withoutName(asked.map(({ text }) => text).join('\n'), name).replace(/`[^`\n]*`/g, ' ');
    const terms = new Set([...searchTerms(nameless), ...joinedWords(nameless)]);
    return fitOf(terms, nameless, things, counted.flatMap((one) => one.terms).length);
  };
  const fit = ask(telling, all);
  if (fit === 'fits') return fit;
  const isPlain = ({ text }: Sentence): boolean => !isGuidance(text);
  const plain = telling.filter(isPlain);
  return plain.length === 0 ? fit : ask(plain, all.filter(isPlain));
}

function withoutTerms(terms: readonly string[], known: readonly string[]): string[] {
  return terms.filter((term) => !known.includes(term) && !isPraise(term));
}

/** Comments and characters that nobody sees are not part of what is said, and a link says nothing by itself. */
function visibleText(text: string): string {
  return (
    text
      .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
      .replace(UNSEEN, ' ')
      .replace(SIGNATURE, ' ')
      .replace(/(\*\*|__)(?=\S)([^*_\n]+[.!?])\1/g, '$2')
      .replace(/[^\n]{20,}/g, (line) => (/\p{Ll}/u.test(line) ? line : asWritten(line)))
      .replace(KEYWORD_SENTENCES, (run) => (/^\p{Ll}/u.test(run) ? (run.split(/\s/, 1)[0] ?? '') : '. '))
      // A link ends the sentence where a capital follows.
      .replace(/\bhttps?:\/\/[^\s)>\]"'`]+(?=\s+\p{Lu})/gu, '. ')
      .replace(/\bhttps?:\/\/[^\s)>\]"'`]+/g, ' ')
      .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\u{e0000}-\u{e007f}]+/gu, '')
  );
}

/** "Permissions. Limits. Errors." in any language: three and more sentences of one word each. */
const KEYWORD_SENTENCES = /(?<=\s)(?:\p{L}+[.!]\s+){2,}\p{L}+[.!](?=\s|$)/gu;

/** Elements that a style keeps from being shown. */
const UNSEEN =
  /<(\w{1,20})[^<>]{0,200}(?:display\s?:\s?none|visibility\s?:\s?hidden|\shidden\b)[^<>]{0,200}>[^<]*(?:<\/\1>)?/gi;
/** `find(name: string, size: number)`: the schema again. */
const SIGNATURE =
  /\b\w{1,60}\(\s?\w{1,60}\??\s?:\s?[\w[\]|<>]{1,40}(?:\s?,\s?\w{1,60}\??\s?:\s?[\w[\]|<>]{1,40}){0,40}\s?\)/g;

/** A line in capitals, as it would be written without them. */
function asWritten(line: string): string {
  return line.toLowerCase().replace(/(?:^|[.!?]\s+)[^\p{L}]*\p{L}/gu, (start) => start.toUpperCase());
}

const SMALL_WORDS =
  /\b(?:a|an|the|of|to|for|and|or|by|with|in|on|at|from|is|are|be|that|this|it|its|as|if|when|not|into|all|each|per|your|you|which)\b/gi;

/** "It is not cached, not limited": what is not so can be said of any tool. */
function isDenial(text: string): boolean {
  return (
    /^(?:it|this(?: tool)?|there) (?:is|are|does|has|do) (?:not|no|never)\b/i.test(text) && !EXCEPT.test(text)
  );
}
const EXCEPT = /\b(?:unless|except|until|only|but|if|when|because|so)\b/i;

/** Many words with hardly a small one between them are a list, not a sentence. */
function isProse(text: string): boolean {
  const words = text.split(/\s+/).length;
  return words < 10 || 9 * (text.match(SMALL_WORDS)?.length ?? 0) >= words;
}

/** A word of prose: no praise, no number, none that only names what a rubric asks for. */
function isWord(term: string): boolean {
  return (
    !isPraise(term) &&
    !ASKED_TERMS.has(term) &&
    /^[a-z\u00c0-\u024f][\w\u00c0-\u024f]+$/.test(term) &&
    term.length > 2
  );
}

/** A sentence to be read as evidence: new, no heading, no list of arguments, and about something that is not the name alone. */
function isNews(
  { echo, parameter, heading, stray, foreign, own, terms }: Sentence,
  name: readonly string[],
): boolean {
  if (echo || parameter !== undefined || heading || stray || foreign) return false;
  return !own || terms.some((term) => !isVacuous(term) && !isPraise(term) && !name.includes(term));
}

/** What the tool is called is not what it does: `find_boat: …`, `# find_boat`, "find_boat is a tool". */
function withoutName(text: string, name: string): string {
  if (name === '' || name.length > 200) return text;
  const rest = /[ _.\-/:]|\p{Ll}\p{Lu}/u.test(name) ? text.replaceAll(name, ' ') : text;
  const lead = rest.replace(/^[\s#*`"]+/, '');
  const label =
    lead.slice(0, name.length).toLowerCase() === name.toLowerCase() &&
    /^[`"*]{0,3}\s?[:(-]/.test(lead.slice(name.length));
  const bare = label ? lead.slice(name.length) : rest;
  return /\p{L}/u.test(bare) ? bare : text;
}

/** Ten words and more in a row with nothing that joins them. */
const WORD_ROW = /(?:(?<![\p{L}\p{N}_])[\p{L}\p{N}]+,? ){9,}[\p{L}\p{N}]+/gu;

/** Cuts rows of words that no small word joins to a sentence, from the third on. */
function withoutWordRows(text: string): string {
  return text.replace(WORD_ROW, (row) => {
    const words = row.split(' ');
    const joined = (from: number): number =>
      words.findIndex((word, i) => i >= from && isSmallWord(word.toLowerCase().replace(',', '')));
    let start = 0;
    for (let small = joined(0); small >= 0 && small - start < IN_A_ROW + 4; small = joined(small + 1))
      start = small + 1;
    return words.length - start >= IN_A_ROW + 4 && joined(start) < 0
      ? `${words.slice(0, start + 1).join(' ')}.`
      : row;
  });
}

/** Words that name what a rubric asks for; several of them in a row are no sentence. */
const ASKED_FOR = new Set(
  'permissions permission limits limit errors error timeout timeouts returns return rate authentication auth default defaults read only idempotent destructive pagination cached cache retries retry quota when to use behaviour behavior usage parameters purpose examples notes raises args side effects security warning warnings required optional credentials prerequisites constraints limitations alternatives guidelines performance cost'.split(
    ' ',
  ),
);
const ASKED_TERMS = new Set([...ASKED_FOR].map(stem));
const IN_A_ROW = 4;
/** Part of "when to use" and "read only", and no word of such a list by themselves. */
const LEADING_OVER = new Set(['when', 'to', 'only']);

/** Cuts runs of such words, whatever marks stand between them. */
function withoutKeywordLists(text: string): string {
  let [start, end, count] = [-1, 0, 0];
  const cuts: [number, number][] = [];
  const close = (): void => {
    if (count >= IN_A_ROW) cuts.push([start, end]);
    [start, count] = [-1, 0];
  };
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const between = start < 0 ? '' : text.slice(end, match.index);
    const word = match[0].toLowerCase();
    if (!ASKED_FOR.has(word) || between.length > 8) close();
    if (!ASKED_FOR.has(word)) continue;
    if (start < 0) start = match.index;
    end = match.index + match[0].length;
    if (!LEADING_OVER.has(word)) count += 1;
  }
  close();
  return cuts.reduceRight((rest, [from, to]) => `${rest.slice(0, from)}\n\n${rest.slice(to)}`, text);
}

function isNameAgain(sentences: readonly Sentence[], name: string): boolean {
  const fresh = sentences.map(({ text }) => text);
  const words = [...new Set(splitWords(fresh.join(' ').slice(0, 1000)))];
  const known = splitWords(name.slice(0, 500));
  return words.length <= Math.max(1, known.length) && words.every((word) => known.includes(word));
}

/** A single word, or none. */
function isOneWord(sentences: readonly Sentence[]): boolean {
  const terms = new Set(sentences.flatMap((one) => one.terms));
  // Where words are not set apart, a whole sentence looks like one.
  return terms.size <= 1 && [...terms].every((term) => term.length < 25 && !/[^\u0000-\u024f]/.test(term));
}

/** `LIMITATION: only abstracts` is a heading of its own and ends the one before. */
const LABELLED = /^[\p{Lu}][\p{L} ]{2,30}:\s/u;
/** `PubMed` is one word where a name has it as one. */
const INNER_CAPITAL = /\b\p{L}+\p{Ll}\p{Lu}\p{L}*\b/gu;

function judgeNews(texts: readonly string[], background: Background): Sentence[] {
  const { name, siblings, parameterNames, schemaTerms, copiedFrom } = background;
  const isTool = (word: string): boolean => word === name || isToolName(siblings, word);
  const plain = texts.map((text) => withoutToolNames(text, isTool));
  const seen = new Set<string>();
  const before = new Set<string>();
  const lead = Math.max(
    0,
    texts.findIndex((text) => !isHeading(text) && !isGuidance(text)),
  );
  let label: string | undefined;
  const sentences = texts.map((text, i): Sentence => {
    const terms = searchTerms(plain[i] ?? text);
    const heading = isHeading(text);
    if (heading) label = text;
    else if (LABELLED.test(text)) label = undefined;
    const key = terms.join(' ');
    const repeated = seen.has(key);
    seen.add(key);
    const known = terms.filter((term) => before.has(term)).length;
    for (const term of terms) before.add(term);
    const inSchema = terms.length > 0 && terms.every((term) => schemaTerms.has(term));
    return {
      text,
      terms,
      parameter: documentedIn(text, parameterNames),
      heading,
      label: heading ? undefined : label,
      // What a tool is for has to be said, even where the schema uses the same words.
      echo: repeated || (terms.length > 2 && known === terms.length) || (inSchema && i !== lead),
      inSchema,
      own: false,
      foreign: false,
      stray: isFiller(terms) || isNotSaidOfIt(text) || isStirred(terms, known) || copiedFrom(text),
    };
  });
  markOwn(sentences, plain, background);
  return sentences;
}

/** One step further than its own words: what stands in a sentence with a word of the name is about the tool, too. */
function markOwn(
  sentences: readonly Sentence[],
  plain: readonly string[],
  { name, siblings, things, parameterNames }: Background,
): void {
  const named = new Vocabulary(things.name);
  // A parameter called `description` makes no sentence with that word one about the tool.
  const known = new Vocabulary([...things.name, ...things.parameters.filter((term) => !isGeneral(term))]);
  const words = sentences.map(({ text, terms }, i) => [...terms, ...joinedWords(plain[i] ?? text)]);
  const brought = new Set(
    sentences.flatMap(({ terms, stray, echo }, i) =>
      !stray && !echo && named.meets(words[i] ?? terms)
        ? terms.filter((term) => !isGeneral(term) && !isVerb(term))
        : [],
    ),
  );
  for (const [i, sentence] of sentences.entries()) {
    const { text, terms, stray } = sentence;
    const shared = new Set(terms.filter((term) => brought.has(term))).size;
    sentence.own =
      !stray &&
      (known.meets(words[i] ?? terms) ||
        // One word in common may be chance in guidance, which speaks of all sorts of things, and in a long sentence.
        (shared > (isGuidance(text) ? 1 : 0) && PER_WORD * shared >= terms.length) ||
        parametersIn(text, parameterNames).length > 0 ||
        siblingIn(sentence, name, siblings) !== undefined);
    sentence.foreign = !sentence.own && hasSubject(terms);
  }
}

/** Words of a sentence for which one has to be about the tool. */
const PER_WORD = 12;

/** What is done can be done to anything. */
function isVerb(term: string): boolean {
  return isActionWord(term) || isActionWord(`${term}e`);
}

function joinedWords(text: string): string[] {
  return (text.match(INNER_CAPITAL) ?? []).map((word) => stem(word.toLowerCase()));
}

/** Placeholder text that typesetters use. */
const FILLER = new Set(
  'lorem ipsum dolor sit amet consectetur adipisc elit sed eiusmod tempor incididunt labor dolor magna aliqua enim minim veniam nostrud'.split(
    ' ',
  ),
);

function isFiller(terms: readonly string[]): boolean {
  return terms.length > 2 && 3 * terms.filter((term) => FILLER.has(term)).length > terms.length;
}
