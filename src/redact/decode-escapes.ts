/**
 * The escapes of JSON, of URLs and of HTML, one layer of each taken off in one pass. Only the neighbourhood of an
 * escape is decoded: elsewhere the text reads as it did.
 */
import type { Hit, View } from './view.js';

export type EscapeKind = '\\' | '%' | '&';
const EVERY_KIND: readonly EscapeKind[] = ['\\', '%', '&'];

/**
 * One character of the result in one number, since a text may hold millions: its code, whether that is a byte of UTF-8
 * and not a character of its own, and above them how many bytes it is written with.
 */
type Unit = number;
const NONE: Unit = 0;
const BYTE = 1 << 21;
const LENGTH = 22;
const CODE = BYTE - 1;

function unitOf(code: number, length: number, byte = 0): Unit {
  return code < 0 ? NONE : (length << LENGTH) | byte | code;
}

/** What stands behind a backslash, and what it means; 0 where it means nothing. */
const SHORT = new Uint8Array(256);
for (const [letter, code] of Object.entries({
  n: 10,
  r: 13,
  t: 9,
  b: 8,
  f: 12,
  '"': 34,
  "'": 39,
  '/': 47,
  '\\': 92,
}))
  SHORT[letter.charCodeAt(0)] = code;

/** Names of HTML for ASCII that encoders use, and those for U+00A0 to U+00FF in their order. */
const ENTITIES = new Map(
  Object.entries({
    ...{ amp: 38, lt: 60, gt: 62, quot: 34, apos: 39, sol: 47, bsol: 92, plus: 43, equals: 61, colon: 58 },
    ...{ excl: 33, num: 35, dollar: 36, percnt: 37, lpar: 40, rpar: 41, ast: 42, comma: 44, period: 46 },
    ...{ semi: 59, quest: 63, commat: 64, lsqb: 91, rsqb: 93, Hat: 94, lowbar: 95, grave: 96, lcub: 123 },
    ...{ lbrack: 91, rbrack: 93, lbrace: 123, rbrace: 125, verbar: 124, vert: 124, rcub: 125, Tab: 9 },
    NewLine: 10,
  }),
);
for (const [index, name] of (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash ' +
  'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc ' +
  'uuml yacute thorn yuml'
)
  .split(' ')
  .entries())
  ENTITIES.set(name, 0xa0 + index);

const LONGEST_ENTITY = 12;

/** `reach`: how far from an escape something that it belongs to can stand. */
export function decodeEscapes(text: Uint8Array, reach: number, kinds = EVERY_KIND): View | undefined {
  const marks = new Uint8Array(256);
  for (const kind of kinds) marks[kind.charCodeAt(0)] = 1;
  const regions: Region[] = [];
  let open: Region | undefined;
  let bytes = NOTHING;
  let written = 0;
  let read = 0;
  const { length } = text;
  for (let at = 0; at < length; at++) {
    const mark = text[at] as number;
    if (marks[mark] === 0) continue;
    const unit = escapeAt(text, at, mark);
    if (unit === NONE) continue;
    if (open === undefined || open[1] < at - reach) {
      // An escape is longer than what it means, so that there is room for the zero behind each region.
      if (open === undefined) bytes = Buffer.allocUnsafe(length + 1);
      else written = copy(text, read, open[1], { bytes, written, closing: true });
      read = Math.max(0, at - reach);
      open = [read, 0];
      regions.push(open);
    }
    written = write(bytes, copy(text, read, at, { bytes, written }), unit);
    read = at + (unit >> LENGTH);
    open[1] = Math.min(length, at + LONGEST_ENTITY + reach);
    at = read - 1;
  }
  if (open === undefined) return undefined;
  written = copy(text, read, open[1], { bytes, written, closing: true });
  return {
    bytes: bytes.subarray(0, written),
    toSource: (hits) => sourceOf(hits, text, regions, marks),
  };
}

const NOTHING = Buffer.alloc(0);

type Region = [start: number, end: number];

/** From so many bytes on a call is quicker than a loop. */
const WORTH_A_CALL = 64;

function copy(
  text: Uint8Array,
  start: number,
  end: number,
  { bytes, written, closing }: { bytes: Buffer; written: number; closing?: boolean },
): number {
  if (end - start >= WORTH_A_CALL) bytes.set(text.subarray(start, end), written);
  else for (let at = start; at < end; at++) bytes[written + at - start] = text[at] as number;
  const after = written + end - start;
  if (!closing) return after;
  bytes[after] = 0;
  return after + 1;
}

/** Walks the same way again: hits are rare, and a map of every byte would be larger than the text. */
function sourceOf(hits: readonly Hit[], text: Uint8Array, regions: Region[], marks: Uint8Array): Hit[] {
  const out: Hit[] = [];
  let next = 0;
  let read = 0;
  let open: number | undefined;
  for (const [start, end] of regions) {
    for (let at = start; at < end && next < hits.length; ) {
      const unit = unitAt(text, at, marks);
      const hit = hits[next] as Hit;
      const after = read + bytesOf(unit);
      if (open === undefined && after > hit.start) open = at;
      at += unit >> LENGTH;
      read = after;
      if (open === undefined || read < hit.end) continue;
      out.push({ ...hit, start: open, end: at });
      open = undefined;
      next += 1;
    }
    read += 1;
  }
  return out;
}

/** The escape that begins here, else the byte itself. */
function unitAt(text: Uint8Array, at: number, marks: Uint8Array): Unit {
  const code = text[at] as number;
  const escaped = marks[code] === 1 ? escapeAt(text, at, code) : NONE;
  return escaped === NONE ? unitOf(code, 1, BYTE) : escaped;
}

function escapeAt(text: Uint8Array, at: number, mark: number): Unit {
  if (mark === 92) return backslashAt(text, at);
  return mark === 37 ? percentAt(text, at) : entityAt(text, at);
}

/** How many bytes from here are the beginning of an escape that may go no further, such as `\\u00`, `%2` and `&am`. */
export function halfEscape(text: Uint8Array, at: number): number {
  let end = at;
  while (text[end] === 92) end += 1;
  if (end === at && text[at] !== 37 && text[at] !== 38) return 0;
  if (end === at) end += 1;
  while (end < at + LONGEST_ENTITY && isNamePart(text[end] ?? 0)) end += 1;
  return end - at;
}

function backslashAt(text: Uint8Array, at: number): Unit {
  const letter = text[at + 1] as number;
  if (letter === 117) return unicodeAt(text, at);
  if (letter === 120) return unitOf(hexAt(text, at + 2, 2), 4, BYTE);
  const code = SHORT[letter] ?? 0;
  return code === 0 ? NONE : unitOf(code, 2);
}

function unicodeAt(text: Uint8Array, at: number): Unit {
  if (text[at + 2] === 123) return bracedAt(text, at);
  const code = hexAt(text, at + 2, 4);
  const isHigh = code >= 0xd800 && code < 0xdc00 && text[at + 6] === 92 && text[at + 7] === 117;
  const low = isHigh ? hexAt(text, at + 8, 4) : -1;
  if (low < 0xdc00 || low > 0xdfff) return unitOf(code, 6);
  return unitOf(0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00), 12);
}

/** `\\u{2f}`, as JavaScript and our own messages write it. */
function bracedAt(text: Uint8Array, at: number): Unit {
  let end = at + 3;
  while (end < at + LONGEST_ENTITY && hexDigit(text[end] ?? 0) >= 0) end += 1;
  if (text[end] !== 125 || end === at + 3) return NONE;
  return characterOf(hexAt(text, at + 3, end - at - 3), end - at + 1);
}

function percentAt(text: Uint8Array, at: number): Unit {
  const isWide = text[at + 1] === 117;
  return isWide ? unitOf(hexAt(text, at + 2, 4), 6) : unitOf(hexAt(text, at + 1, 2), 3, BYTE);
}

function entityAt(text: Uint8Array, at: number): Unit {
  let end = at + 1;
  while (end < at + LONGEST_ENTITY && isNamePart(text[end] ?? 0)) end += 1;
  if (text[end] !== 59 || end - at < 3) return NONE;
  const isNumber = text[at + 1] === 35;
  const code = isNumber ? numberAt(text, at + 2, end) : (ENTITIES.get(nameAt(text, at + 1, end)) ?? -1);
  return characterOf(code, end - at + 1);
}

function characterOf(code: number, length: number): Unit {
  return code > 0x10ffff ? NONE : unitOf(code, length);
}

function isNamePart(byte: number): boolean {
  const letter = byte | 32;
  return (letter >= 97 && letter <= 122) || (byte >= 48 && byte <= 57) || byte === 35;
}

function nameAt(text: Uint8Array, start: number, end: number): string {
  let name = '';
  for (let at = start; at < end; at++) name += String.fromCharCode(text[at] as number);
  return name;
}

/** `47`, or `x2f`; -1 where it is none. */
function numberAt(text: Uint8Array, start: number, end: number): number {
  const isHex = ((text[start] as number) | 32) === 120;
  let value = 0;
  for (let at = isHex ? start + 1 : start; at < end; at++) {
    const digit = hexDigit(text[at] as number);
    if (digit < 0 || (!isHex && digit > 9)) return -1;
    value = value * (isHex ? 16 : 10) + digit;
  }
  return value;
}

/** -1 where a digit is missing. */
function hexAt(text: Uint8Array, at: number, digits: number): number {
  let value = 0;
  for (let i = at; i < at + digits; i++) {
    const digit = hexDigit(text[i] as number);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

function bytesOf(unit: Unit): number {
  const code = unit & CODE;
  if (unit & BYTE || code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

function write(bytes: Buffer, at: number, unit: Unit): number {
  const code = unit & CODE;
  const length = bytesOf(unit);
  if (length === 1) bytes[at] = code;
  else if (length === 2) bytes[at] = 0xc0 | (code >> 6);
  else if (length === 3) bytes[at] = 0xe0 | (code >> 12);
  else bytes[at] = 0xf0 | (code >> 18);
  for (let i = 1; i < length; i++) bytes[at + i] = 0x80 | ((code >> (6 * (length - 1 - i))) & 63);
  return at + length;
}
