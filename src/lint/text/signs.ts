/**
 * What kinds of characters a text holds, told by a look at each character: nearly no text holds what an encoding needs, and then
 * none of its patterns is tried. A kind is never missing where one of the patterns of `decode-text.ts` matches.
 */

export const SIGN = {
  backslash: 1 << 0,
  percent: 1 << 1,
  ampersand: 1 << 2,
  beyondAscii: 1 << 3,
  /** Runs of base64, each with small and capital letters, so near to each other that together they hold a text. */
  mixedRuns: 1 << 4,
  /** Twenty hexadecimal digits in a row. */
  hexRun: 1 << 5,
  /** As many with signs between them as eight pairs need. */
  hexPairs: 1 << 6,
  /** Eight digits in a row. */
  digits: 1 << 7,
  /** Eight letters that stand alone, one after the other. */
  spaced: 1 << 8,
  /** A digit or sign that stands for a letter, with a letter behind it. */
  leet: 1 << 9,
} as const;

/** Characters of one run of base64. */
export const BASE64_RUN = 8;
/** Bytes of a text in base64; fewer say nothing. */
export const BASE64_BYTES = 12;
/** Characters between two runs that are read as one text. */
export const BASE64_APART = 12;
/** `=` at the end of a run. */
const PADDING = 2;
const HEX_RUN = 20;
const HEX_PAIRS = 23;
const DIGITS = 8;
/** The last of eight is counted before it is known to stand alone. */
const SINGLE_LETTERS = 7;
const WIDEST_GAP = 3;

// Properties of an ASCII character.
const LOWER = 1 << 0;
const UPPER = 1 << 1;
const DIGIT = 1 << 2;
const HEX = 1 << 3;
const HEX_GAP = 1 << 4;
const BASE64 = 1 << 5;
const LETTER_GAP = 1 << 6;
const FOR_LETTER = 1 << 7;
const LETTER = LOWER | UPPER;

const PROPERTIES = new Uint8Array(128);
for (const [property, characters] of [
  [LOWER, /[a-z]/],
  [UPPER, /[A-Z]/],
  [DIGIT, /\d/],
  [HEX, /[0-9a-f]/i],
  [HEX_GAP, /[ ,:-]/],
  [BASE64, /[\w+/-]/],
  [LETTER_GAP, /[ ._*-]/],
  [FOR_LETTER, /[013457@$]/],
] as const) {
  for (let code = 0; code < 128; code += 1)
    if (characters.test(String.fromCharCode(code))) PROPERTIES[code]! |= property;
}
const BY_ITSELF = new Uint8Array(128);
BY_ITSELF[0x5c] = SIGN.backslash;
BY_ITSELF[0x25] = SIGN.percent;
BY_ITSELF[0x26] = SIGN.ampersand;

export function signsOf(text: string): number {
  let signs = 0;
  // Lengths of the runs that end here.
  let [hex, pairs, digits] = [0, 0, 0];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const is = code < 128 ? PROPERTIES[code]! : 0;
    signs |= code < 128 ? BY_ITSELF[code]! : SIGN.beyondAscii;
    hex = (is & HEX) === 0 ? 0 : hex + 1;
    pairs = (is & (HEX | HEX_GAP)) === 0 ? 0 : pairs + 1;
    digits = (is & DIGIT) === 0 ? 0 : digits + 1;
    if (hex === HEX_RUN) signs |= SIGN.hexRun;
    if (pairs === HEX_PAIRS) signs |= SIGN.hexPairs;
    if (digits === DIGITS) signs |= SIGN.digits;
  }
  return signs | signOfBase64(text) | signsOfLetters(text);
}

/** Counts what is padding, and what may stand between runs, in favour of a text. */
function signOfBase64(text: string): number {
  let [start, letters] = [0, 0];
  // Where the last run ended, and the bytes of those that are read as one with it.
  let [end, bytes] = [-1, 0];
  for (let i = 0; i <= text.length; i += 1) {
    const is = propertiesAt(text, i);
    if ((is & BASE64) !== 0) {
      letters |= is & LETTER;
      continue;
    }
    if (letters === LETTER && i - start >= BASE64_RUN) {
      if (start - end > BASE64_APART + PADDING) bytes = 0;
      bytes += Math.ceil(((i - start + PADDING) * 3) / 4);
      if (bytes >= BASE64_BYTES) return SIGN.mixedRuns;
      end = i;
    }
    start = i + 1;
    letters = 0;
  }
  return 0;
}

function signsOfLetters(text: string): number {
  let signs = 0;
  let before = 0;
  let [singles, gap] = [0, 0];
  for (let i = 0; i < text.length; i += 1) {
    const is = propertiesAt(text, i);
    if ((is & LETTER) !== 0) {
      if ((before & FOR_LETTER) !== 0) signs |= SIGN.leet;
      if (gap > WIDEST_GAP) singles = 0;
      singles = (before & LETTER) === 0 ? singles + 1 : 0;
      if (singles === SINGLE_LETTERS) signs |= SIGN.spaced;
      gap = 0;
    } else gap += (is & LETTER_GAP) === 0 ? WIDEST_GAP + 1 : 1;
    before = is;
  }
  return signs;
}

/** None of what is beyond ASCII, and none behind the end. */
function propertiesAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? PROPERTIES[code]! : 0;
}
