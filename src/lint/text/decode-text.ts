/**
 * What a text says once its encodings are taken off, at most two deep: base64, hex, percent, `\u`,
 * entities, binary, rot13, reversed, s p a c e d and l33t letters, and the alphabets hidden in tag and
 * variation-selector characters. Each piece keeps its place in the raw text. Linear; nothing decoded is
 * ever shown.
 */
import { isUtf8 } from 'node:buffer';
import { REVERSED_WORDS, ROT13_WORDS } from '../words/disguised.js';
import { BASE64_APART, BASE64_BYTES, SIGN, signsOf } from './signs.js';

export type Encoding =
  | 'base64'
  | 'hex'
  | 'percent'
  | 'escape'
  | 'entity'
  | 'binary'
  | 'rot13'
  | 'reversed'
  | 'spaced'
  | 'leet'
  | 'marked'
  | 'tags'
  | 'selectors';

export interface DecodedText {
  text: string;
  start: number;
  end: number;
  encoding: Encoding;
}

const MAX_RUN = 65_536;
const MAX_PIECES = 200;
const TEXT = new TextDecoder();

/** Encoding, what a text must hold for it to be worth a look, its runs, and how one is read. */
const DECODERS: readonly [Encoding, number, RegExp, (run: string) => string | undefined][] = [
  ['hex', SIGN.backslash, /(?:\\x[0-9a-f]{2}){4,}/gi, (run) => fromHex(run.replace(/\\x/gi, ''))],
  ['hex', SIGN.hexRun, /\b(?:0x)?[0-9a-f]{20,}\b/gi, (run) => fromHex(run.replace(/^0x/i, ''))],
  [
    'hex',
    SIGN.hexPairs,
    /\b[0-9a-f]{2}(?:[ ,:-][0-9a-f]{2}){7,}\b/gi,
    (run) => fromHex(run.replace(/[^0-9a-f]/gi, '')),
  ],
  ['percent', SIGN.percent, /(?:%[0-9a-f]{2}|[\w.~+-]){6,}/gi, fromPercent],
  ['escape', SIGN.backslash, /(?:\\u\{?[0-9a-f]{4,5}\}?\s?){4,}/gi, fromEscapes],
  ['entity', SIGN.ampersand, /(?:&#x?[0-9a-f]{2,6};?\s?){3,}/gi, fromEntities],
  ['entity', SIGN.ampersand, /&(?:lt|#60|#x3c);[^&\n]{1,60}&(?:gt|#62|#x3e);/gi, fromEntities],
  ['binary', SIGN.digits, /\b[01]{8}(?:[ ,]?[01]{8}){3,}\b/g, fromBinary],
  ['spaced', SIGN.spaced, /(?<![A-Za-z])(?:[A-Za-z][ ._*-]{1,3}){7,}[A-Za-z](?![A-Za-z])/g, fromSpaced],
  ['tags', SIGN.beyondAscii, /[\u{e0020}-\u{e007e}]{2,}/gu, (run) => shift(run, 0xe0000)],
  ['selectors', SIGN.beyondAscii, /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/gu, fromSelectors],
];

/** What a text may be as a whole: with one of these words backwards, or with its letters turned. */
export const WHOLE_TEXTS = [ROT13_WORDS, REVERSED_WORDS];

/** What a look at all strings of a definition has told of each of them. */
export interface Possible {
  signs: number;
  /** Whether one of `WHOLE_TEXTS` can match. */
  whole: boolean;
}

const ANYTHING: Possible = { signs: -1, whole: true };

export function decodeText(raw: string, possible = ANYTHING): DecodedText[] {
  const first = decodeOnce(raw, possible);
  if (first.length === 0) return first;
  const second = first.flatMap(({ text, start, end, encoding }) =>
    decodeOnce(text, ANYTHING).map((inner) => ({ text: inner.text, start, end, encoding })),
  );
  return [...first, ...second].slice(0, MAX_PIECES);
}

function decodeOnce(raw: string, possible: Possible): DecodedText[] {
  const signs = possible.signs === 0 ? 0 : signsOf(raw);
  const out = signs === 0 ? [] : decodeRuns(raw, signs);
  if (out.length < MAX_PIECES && raw.length <= MAX_RUN * 4) addDisguises(out, raw, signs, possible.whole);
  return out;
}

/** Stretches of the text that are encoded, by the kinds of encodings. */
function decodeRuns(raw: string, signs: number): DecodedText[] {
  const out: DecodedText[] = (signs & SIGN.mixedRuns) === 0 ? [] : base64Pieces(raw);
  for (const [encoding, needs, pattern, decode] of DECODERS) {
    if ((signs & needs) === 0) continue;
    for (const match of raw.matchAll(pattern)) {
      if (out.length >= MAX_PIECES) return out;
      const text = decode(match[0].slice(0, MAX_RUN));
      if (text === undefined || text.length < 2) continue;
      out.push({ text, start: match.index, end: match.index + match[0].length, encoding });
    }
  }
  return out;
}

/** Base64 in one run, or cut into pieces a few characters apart that are read as one. */
function base64Pieces(raw: string): DecodedText[] {
  const out: DecodedText[] = [];
  for (const match of base64Runs(raw)) {
    const text = fromBase64(match[0].slice(0, MAX_RUN));
    if (text === undefined) continue;
    const end = match.index + match[0].length;
    const before = out.at(-1);
    if (before !== undefined && match.index - before.end <= BASE64_APART && before.text.length < MAX_RUN) {
      before.text += text;
      before.end = end;
    } else if (out.length < MAX_PIECES) {
      out.push({ text, start: match.index, end, encoding: 'base64' });
    }
  }
  return out.filter(({ text }) => text.length >= BASE64_BYTES);
}

/** Runs that can be base64; a few words with capitals, too short to hold a text together, are not decoded at all. */
function base64Runs(raw: string): RegExpExecArray[] {
  const runs = [...raw.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)].filter(([run]) => hasBothCases(run));
  if (runs.length > MAX_PIECES) return runs;
  const kept: RegExpExecArray[] = [];
  let from = 0;
  let [bytes, end] = [0, 0];
  for (const [i, run] of runs.entries()) {
    if (i > from && run.index - end > BASE64_APART) {
      if (bytes >= BASE64_BYTES) kept.push(...runs.slice(from, i));
      [from, bytes] = [i, 0];
    }
    bytes += Math.ceil((run[0].length * 3) / 4);
    end = run.index + run[0].length;
  }
  if (bytes >= BASE64_BYTES) kept.push(...runs.slice(from));
  return kept;
}

function hasBothCases(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run);
}

function fromBase64(run: string): string | undefined {
  if (!hasBothCases(run)) return undefined;
  return printable(Buffer.from(run.replace(/-/g, '+').replace(/_/g, '/'), 'base64'));
}

function fromHex(digits: string): string | undefined {
  return digits.length % 2 === 1 ? undefined : printable(Buffer.from(digits, 'hex'));
}

function fromPercent(run: string): string | undefined {
  if ((run.match(/%[0-9a-f]{2}/gi)?.length ?? 0) < 2) return undefined;
  try {
    return decodeURIComponent(run.replace(/%(?:[0-9a-f]?$|$)/i, ''));
  } catch {
    return undefined;
  }
}

function fromEscapes(run: string): string {
  return run
    .replace(/\s/g, '')
    .replace(/\\u\{?([0-9a-f]{4,5})\}?/gi, (_, code: string) => char(Number.parseInt(code, 16)));
}

function fromEntities(run: string): string {
  return run
    .replace(/&#x([0-9a-f]{2,6});?\s?/gi, (_, code: string) => char(Number.parseInt(code, 16)))
    .replace(/&#([0-9]{2,6});?\s?/g, (_, code: string) => char(Number(code)))
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>');
}

function fromBinary(run: string): string | undefined {
  const bits = run.replace(/[^01]/g, '');
  return printable(Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))));
}

/** A single mark between letters goes, a wider gap is a space. */
function fromSpaced(run: string): string {
  return run.replace(/([A-Za-z])[ ._*-](?=[A-Za-z])/g, '$1').replace(/[ ._*-]{2,3}/g, ' ');
}

function fromSelectors(run: string): string | undefined {
  const bytes = [...run].map((selector) => {
    const code = selector.codePointAt(0) ?? 0;
    return code < 0xe0000 ? code - 0xfe00 : code - 0xe0100 + 16;
  });
  return printable(Buffer.from(bytes));
}

function addDisguises(out: DecodedText[], raw: string, signs: number, whole: boolean): void {
  const add = (text: string, encoding: Encoding) => out.push({ text, start: 0, end: raw.length, encoding });
  if (whole && isRot13(raw)) add(rot13(raw), 'rot13');
  if (whole && isReversed(raw)) add([...raw].reverse().join(''), 'reversed');
  if ((signs & SIGN.leet) !== 0 && leetWords(raw) >= 2) add(unleet(raw), 'leet');
  if (raw.includes('_') && MARKED.test(raw)) add(raw.replace(/[_*~]+/g, ' '), 'marked');
}

/** Whether a text, or a part of it, is one of `WHOLE_TEXTS`. */
export function mayBeWhole(text: string): boolean {
  return isRot13(text) || isReversed(text);
}

function isReversed(raw: string): boolean {
  return (raw.match(REVERSED_WORDS)?.length ?? 0) >= 2;
}

/** Three different words, one of them long enough to be no unit or country (`GB`, `VA`). */
function isRot13(raw: string): boolean {
  const words = new Set((raw.match(ROT13_WORDS) ?? []).map((word) => word.toLowerCase()));
  return words.size >= 3 && [...words].some((word) => word.length > 2);
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

const MARKED = /(?:^|[\s(])_{1,2}[A-Za-z]|[A-Za-z](?:_[A-Za-z]{1,20}){4}/;

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/**
 * Words with letters on both sides of a digit, or a digit before two letters: `prev10us`, `1gnore`. Not
 * `$filter` or `@scope`, which are names.
 */
function leetWords(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(/[a-z0-9@$]{4,24}/gi)) {
    if (/[a-z][013457@$]{1,3}[a-z]|^[013457][a-z]{2}/i.test(word)) count += 1;
    if (count >= 2) break;
  }
  return count;
}

function unleet(text: string): string {
  return text.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign);
}

function shift(run: string, by: number): string {
  return [...run].map((sign) => char((sign.codePointAt(0) ?? 0) - by)).join('');
}

function char(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Bytes that are text; binary data, hashes and ids are not. */
function printable(bytes: Buffer): string | undefined {
  // Nearly everything ends here: most bytes of random data are no text.
  for (const byte of bytes.subarray(0, 64)) {
    if (
      byte < 0x20 ? byte !== 9 && byte !== 10 && byte !== 13 : byte === 0x7f || byte === 0xc0 || byte > 0xf4
    )
      return undefined;
  }
  if (!isUtf8(bytes)) return undefined;
  const text = TEXT.decode(bytes);
  return /^[\t\n\r\x20-\x7e\u00a0-\u{10ffff}]*$/u.test(text) && /\p{L}/u.test(text) ? text : undefined;
}
