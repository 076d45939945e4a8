/**
 * Whether two tools whose texts have nearly the same words are told apart after all: by a noun of their own, by what
 * the name ends with, by what is done with the same thing, or by one and many. Name and text must agree on it.
 */
import { isSmallWord, searchTerms, splitWords, stem } from '../../catalog/words.js';
import { isActionWord } from '../../lint/tool-text.js';
import { stepsOf } from './lifecycle-steps.js';
import { isVacuous } from './plain-words.js';

/** What a tool is called and its first sentence; most pairs differ so much that nothing more is asked. */
export class ToldOf {
  private ownWritten: readonly string[] | undefined;
  private ownWords: readonly string[] | undefined;

  constructor(
    private readonly called: string,
    private readonly sentence: string,
    /** The words of the sentence that carry meaning, endings taken off. */
    readonly said: ReadonlySet<string>,
  ) {}

  /** The words of the name, endings taken off. */
  get name(): readonly string[] {
    return searchTerms(this.called.slice(0, LONGEST_NAME));
  }

  /** The same as they are written, small words left out. */
  get written(): readonly string[] {
    this.ownWritten ??= splitWords(this.called.slice(0, LONGEST_NAME)).filter((word) => !isSmallWord(word));
    return this.ownWritten;
  }

  /** The sentence word by word in small letters. */
  get words(): readonly string[] {
    this.ownWords ??= this.sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return this.ownWords;
  }

  /** Its words without spaces, for names that a text writes apart: `github`, GitHub. */
  get squeezed(): string {
    return this.words.join('');
  }
}
const LONGEST_NAME = 200;

export function areToldApart(a: ToldOf, b: ToldOf): boolean {
  return differInJob(a, b) || differInNumber(a, b);
}

/** Other things, or another deed with the same. */
export function differInJob(a: ToldOf, b: ToldOf): boolean {
  return differInNoun(a, b) || differInHead(a, b) || differInStep(a, b);
}

/** Shorter ones stand inside other words. */
const LONG = 4;

function says(told: ToldOf, term: string): boolean {
  return (
    told.said.has(term) || told.words.includes(term) || (term.length >= LONG && told.squeezed.includes(term))
  );
}

/** Nouns of its name that its text takes up and the other name lacks. */
function nounsOf(one: ToldOf, other: ToldOf): string[] {
  return one.name.filter(
    (term) => !isVacuous(term) && !isActionWord(term) && !other.name.includes(term) && says(one, term),
  );
}

/** Each has a noun of its own, and one of them stands in one text only. */
function differInNoun(a: ToldOf, b: ToldOf): boolean {
  const [ofA, ofB] = [nounsOf(a, b), nounsOf(b, a)];
  if (ofA.length === 0 || ofB.length === 0) return false;
  const isOnlyIn = (terms: string[], { words, said }: ToldOf): boolean =>
    terms.some((term) => !words.includes(term) && !(said.has(term) && !isPartOf(term, words)));
  return isOnlyIn(ofA, b) || isOnlyIn(ofB, a);
}

/** "git" in GitHub is no word of the text. */
function isPartOf(term: string, words: readonly string[]): boolean {
  return !words.some((word) => stem(word) === term);
}

/** At the end of a name they say how, and not what. */
const HOW = new Set(
  'detail info information data full all bulk batch advanced simple quick fast new v2 id ids name tool multiple many'
    .split(' ')
    .map(stem),
);

/** What the name is about: its last word that is not about how, nor its verb. */
function headOf({ written }: ToldOf): string | undefined {
  const verb = verbIn(written);
  const head = written.findLast((word) => word !== verb && !HOW.has(stem(word)) && !/\d/.test(word));
  return head === undefined ? undefined : stem(head);
}

function verbIn(written: readonly string[]): string | undefined {
  return written.find((word) => stepsOf(word).length > 0) ?? written.find(isActionWord);
}

/** Names end with other nouns, and each text speaks of its own before that of the other, or of a part of it. */
function differInHead(a: ToldOf, b: ToldOf): boolean {
  const [ofA, ofB] = [headOf(a), headOf(b)];
  return (
    ofA !== undefined && ofB !== undefined && ofA !== ofB && isAbout(a, ofA, ofB) && isAbout(b, ofB, ofA)
  );
}

function isAbout({ words }: ToldOf, own: string, other: string): boolean {
  const stems = words.map(stem);
  const [at, before] = [stems.indexOf(own), stems.indexOf(other)];
  if (at < 0) return false;
  // "issue comments" are comments; "users and accounts" are both.
  if (before < 0) return true;
  return at < before ? !/^(?:and|or)$/.test(words[before - 1] ?? '') : at === before + 1;
}

/** One makes what the other lists or takes away. */
function differInStep(a: ToldOf, b: ToldOf): boolean {
  const [ofA, ofB] = [verbOf(a), verbOf(b)];
  if (ofA === undefined || ofB === undefined) return false;
  if (ofA === `un${ofB}` || ofB === `un${ofA}`) return true;
  const [stepsA, stepsB] = [stepsOf(ofA), stepsOf(ofB)];
  if (stepsA.length + stepsB.length === 0) return false;
  return ofA !== ofB && !stepsA.some((step) => stepsB.includes(step));
}

/** Among the first words of a sentence is its verb: "This tool will delete". */
const OPENING = 5;

/** The verb of the name, where the text begins with it or with one for the same. */
function verbOf({ written, words }: ToldOf): string | undefined {
  const verb = verbIn(written);
  if (verb === undefined) return undefined;
  const steps = stepsOf(verb);
  const isSame = (word: string): boolean =>
    stem(word) === stem(verb) || stepsOf(word).some((step) => steps.includes(step));
  return words.slice(0, OPENING).some(isSame) ? stem(verb) : undefined;
}

/** `list_boats` "Lists boats" and `get_boat` "Gets a boat": the last noun as each name and text write it. */
function differInNumber(a: ToldOf, b: ToldOf): boolean {
  const [ofA, ofB] = [a.written.at(-1), b.written.at(-1)];
  if (ofA === undefined || ofB === undefined || ofA === ofB || stem(ofA) !== stem(ofB)) return false;
  return isWrittenFirst(a, ofA, ofB) && isWrittenFirst(b, ofB, ofA);
}

function isWrittenFirst({ words }: ToldOf, own: string, other: string): boolean {
  const [at, before] = [words.indexOf(own), words.indexOf(other)];
  return at >= 0 && (before < 0 || at < before);
}
