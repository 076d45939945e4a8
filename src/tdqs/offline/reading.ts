/**
 * A description as the offline judge reads it: sentences, each with the words that carry meaning, and
 * whether it says anything that the schema, the name or an earlier sentence has not said. Evidence comes
 * from sentences with news only, so that repetition earns nothing. Linear in the text.
 */
import { searchTerms, splitWords } from '../../catalog/words.js';
import { isActionWord } from '../../lint/tool-text.js';
import { isAside, isNotSaidOfIt, isStirred } from './asides.js';
import { type Background, READ } from './background.js';
import { isUnknown } from './evidence.js';
import { documentedIn, parametersIn } from './explanations.js';
import type { Fit } from './fit.js';
import { fitOfSentences, joinedWords, joinedWordsIn } from './fit-of-sentences.js';
import { guidesToTool } from './guidance.js';
import { hasSubjectBeside, leadOf } from './lead.js';
import { hasSubject, isGeneral, isPraise, isVacuous } from './plain-words.js';
import { withoutSchemaText } from './repeated-schema.js';
import { isHeading, isLabel, sentencesIn } from './sentences.js';
import { siblingIn } from './siblings.js';
import { farFetched, isUnusual } from './text/far-fetched.js';
import { hasLongRow, isData, isDenial, isFiller, isProse, isTurnedRound } from './text/prose.js';
import { type Said, told } from './text/said.js';
import { ASKED_TERMS, stoppedAt, visibleText, withoutKeywordLists, withoutWordRows } from './text/visible.js';
import { wordsBefore } from './text/words-before.js';
import { withoutNameLists, withoutToolNames, withoutTurns } from './tool-names.js';
import { Vocabulary } from './vocabulary.js';

export interface Sentence {
  said: Said;
  text: string;
  /** Words that carry meaning, endings taken off. */
  terms: readonly string[];
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

export interface Reading {
  background: Background;
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
  const { name, nameTerms, phrases, toolNames, things } = background;
  const start = whole.slice(0, READ);
  const visible = withoutTurns(
    withoutNameLists(visibleText(stoppedAt(name, start)), (word) => toolNames.has(word)),
  );
  const uncopied = withoutSchemaText(withoutKeywordLists(withoutWordRows(visible)), phrases);
  const all = sentencesIn(uncopied.text);
  const spoken = all.filter((said) => !isAside(said));
  const asides = all.length - spoken.length;
  const text = asides === 0 ? uncopied.text : spoken.map((said) => said.text).join('\n\n');
  const sentences = judgeNews(spoken, background, start);
  const ofName = new Set(nameTerms);
  const named = new Set(things.parameters);
  const known = new Set([...ofName, ...named]);
  const first = leadOf(sentences, known);
  const news = sentences.filter((one) => isNews(one, known) || one === first);
  const about = news.filter((one) => one.own || one === first);
  const newTerms = newTermsOf(about, first, named);
  for (const term of nameTerms) newTerms.delete(term);
  // What a text opens with shows what it is about, even where a later sentence says it better.
  const opening = sentences.find(({ heading, stray, said }) => !heading && !stray && !guidesToTool(said));
  // "Call skim to do what skim does" names the tool, and is about nothing.
  const telling = sentences.filter(
    (one) => one === first || one === opening || (about.includes(one) && hasSubjectBeside(one.terms, ofName)),
  );
  return {
    background,
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
    restates: isNameAgain(newTerms.size < SOME_WORDS && first !== undefined ? [first] : about, background),
    saysNothing: isOneWord(about),
  };
}

/** The words of sentences about the tool; `named` are those of its parameters. */
function newTermsOf(
  about: readonly Sentence[],
  first: Sentence | undefined,
  named: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  for (const one of about) {
    const { said, text, terms } = one;
    const isFirst = one === first;
    if (!isProse(said) || (!isFirst && guidesToTool(said)) || isDenial(said) || isUnknown(said)) continue;
    // A list of parameters in code marks is the schema again, even where a text begins with it.
    const isListed = (term: string): boolean => named.has(term) && (!isFirst || isCode(term, text));
    const isEmpty = (term: string): boolean => (isFirst ? NAMES_TEXT.has(term) : isGeneral(term));
    for (const term of terms) if (!isListed(term) && !isEmpty(term) && isWord(term)) found.add(term);
  }
  return found;
}

/** New words with which a text that begins with its name goes beyond it. */
const SOME_WORDS = 3;

/** What a text is, not what it says. */
const NAMES_TEXT = new Set(searchTerms('tool description summary documentation overview'));

/** Whether a word stands in the code marks of a text. */
function isCode(term: string, text: string): boolean {
  return (text.match(/`[^`\n]{1,80}`/g) ?? []).some((code) => searchTerms(code).includes(term));
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

/** A sentence to be read as evidence: new, no heading, no list of arguments, and about something that is not the names alone. */
function isNews(
  { echo, parameter, heading, stray, foreign, own, terms }: Sentence,
  known: ReadonlySet<string>,
): boolean {
  if (echo || parameter !== undefined || heading || stray || foreign) return false;
  return !own || terms.some((term) => !isVacuous(term) && !isPraise(term) && !known.has(term));
}

function isNameAgain(sentences: readonly Sentence[], { name, nameTerms }: Background): boolean {
  const known = splitWords(name.slice(0, 500));
  const said = new Set<string>();
  let left = 1000;
  for (const { said: one, text } of sentences) {
    if (text.length <= left && one.terms.some((term) => !nameTerms.includes(term))) return false;
    for (const word of splitWords(text.slice(0, Math.max(0, left)))) {
      if (!known.includes(word)) return false;
      said.add(word);
    }
    left -= text.length + 1;
  }
  return said.size <= Math.max(1, known.length);
}

/** A single word, or none. */
function isOneWord(sentences: readonly Sentence[]): boolean {
  const [only = ''] = sentences.find(({ terms }) => terms.length > 0)?.terms ?? [];
  if (sentences.some(({ terms }) => terms.some((term) => term !== only))) return false;
  // Where words are not set apart, a whole sentence looks like one.
  return only.length < 25 && !/[^\u0000-\u024f]/.test(only);
}

/** `LIMITATION: only abstracts` is a heading of its own and ends the one before. */
const LABELLED = /^(?:[-*•]\s)?[*_]{0,3}\p{Lu}[\p{L} ]{2,30}:[*_]{0,3}\s/u;
/** What stands under a heading as a list ends with it. */
const ITEM = /^(?:[-*•]|\d{1,2}[.)])\s/;

function judgeNews(texts: readonly Said[], background: Background, whole: string): Sentence[] {
  const { name, toolNames, parameterNames, schemaTerms, copiedFrom } = background;
  const isTool = (word: string): boolean => word === name || toolNames.has(word);
  const plain = texts.map((said) => withoutToolNames(said, isTool));
  const termsOf = texts.map((said, i) => (plain[i] === said.text ? said.terms : searchTerms(plain[i]!)));
  const before = new Set<string>();
  const plainOnes = [...texts.keys()].filter((i) => {
    const said = texts[i]!;
    return !isHeading(said.text) && !guidesToTool(said) && !isLabel(said.text);
  });
  const isFarFetched = farFetchedFrom(plainOnes, termsOf, background);
  const lead = plainOnes.find((i) => !isFarFetched(i)) ?? plainOnes[0] ?? 0;
  const shown = wordsBefore(whole, texts, termsOf);
  const labels = labelsOf(texts);
  const sentences = texts.map((said, i): Sentence => {
    const { text } = said;
    const terms = termsOf[i]!;
    let known = 0;
    for (const term of terms) if (before.has(term)) known += 1;
    const isKnown = known === terms.length;
    const repeated = isKnown && termsOf.findIndex((other) => isSame(other, terms)) < i;
    for (const term of terms) before.add(term);
    const inSchema = terms.length > 0 && terms.every((term) => schemaTerms.has(term));
    return {
      said,
      text,
      terms,
      parameter: documentedIn(said, parameterNames),
      heading: isHeading(text),
      label: labels[i],
      // What a tool is for has to be said, even where the schema uses the same words.
      echo: repeated || (terms.length > 2 && isKnown) || (inSchema && i !== lead),
      inSchema,
      own: false,
      foreign: false,
      stray:
        isFiller(terms) ||
        isNoStatement(said) ||
        isStirred(terms, shown[i] ?? known) ||
        (i !== lead && isFarFetched(i)) ||
        copiedFrom(said),
    };
  });
  markOwn(sentences, plain, background);
  return sentences;
}

/** The heading that each sentence stands under. */
function labelsOf(texts: readonly Said[]): (string | undefined)[] {
  let [label, listed]: [string | undefined, boolean] = [undefined, false];
  return texts.map(({ text }) => {
    const isItem = ITEM.test(text);
    if (isHeading(text)) {
      [label, listed] = [text, isItem];
      return undefined;
    }
    if (LABELLED.test(text) || (listed && !isItem)) label = undefined;
    listed ||= isItem;
    return label;
  });
}

const isNoStatement = told(
  (said) => hasLongRow(said) || isTurnedRound(said) || isData(said) || isNotSaidOfIt(said),
);

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((term, i) => term === b[i]));
}

/** A text that begins with what the name says is about the tool, whatever its trade. */
const OPENING_TERMS = 2;

/**
 * Which sentences are of words that nobody uses of such a tool. The first may bring in a trade of its own, unless what
 * follows has nothing to do with it.
 */
function farFetchedFrom(
  plain: readonly number[],
  termsOf: readonly (readonly string[])[],
  { things, nameTerms, schemaTerms }: Background,
): (sentence: number) => boolean {
  const isOdd = termsOf.map((terms) => terms.some(isUnusual));
  if (!isOdd.includes(true)) return () => false;
  const isNearby = (term: string): boolean => things.isNearby(term) || things.isOurs(term);
  const among = (sentences: readonly number[]) => {
    const said = sentences.flatMap((i) => termsOf[i] ?? []);
    return farFetched({
      has: (term) =>
        schemaTerms.has(term) ||
        said.includes(term) ||
        things.name.includes(term) ||
        things.parameters.includes(term),
      words: () => [...things.name, ...things.parameters, ...said, ...schemaTerms],
      isNearby,
    });
  };
  const [first = 0, ...rest] = plain;
  const opening = (termsOf[first] ?? []).slice(0, OPENING_TERMS);
  const isStrangeLead =
    rest.length > 0 &&
    isOdd[first] === true &&
    !opening.some((term) => nameTerms.includes(term)) &&
    among(rest)(termsOf[first] ?? []);
  const isFar = among(isStrangeLead ? rest.slice(0, 1) : [first]);
  return (i) => (i === first ? isStrangeLead : isOdd[i] === true && isFar(termsOf[i] ?? []));
}

/** One step further than its own words: what stands in a sentence with a word of the name is about the tool, too. */
function markOwn(
  sentences: readonly Sentence[],
  plain: readonly string[],
  { name, siblings, things, parameters, parameterNames }: Background,
): void {
  const lead = sentences.find(({ heading, stray, said }) => !heading && !stray && !guidesToTool(said));
  // "As documented" is not about a `doc`, and a parameter called `description` makes no sentence with that word one about the tool.
  const named = new Vocabulary(subjectOf(lead?.terms ?? [], things), (form) => !isGeneral(form));
  const taken = parameters.slice(0, MOST_PARAMETERS).flatMap((one) => searchTerms(one.slice(0, 100)));
  const known = new Vocabulary(
    taken.filter((term) => !isGeneral(term)),
    (form) => !isGeneral(form),
  );
  // What comes later does not change how the earlier is read.
  const brought = new Set<string>();
  for (const [i, sentence] of sentences.entries()) {
    const { said, text, terms, stray, echo } = sentence;
    const joined = plain[i] === text ? joinedWords(said) : joinedWordsIn(plain[i]!);
    const words = joined.length === 0 ? terms : [...terms, ...joined];
    const isNamed = named.meets(words);
    const isOwn =
      isNamed ||
      known.meets(words) ||
      isBroughtAlong(sentence, brought) ||
      parametersIn(said, parameterNames).length > 0 ||
      siblingIn(sentence, name, siblings) !== undefined;
    sentence.own = isOwn && !stray;
    sentence.foreign = !sentence.own && hasSubject(terms) && !isOfCall(said);
    if (!sentence.own || !isNamed || echo || !isProse(said)) continue;
    for (const term of terms) if (!isGeneral(term) && !isVerb(term)) brought.add(term);
  }
}

/** "Results come from a cache", "This cannot be edited afterwards", "Calling it twice …": of the call, whatever it is about. */
const isOfCall = told(({ text }) => OF_CALL.test(text));
const OF_CALL =
  /^(?:(?:the )?(?:results?|data|outputs?|responses?) |(?:it|this) (?:\p{L}+s |can|may|must|will)|(?:each|every|another|a second|a repeated|the) call |calling (?:it|this) )/iu;

/** In a long sentence one word in common may be chance. */
function isBroughtAlong({ terms }: Sentence, brought: ReadonlySet<string>): boolean {
  if (brought.size === 0) return false;
  const shared = new Set(terms.filter((term) => brought.has(term))).size;
  return shared > 0 && PER_WORD * shared >= terms.length;
}

/** A name that would fit any tool, such as `search`, leaves it to the first sentence to say of what. */
function subjectOf(lead: readonly string[], { name }: Background['things']): string[] {
  const subject = name.every(isVacuous) ? lead : [];
  return [...name, ...subject.filter((term) => !isGeneral(term) && !isVerb(term))];
}

/** Parameters whose names show that a sentence is about the tool; fields inside them have too many words of everywhere. */
const MOST_PARAMETERS = 60;

/** Words of a sentence for which one has to be about the tool. */
const PER_WORD = 12;

/** What is done can be done to anything. */
function isVerb(term: string): boolean {
  return isActionWord(term) || isActionWord(`${term}e`);
}
