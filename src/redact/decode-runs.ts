/**
 * Base64 and hex: runs of one alphabet, broken into lines or not, each read from every character at which a byte may
 * begin. A run may have begun earlier than what was encoded: in `key/QUJD` it holds the word before it. Nearly all that
 * comes out is noise, and only stretches in which a secret could stand are looked into.
 */
import { halfEscape } from './decode-escapes.js';
import type { Hit, View } from './view.js';

interface Alphabet {
  /** How many bits a character stands for. */
  bits: number;
  /** By byte: what it stands for, -1 outside the alphabet. */
  values: Int8Array;
  /** By byte: 1 in the alphabet, else 0; and 1 also where a run may go on behind it. */
  counts: Uint8Array;
  keeps: Uint8Array;
  /** After so many characters bytes begin at the same places again. */
  phases: number;
  /** The bytes that the values make from the one on at which the first byte begins, and room for the ending. */
  join(values: Uint8Array, phase: number): Uint8Array;
  /** How many bytes from here are only a break within a run; 0 where there is none. */
  breakAt(text: Uint8Array, at: number): number;
}

interface Run {
  start: number;
  end: number;
  /** How many of its bytes are of the alphabet. */
  count: number;
}

export interface Sought {
  /** How many bytes the shortest thing that is looked for has. */
  least: number;
  /** By byte: 1 where it can be part of it, encoded or not. */
  telling: Uint8Array;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const BASE64 = alphabetOf({
  bits: 6,
  phases: 4,
  join: joinSixes,
  spellings: [`${LETTERS}+/`, `${LETTERS}-_`],
  breaks: '\r\n',
  breakAt: lineBreak,
});

const HEX = alphabetOf({
  bits: 4,
  phases: 2,
  join: joinFours,
  spellings: ['0123456789abcdef', '0123456789ABCDEF'],
  // `63 61 6e`, in a form `63+61+6e`, `63:61:6e` and `63-61-6e`.
  breaks: '\r\n +:-',
  breakAt(text, at) {
    const byte = text[at];
    const isPair = (byte === 32 && text[at + 1] !== 124) || byte === 43 || byte === 58 || byte === 45;
    return isPair ? 1 : lineBreak(text, at);
  },
});

/** From so many characters on a run is looked at; where lines are indented, each of them has as many. */
const TELLING_RUN = 8;

/** How many bytes behind a run are kept after it: `…`, which tells that it was clipped, has three. */
const ENDING = 3;

export function* decodeRuns(text: Uint8Array, sought: Sought): Generator<View> {
  for (const alphabet of [BASE64, HEX]) {
    const least = Math.ceil((sought.least * 8) / alphabet.bits);
    for (const run of runsOf(text, alphabet, least))
      if (alphabet === HEX || !isHash(text, run)) yield* viewsOf(text, run, alphabet, sought);
  }
}

/** Base64 that happens to have digits of hex alone is no longer than this by any chance that counts. */
const LONGEST_CHANCE = 40;

/** Hashes are not worth reading as base64, and some texts are full of them. */
function isHash(text: Uint8Array, { start, end, count }: Run): boolean {
  if (count <= LONGEST_CHANCE) return false;
  for (let at = start; at < end; at++) if (HEX.keeps[text[at] as number] === 0) return false;
  return true;
}

function* viewsOf(text: Uint8Array, run: Run, alphabet: Alphabet, sought: Sought): Generator<View> {
  const values = valuesOf(text, run, alphabet);
  const behind = run.end + alphabet.breakAt(text, run.end);
  const end = behind + halfEscape(text, behind);
  for (let phase = 0; phase < alphabet.phases; phase++) {
    const bytes = alphabet.join(values, phase);
    const length = bytes.length - ENDING;
    for (let at = 0; at < ENDING; at++) bytes[length + at] = text[end + at] ?? 0;
    for (const [start, stop] of stretchesOf(bytes, sought)) {
      const reading: Reading = { text, run, alphabet, phase, start, length };
      yield { bytes: bytes.subarray(start, stop), toSource: (hits) => sourceOf(hits, reading) };
    }
  }
}

function runsOf(text: Uint8Array, alphabet: Alphabet, least: number): Run[] {
  const { keeps, counts } = alphabet;
  const runs: Run[] = [];
  const { length } = text;
  // Counted without a branch: most texts have runs of a few characters everywhere.
  for (let at = 0, count = 0; at < length; at++) {
    const byte = text[at] as number;
    count = count * (keeps[byte] as number) + (counts[byte] as number);
    if (count !== TELLING_RUN) continue;
    const run = runAt(text, startOf(text, at, alphabet), alphabet);
    if (run.count >= least) runs.push(run);
    at = run.end;
    count = 0;
  }
  return runs;
}

/** Where the characters that were counted up to here begin. */
function startOf(text: Uint8Array, last: number, { counts }: Alphabet): number {
  let at = last;
  for (let left = TELLING_RUN - 1; left > 0; left -= counts[text[at] as number] as number) at -= 1;
  return at;
}

/** The run that begins here, over its breaks. */
function runAt(text: Uint8Array, start: number, { counts, breakAt }: Alphabet): Run {
  const { length } = text;
  let count = 0;
  let at = start;
  for (;;) {
    const piece = at;
    while (at < length && counts[text[at] as number] === 1) at += 1;
    count += at - piece;
    const after = at < length ? at + breakAt(text, at) : at;
    if (after === at || after >= length || counts[text[after] as number] === 0)
      return { start, count, end: at };
    at = after;
  }
}

function valuesOf(text: Uint8Array, { start, end, count }: Run, { values }: Alphabet): Uint8Array {
  const out = new Uint8Array(count);
  let written = 0;
  for (let at = start; at < end; at++) {
    const value = values[text[at] as number] as number;
    if (value >= 0) out[written++] = value;
  }
  return out;
}

function joinSixes(values: Uint8Array, phase: number): Uint8Array {
  const bytes = new Uint8Array((((values.length - phase) * 6) >> 3) + ENDING);
  let written = 0;
  let at = phase;
  for (; at + 3 < values.length; at += 4) {
    const four =
      ((values[at] as number) << 18) |
      ((values[at + 1] as number) << 12) |
      ((values[at + 2] as number) << 6) |
      (values[at + 3] as number);
    bytes[written] = four >> 16;
    bytes[written + 1] = four >> 8;
    bytes[written + 2] = four;
    written += 3;
  }
  const [first = 0, second = 0, third = 0] = values.subarray(at);
  bytes[written] = (first << 2) | (second >> 4);
  bytes[written + 1] = (second << 4) | (third >> 2);
  return bytes;
}

function joinFours(values: Uint8Array, phase: number): Uint8Array {
  const bytes = new Uint8Array(((values.length - phase) >> 1) + ENDING);
  for (let at = phase, written = 0; at + 1 < values.length; at += 2, written += 1)
    bytes[written] = ((values[at] as number) << 4) | (values[at + 1] as number);
  return bytes;
}

type Stretch = [start: number, end: number];

function stretchesOf(bytes: Uint8Array, { least, telling }: Sought): Stretch[] {
  const out: Stretch[] = [];
  const { length } = bytes;
  for (let at = 0, count = 0; at < length; at++) {
    count = (count + 1) * (telling[bytes[at] as number] as number);
    if (count !== least) continue;
    const start = at + 1 - least;
    while (at < length && telling[bytes[at] as number] === 1) at += 1;
    out.push([start, at]);
    count = 0;
  }
  return out;
}

interface Reading {
  text: Uint8Array;
  run: Run;
  alphabet: Alphabet;
  phase: number;
  /** Which byte of the run the view begins with, and how many the run has. */
  start: number;
  length: number;
}

/** Walks the run again: hits are rare, and a map of every byte would be larger than the text. */
function sourceOf(hits: readonly Hit[], { text, run, alphabet, phase, start, length }: Reading): Hit[] {
  let at = run.start;
  let index = 0;
  /** The place of a character of the run by its number; asked for in rising order. */
  const placeOf = (wanted: number): number => {
    while (index < wanted || alphabet.counts[text[at] as number] === 0) {
      index += alphabet.counts[text[at] as number] as number;
      at += 1;
    }
    return at;
  };
  const characterOf = (bit: number): number => phase + Math.floor(bit / alphabet.bits);
  return hits.map(({ placeholder, ...hit }) => {
    const last = Math.min(start + hit.end, length) * 8 - 1;
    const first = placeOf(characterOf((start + hit.start) * 8));
    return { start: first, end: placeOf(characterOf(last)) + 1, placeholder };
  });
}

/** A line break with the indentation of the next line, or ` | ` between lines that were put on one. */
function lineBreak(text: Uint8Array, at: number): number {
  const byte = text[at];
  if (byte === 32) return text[at + 1] === 124 && text[at + 2] === 32 ? 3 : 0;
  let end = byte === 13 ? at + 1 : at;
  if (text[end] !== 10) return 0;
  do end += 1;
  while (text[end] === 32 || text[end] === 9);
  return end - at;
}

interface Writing extends Omit<Alphabet, 'values' | 'counts' | 'keeps'> {
  spellings: string[];
  /** The characters that a break is made of. */
  breaks: string;
}

function alphabetOf({ spellings, breaks, ...rest }: Writing): Alphabet {
  const values = new Int8Array(256).fill(-1);
  for (const letters of spellings)
    for (const [value, char] of [...letters].entries()) values[char.charCodeAt(0)] = value;
  const counts = Uint8Array.from(values, (value) => (value < 0 ? 0 : 1));
  const keeps = Uint8Array.from(counts);
  for (const char of breaks) keeps[char.charCodeAt(0)] = 1;
  return { values, counts, keeps, ...rest };
}
