/**
 * A copy of a text with its disguise off: compatibility forms folded (NFKC), invisible characters gone,
 * accents off Latin letters, look-alike letters turned Latin. Offsets lead back to the raw text. Linear,
 * and plain ASCII is not copied at all.
 */
import { CONFUSABLE } from './words/confusables.js';
import { INVISIBLE } from './words/invisible.js';

export interface Folded {
  text: string;
  /** Raw offset of each character; absent when nothing moved. */
  offsets?: Uint32Array;
}

const PLAIN = /^[\t\n\r\x20-\x7e]*$/;
const LATIN = /^[A-Za-z]/;

export function foldText(raw: string): Folded {
  if (PLAIN.test(raw)) return { text: raw };
  const parts: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const char of raw) {
    const folded = foldChar(char);
    parts.push(folded);
    for (let i = 0; i < folded.length; i += 1) offsets.push(at);
    at += char.length;
  }
  return { text: parts.join(''), offsets: Uint32Array.from(offsets) };
}

/** Names are equal when they look equal: also `0` and `o`, `1`, `I` and `l`, `rn` and `m`. */
export function skeleton(name: string): string {
  return foldText(name)
    .text.replace(/I/g, 'l')
    .toLowerCase()
    .replace(/[1|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}

const known = new Map<string, string>();

function foldChar(char: string): string {
  if (char.length === 1 && char.charCodeAt(0) < 0x7f) {
    return char >= ' ' || char === '\n' || char === '\t' || char === '\r' ? char : '';
  }
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
