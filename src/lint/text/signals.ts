/**
 * Words in combination: a signal is a chain of word classes, each within a bounded gap of the one
 * before. Each class is one pattern without nested repetition, found once in a text, and the chain is
 * joined by binary search, so that a hostile text of any size costs n log n.
 */

import { PatternIndex, type PossiblePatterns } from './pattern-index.js';

/** Between the fields of one definition; folded text never holds it. */
export const FIELD_BREAK = '\u0001';

/** How far apart the steps of a chain may stand. */
export interface Reach {
  /** Most characters between one step and the next; 40 when absent. */
  gap?: number;
  /** The chain may leave the sentence, not the topic. */
  loose?: boolean;
  /** The chain may go on in the next field. */
  crosses?: boolean;
}

export interface Signal extends Reach {
  /** What the text does, for the summary: "overrides earlier instructions". */
  what: string;
  /** Global patterns, in the order in which they must come. */
  steps: readonly RegExp[];
  /** Which step is the least common, for speed; the first when absent. */
  rarest?: number;
}

export interface Span {
  start: number;
  end: number;
}

const DEFAULT_GAP = 40;
// `.ssh`, `v1.2` and `e.g.` end no sentence; a bracket or quote may stand behind the stop. An item of a list
// is a sentence of its own.
const SENTENCE_END = /[.!?][)"'*\]]?(?=\s|$)|[。！？।]|\n\s{0,9}\n|\n(?=[ \t]{0,20}(?:[-*•]|\d{1,2}[.)])\s)/g;
/** A list item behind an empty line begins another topic. */
const TOPIC_END = /\n\s{0,9}\n(?=[ \t]{0,20}(?:[-*•]|\d{1,2}[.)])\s)/g;
const FIELD_END = new RegExp(FIELD_BREAK, 'g');
const ABBREVIATION = /(?:\b[ei]\.[ge]|\betc|\bvs|\bcf)$/i;

const expected = new Set<RegExp>();
let index: PatternIndex | undefined;
/** The index takes as long to make as these many texts to read without it. */
const TEXTS_BEFORE_INDEX = 400;
let texts = 0;

/** Patterns that many texts will be asked about: those that cannot match in a text are not tried on it. */
export function expectPatterns<T extends readonly Pick<Signal, 'steps'>[]>(signals: T): T {
  for (const { steps } of signals) for (const step of steps) expected.add(step);
  index = undefined;
  return signals;
}

const NONE: readonly Span[] = [];

/** A text that is asked for many patterns; what was found of one is kept. */
export class Scan {
  private readonly isIndexed: boolean;
  private readonly known = new Map<RegExp, readonly Span[]>();
  private patterns?: PatternIndex;
  private possible?: PossiblePatterns;
  private sentences?: number[];
  private fields?: number[];

  constructor(readonly text: string) {
    texts += 1;
    this.isIndexed = texts > TEXTS_BEFORE_INDEX;
  }

  /** Every match of a global pattern; each pattern runs once. */
  all(pattern: RegExp): readonly Span[] {
    let spans = this.known.get(pattern);
    if (spans === undefined) {
      spans = this.may(pattern) ? spansOf(this.text, pattern) : NONE;
      this.known.set(pattern, spans);
    }
    return spans;
  }

  /** Whether a pattern can match at all; one that nobody expected always can. */
  may(pattern: RegExp): boolean {
    return !this.isIndexed || this.indexed().isPossible(pattern, this.possible!);
  }

  /** Those signals of a list of which every step can match. */
  possibleOf<T extends Pick<Signal, 'steps'>>(signals: readonly T[]): readonly T[] {
    return this.isIndexed ? this.indexed().possibleOf(signals, this.possible!) : signals;
  }

  private indexed(): PatternIndex {
    if (this.patterns === undefined) {
      index ??= new PatternIndex(expected);
      this.patterns = index;
      this.possible = index.possibleIn(this.text);
    }
    return this.patterns;
  }

  first({ steps, rarest = 0, ...reach }: Signal): Span | undefined {
    if (steps[rarest] !== undefined && this.all(steps[rarest]).length === 0) return undefined;
    for (const step of steps) if (this.all(step).length === 0) return undefined;
    return this.chain(this.allOf(steps), reach);
  }

  allOf(steps: readonly RegExp[]): (readonly Span[])[] {
    return steps.map((step) => this.all(step));
  }

  /** As `first`, over spans that were found some other way. */
  chain(classes: readonly (readonly Span[])[], reach?: Reach): Span | undefined {
    return this.links(classes, reach)[0];
  }

  /** Every chain, as a class of its own for a longer one. */
  links(
    classes: readonly (readonly Span[])[],
    { gap = DEFAULT_GAP, loose, crosses }: Reach = {},
  ): readonly Span[] {
    if (classes.some((spans) => spans.length === 0)) return [];
    const [only] = classes;
    if (only !== undefined && classes.length === 1) return only;
    const stops = [];
    if (loose) stops.push(this.all(TOPIC_END).map(({ start }) => start));
    else {
      this.sentences ??= sentenceEnds(this.text);
      stops.push(this.sentences);
    }
    if (!crosses) {
      this.fields ??= spansOf(this.text, FIELD_END).map(({ start }) => start);
      stops.push(this.fields);
    }
    return link(classes, gap, stops);
  }
}

/** From the last class to the first: what can be followed all the way to the end. */
function link(classes: readonly (readonly Span[])[], gap: number, stops: number[][]): readonly Span[] {
  let reach = classes.at(-1) ?? [];
  for (const spans of classes.slice(0, -1).reverse()) {
    const starts = reach.map(({ start }) => start);
    const next: Span[] = [];
    for (const { start, end } of spans) {
      const follower = reach[firstAtLeast(starts, end)];
      if (follower === undefined) continue;
      let limit = end + gap;
      for (const list of stops) limit = Math.min(limit, list[firstAtLeast(list, end)] ?? limit);
      if (follower.start <= limit) next.push({ start, end: follower.end });
    }
    if (next.length === 0) return [];
    reach = next;
  }
  return reach;
}

function firstAtLeast(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function spansOf(text: string, pattern: RegExp): Span[] {
  const spans: Span[] = [];
  // Not `matchAll`, which compiles the pattern anew for every text.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    spans.push({ start: match.index, end: match.index + match[0].length });
    if (match[0] === '') pattern.lastIndex += (text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
  }
  return spans;
}

function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  for (const match of text.matchAll(SENTENCE_END)) {
    if (!ABBREVIATION.test(text.slice(Math.max(0, match.index - 5), match.index))) ends.push(match.index);
  }
  return ends;
}
