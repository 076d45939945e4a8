/**
 * Which words are near in meaning, by what they stand beside in ordinary English, and how common each is. 17,000
 * stems; loaded only by those who choose tools by words.
 */
import { sameWords } from './same-words.js';
import { KNOWN, USUAL } from './usual-words.generated.js';
import { STEMS, STEPS } from './word-vectors.generated.js';

export interface NearWords {
  /** Of length 1; undefined for a word that the table does not have. */
  vector(stem: string): Float32Array | undefined;
  /** 0 to 1: how much it tells that a request has this word. `want` says little, `invoice` nearly all. */
  weight(stem: string): number;
  /** Whether definitions of tools use it, and those of many servers; undefined for a word that the table does not have. */
  use(stem: string): 'never' | 'seldom' | 'usual' | undefined;
  /** Words that people use for this one, as stems. */
  same(stem: string): ReadonlySet<string>;
}

const SIZE = 64;
/** From about this place in the order of frequency on, a word is no everyday word any more. */
const TELLING = 500;
const EVERYDAY = 30;

let table: NearWords | undefined;

export function nearWords(): NearWords {
  table ??= unpack();
  return table;
}

/** Of two vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < SIZE; i += 1) sum += a[i]! * b[i]!;
  return sum;
}

function unpack(): NearWords {
  const places = new Map(STEMS.split(' ').map((stem, place) => [stem, place]));
  const bytes = Buffer.from(STEPS, 'base64');
  const [seldom, usual] = [Buffer.from(KNOWN, 'base64'), Buffer.from(USUAL, 'base64')];
  const isSet = (bits: Buffer, place: number): boolean =>
    (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
  const known = new Map<number, Float32Array>();
  return {
    use(stem) {
      const place = places.get(stem);
      if (place === undefined) return undefined;
      if (isSet(usual, place)) return 'usual';
      return isSet(seldom, place) ? 'seldom' : 'never';
    },
    same: sameWords,
    vector(stem) {
      const place = places.get(stem);
      if (place === undefined) return undefined;
      const before = known.get(place);
      if (before !== undefined) return before;
      const vector = vectorAt(bytes, place);
      known.set(place, vector);
      return vector;
    },
    weight(stem) {
      const place = places.get(stem);
      if (place === undefined) return 1;
      return Math.min(1, Math.log(1 + (place + 1) / EVERYDAY) / Math.log(1 + TELLING / EVERYDAY));
    },
  };
}

function vectorAt(bytes: Buffer, place: number): Float32Array {
  const vector = new Float32Array(SIZE);
  let squares = 0;
  for (let i = 0; i < SIZE; i += 1) {
    const byte = bytes[(place * SIZE + i) >> 1] ?? 0;
    const step = (i % 2 === 0 ? byte >> 4 : byte & 15) - 8;
    vector[i] = step;
    squares += step * step;
  }
  const length = Math.sqrt(squares) || 1;
  return vector.map((step) => step / length);
}
