/**
 * A copy of a text with its disguise off: compatibility forms folded (NFKC), invisible characters gone,
 * accents off Latin letters, look-alike letters turned Latin. Offsets lead back to the raw text. Linear,
 * and plain ASCII is not copied at all.
 */
import { CONFUSABLE } from '../words/confusables.js';
import { INVISIBLE } from '../words/invisible.js';

export interface FoldedText {
  text: string;
  /** Raw offset of each character; absent when nothing moved. */
  offsets?: Uint32Array;
}

const PLAIN = /^[\t\n\r\x20-\x7e]*$/;
const UNUSUAL = /[^\t\n\r\x20-\x7e]/gu;
const LATIN = /^[A-Za-z]/;

export function foldText(raw: string): FoldedText {
  if (PLAIN.test(raw)) return { text: raw };
  const parts: string[] = [];
  let offsets = new Uint32Array(raw.length + 16);
  let length = 0;
  let at = 0;
  const add = (text: string, from: number, step: number) => {
    parts.push(text);
    if (length + text.length > offsets.length) {
      const wider = new Uint32Array(2 * (length + text.length));
      wider.set(offsets.subarray(0, length));
      offsets = wider;
    }
    for (let i = 0; i < text.length; i += 1) offsets[length + i] = from + step * i;
    length += text.length;
  };
  for (const { 0: char, index } of raw.matchAll(UNUSUAL)) {
    if (index > at) add(raw.slice(at, index), at, 1);
    const folded = foldChar(char);
    if (folded !== '') add(folded, index, 0);
    at = index + char.length;
  }
  if (at < raw.length) add(raw.slice(at), at, 1);
  return { text: parts.join(''), offsets: offsets.subarray(0, length) };
}

/** What `skeleton` changes. */
const CHANGED = /[A-Z01|]|rn|vv/;

/** Names are equal when they look equal: also `0` and `o`, `1`, `I` and `l`, `rn` and `m`. */
export function skeleton(name: string): string {
  const { text } = foldText(name);
  if (PLAIN.test(text) && !CHANGED.test(text)) return text;
  return text
    .replace(/I/g, 'l')
    .toLowerCase()
    .replace(/[1|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}

const known = new Map<string, string>();

function foldChar(char: string): string {
  const before = known.get(char);
  if (before !== undefined) return before;
  const folded = foldOnce(char);
  // Bounded: the repertoire is, but a hostile text should not fill memory with it.
  if (known.size < 20_000) known.set(char, folded);
  return folded;
}

function foldOnce(char: string): string {
  if (INVISIBLE.test(char)) return '';
  const wide = char.normalize('NFKC');
  const alike = CONFUSABLE.get(wide);
  if (alike !== undefined) return alike;
  const bare = wide.normalize('NFKD');
  return LATIN.test(bare) ? bare.replace(/\p{M}/gu, '') : wide;
}
