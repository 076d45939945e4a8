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
// Properties of an ASCII character.
const HEX = 1 << 0;
const HEX_GAP = 1 << 1;
const DIGIT = 1 << 2;
const BASE64 = 1 << 3;

const PROPERTIES = new Uint8Array(128);
for (const [property, characters] of [
  [HEX, /[0-9a-f]/i],
  [HEX_GAP, /[ ,:-]/],
  [DIGIT, /\d/],
  [BASE64, /[\w+/-]/],
] as const) {
  for (let code = 0; code < 128; code += 1)
    if (characters.test(String.fromCharCode(code))) PROPERTIES[code]! |= property;
}

const BEYOND_ASCII = /[^\x00-\x7f]/;
/** Letters that stand alone, one after the other, and as many as make a text. */
const SPACED = /[ ._*-][A-Za-z](?:[ ._*-]{1,3}[A-Za-z]){5}/;
const LEET = /[013457@$][A-Za-z]/;

export function signsOf(text: string): number {
  let signs = 0;
  if (text.includes('\\')) signs |= SIGN.backslash;
  if (text.includes('%')) signs |= SIGN.percent;
  if (text.includes('&')) signs |= SIGN.ampersand;
  if (BEYOND_ASCII.test(text)) signs |= SIGN.beyondAscii;
  if (SPACED.test(text)) signs |= SIGN.spaced;
  if (LEET.test(text)) signs |= SIGN.leet;
  if (endOfRun(text, HEX, HEX_RUN) > 0) signs |= SIGN.hexRun;
  if (endOfRun(text, HEX | HEX_GAP, HEX_PAIRS) > 0) signs |= SIGN.hexPairs;
  if (endOfRun(text, DIGIT, DIGITS) > 0) signs |= SIGN.digits;
  if (holdsBase64(text)) signs |= SIGN.mixedRuns;
  return signs;
}

/**
 * Where the first run of so many characters ends, from a place on; 0 where there is none. Looks at the last character
 * that a run would have, and back from there: mostly one look is enough for as many characters.
 */
function endOfRun(text: string, properties: number, length: number, from = 0): number {
  let start = from;
  for (let last = start + length - 1; last < text.length; last = start + length - 1) {
    let at = last;
    while (at >= start && (propertiesAt(text, at) & properties) !== 0) at -= 1;
    if (at < start) {
      let end = last + 1;
      while (end < text.length && (propertiesAt(text, end) & properties) !== 0) end += 1;
      return end;
    }
    start = at + 1;
  }
  return 0;
}

/** Counts what is padding, and what may stand between runs, in favour of a text. */
function holdsBase64(text: string): boolean {
  // Where the last run ended, and the bytes of those that are read as one with it.
  let [before, bytes] = [0, 0];
  for (let end = endOfRun(text, BASE64, BASE64_RUN); end > 0; end = endOfRun(text, BASE64, BASE64_RUN, end)) {
    const start = startOfRun(text, end);
    const run = text.slice(start, end);
    if (!/[a-z]/.test(run) || !/[A-Z]/.test(run)) continue;
    if (start - before > BASE64_APART + PADDING) bytes = 0;
    bytes += Math.ceil(((end - start + PADDING) * 3) / 4);
    if (bytes >= BASE64_BYTES) return true;
    before = end;
  }
  return false;
}

function startOfRun(text: string, end: number): number {
  let start = end;
  while (start > 0 && (propertiesAt(text, start - 1) & BASE64) !== 0) start -= 1;
  return start;
}

/** None of what is beyond ASCII. */
function propertiesAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? PROPERTIES[code]! : 0;
}
