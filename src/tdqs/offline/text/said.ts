/**
 * A stretch of text, most often a sentence, with what can be told from it alone. Each distinct one is kept for a while: what
 * was told of it once is not looked for again, in this tool or in the next one that says the same.
 */
import { findTerms } from '../../../catalog/words.js';
import { PatternIndex, type PossiblePatterns } from '../../../lint/tool-text.js';
import { MOST_SENTENCES, remembered } from '../../../util/text.js';

/** Letters and digits beyond ASCII, and more: all but dashes, quotes, bullets and arrows. */
export const OTHER_LETTER = '[^\\x00-\\x7f\\u2010-\\u206f\\u2190-\\u245f]';

const patterns: RegExp[] = [];
let index: PatternIndex | undefined;
/** The index takes about as long to make as these many sentences to read without it. */
const SENTENCES_BEFORE_INDEX = 150;
let sentences = 0;
let kinds = 0;

export class Said {
  /** What was told of it, by the number of its kind. */
  readonly told: unknown[] = new Array(kinds);
  private possible: PossiblePatterns | undefined;
  private ownTerms: readonly string[] | undefined;

  constructor(readonly text: string) {
    sentences += 1;
  }

  get terms(): readonly string[] {
    this.ownTerms ??= findTerms(this.text);
    return this.ownTerms;
  }

  /** Whether the pattern with this number can match; most need a word that most sentences lack. */
  may(pattern: number): boolean {
    if (sentences < SENTENCES_BEFORE_INDEX) return true;
    index ??= new PatternIndex(patterns);
    this.possible ??= index.possibleIn(this.text);
    return (this.possible[pattern >>> 5]! & (1 << (pattern & 31))) !== 0;
  }
}

export const saidOf = remembered(MOST_SENTENCES, (text) => new Said(text));

/** What a text says by itself: found when it is first asked for. */
export function told<T extends NonNullable<unknown>>(find: (said: Said) => T): (said: Said) => T {
  const kind = kinds;
  kinds += 1;
  return (said) => {
    const known = said.told[kind];
    if (known !== undefined) return known as T;
    const found = find(said);
    said.told[kind] = found;
    return found;
  };
}

/** A pattern that is tried only on sentences that hold one of the words it needs. */
export class Cue {
  private readonly number: number;

  constructor(readonly pattern: RegExp) {
    this.number = patterns.push(pattern) - 1;
    index = undefined;
  }

  isIn(said: Said): boolean {
    return said.may(this.number) && this.pattern.test(said.text);
  }

  mayBeIn(said: Said): boolean {
    return said.may(this.number);
  }
}

/** Where a global pattern matches; unlike `matchAll` it makes no copy of the pattern. */
export function placesOf(pattern: RegExp, text: string): number[] {
  const places: number[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) places.push(match.index);
  return places;
}
