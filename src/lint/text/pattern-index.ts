/**
 * Which of many patterns can match in a text, found in one pass over it: the literals that patterns need (`needed-words.ts`)
 * are looked up by four of their letters. A pattern that is not here, or needs nothing that is known, can always match.
 */
import { AT, BEYOND_ASCII, letterOf, neededBy } from './needed-words.js';

const LETTERS = ' abcdefghijklmnopqrstuvwxyz0123456789_';
const BITS = 6;
/** Of four letters, and of the numbers that they are looked up by. */
const KEYS = 2 ** (4 * BITS);
const SLOTS = 2 ** 16;
const CODES = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, LETTERS.indexOf(letterOf(code))));

/** How rare each letter is in texts, from the most common one on. */
const RARITY = Array.from(LETTERS, (letter) => ' etaoinsrhldcumfpgwybvkxjqz_0123456789'.indexOf(letter));

interface Literal {
  codes: Uint8Array;
  /** Where in it the four letters stand by which it is looked up. */
  at: number;
  patterns: number[];
  /** The number of the last text that has it. */
  seenIn: number;
}

/** For each word of 32 patterns, those that can match. */
export type PossiblePatterns = Int32Array;

interface Steps {
  steps: readonly RegExp[];
}

const NOTHING: readonly never[] = [];

export class PatternIndex {
  private readonly places = new Map<RegExp, number>();
  private readonly placesOfLists = new Map<readonly Steps[], number[][]>();
  private readonly always: number[] = [];
  private readonly beyondAscii: number[] = [];
  private readonly withAt: number[] = [];
  /** For four letters the number of their list, 0 where there is none; others may have the same. */
  private readonly byLetters = new Uint16Array(SLOTS);
  private readonly lists: Literal[][] = [[]];
  private letters = new Uint8Array(4096);
  private texts = 0;

  constructor(patterns: Iterable<RegExp>) {
    const literals = new Map<string, Literal>();
    for (const pattern of new Set(patterns)) {
      const place = this.places.size;
      this.places.set(pattern, place);
      const needed = neededBy(pattern);
      if (needed === undefined) this.always.push(place);
      for (const text of needed ?? []) {
        if (text === BEYOND_ASCII) this.beyondAscii.push(place);
        else if (text === AT) this.withAt.push(place);
        else this.literal(literals, text).patterns.push(place);
      }
    }
  }

  private literal(known: Map<string, Literal>, text: string): Literal {
    const before = known.get(text);
    if (before !== undefined) return before;
    const codes = Uint8Array.from(text, (letter) => LETTERS.indexOf(letter));
    const literal: Literal = { codes, at: 0, patterns: [], seenIn: 0 };
    known.set(text, literal);
    // What is shorter is looked up with whatever may follow it.
    if (codes.length < 4) {
      for (let next = 0; next < LETTERS.length; next += 1) this.add(literal, slotAt([...codes, next], 0));
      return literal;
    }
    // By the four letters that are the least common, and that the fewest others are looked up by.
    let best = Number.NEGATIVE_INFINITY;
    for (let at = 0; at + 3 < codes.length; at += 1) {
      const others = this.lists[this.byLetters[slotAt(codes, at)]!]!.length;
      const value = [0, 1, 2, 3].reduce((sum, i) => sum + RARITY[codes[at + i]!]!, -3 * others);
      if (value <= best) continue;
      best = value;
      literal.at = at;
    }
    this.add(literal, slotAt(codes, literal.at));
    return literal;
  }

  private add(literal: Literal, slot: number): void {
    if (this.byLetters[slot] === 0) this.byLetters[slot] = this.lists.push([]) - 1;
    this.lists[this.byLetters[slot]!]!.push(literal);
  }

  possibleIn(text: string): PossiblePatterns {
    const possible = new Int32Array((this.places.size + 31) >>> 5);
    const set = (place: number): void => {
      possible[place >>> 5]! |= 1 << (place & 31);
    };
    for (const place of this.always) set(place);
    const isAscii = this.readLetters(text);
    if (text.includes(AT)) for (const place of this.withAt) set(place);
    if (!isAscii) for (const place of this.beyondAscii) set(place);
    const { letters, byLetters, lists } = this;
    const length = text.length + 3;
    this.texts += 1;
    const number = this.texts;
    let key = keyAt(letters, 0);
    for (let i = 0; i + 3 < length; i += 1) {
      key = ((key << BITS) | letters[i + 3]!) & (KEYS - 1);
      const found = byLetters[slotOf(key)]!;
      if (found === 0) continue;
      for (const literal of lists[found]!) {
        if (literal.seenIn === number || !isAt(letters, length, i - literal.at, literal.codes)) continue;
        literal.seenIn = number;
        for (const place of literal.patterns) set(place);
      }
    }
    return possible;
  }

  /** The text in its letters, with a blank before it and two behind it; whether it is ASCII. */
  private readLetters(text: string): boolean {
    const last = text.length + 1;
    if (this.letters.length <= last + 1) this.letters = new Uint8Array(2 * last + 2);
    const { letters } = this;
    let isAscii = true;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code > 127) isAscii = false;
      letters[i + 1] = CODES[code] ?? 0;
    }
    letters[0] = 0;
    letters[last] = 0;
    letters[last + 1] = 0;
    return isAscii;
  }

  isPossible(pattern: RegExp, possible: PossiblePatterns): boolean {
    const place = this.places.get(pattern);
    return place === undefined || isSet(possible, place);
  }

  /** Those of a list of which every step is possible. */
  possibleOf<T extends Steps>(list: readonly T[], possible: PossiblePatterns): readonly T[] {
    const places = this.placesOf(list);
    let found: T[] | undefined;
    for (let i = 0; i < places.length; i += 1) {
      if (!areSet(possible, places[i]!)) continue;
      found ??= [];
      found.push(list[i]!);
    }
    return found ?? NOTHING;
  }

  private placesOf(list: readonly Steps[]): number[][] {
    let places = this.placesOfLists.get(list);
    if (places === undefined) {
      places = list.map(({ steps }) => steps.flatMap((step) => this.places.get(step) ?? []));
      this.placesOfLists.set(list, places);
    }
    return places;
  }
}

function isSet(possible: PossiblePatterns, place: number): boolean {
  return (possible[place >>> 5]! & (1 << (place & 31))) !== 0;
}

function areSet(possible: PossiblePatterns, places: readonly number[]): boolean {
  for (let i = 0; i < places.length; i += 1) if (!isSet(possible, places[i]!)) return false;
  return true;
}

/** Of three letters; a fourth one is put behind them. */
function keyAt(codes: ArrayLike<number>, at: number): number {
  return (((codes[at]! << BITS) | codes[at + 1]!) << BITS) | codes[at + 2]!;
}

function slotAt(codes: ArrayLike<number>, at: number): number {
  return slotOf((keyAt(codes, at) << BITS) | codes[at + 3]!);
}

function slotOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> 16;
}

function isAt(letters: Uint8Array, length: number, start: number, codes: Uint8Array): boolean {
  if (start < 0 || start + codes.length > length) return false;
  for (let i = 0; i < codes.length; i += 1) if (letters[start + i] !== codes[i]) return false;
  return true;
}
