/** Secrets in a text, with samples and placeholders told apart by entropy, wording and checksum. Linear. */
import { SAMPLE_PASSWORD, SAMPLE_WORDS, SECRET_SHAPES, type SecretShape } from '../words/secret-shapes.js';

export interface Secret {
  what: string;
  start: number;
  end: number;
  /** False where the format has a checksum and it does not fit. */
  sure: boolean;
}

/** The kinds of secrets that a text, or a part of it, may hold: nearly always none. */
export function secretsPossibleIn(text: string): SecretShape[] {
  return SECRET_SHAPES.filter(({ hint }) => text.includes(hint));
}

export function findSecret(text: string, shapes: readonly SecretShape[] = SECRET_SHAPES): Secret | undefined {
  for (const shape of shapes) {
    if (!text.includes(shape.hint)) continue;
    for (const { 0: whole, 1: random = '', index } of text.matchAll(shape.pattern)) {
      if (isSample(shape, whole.slice(0, 4000), random)) continue;
      const sure = shape.checksum === undefined || checksumFits(random);
      return { what: shape.what, start: index, end: index + whole.length, sure };
    }
  }
  return undefined;
}

/** Whether a value under a key that says "secret" is a real one. */
export function looksRandom(value: string): boolean {
  return (
    value.length >= 20 &&
    value.length <= 200 &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !/\s/.test(value) &&
    !SAMPLE_WORDS.test(value) &&
    isVaried(value)
  );
}

function isSample(shape: SecretShape, whole: string, random: string): boolean {
  if (shape.what === 'a URL with a password') {
    if (/@(?:example\.|[\w.-]{0,60}\.example\b|user\b)/i.test(whole) && !isVaried(random)) return true;
    return SAMPLE_PASSWORD.test(random) || SAMPLE_WORDS.test(random);
  }
  return SAMPLE_WORDS.test(whole) || !isVaried(random.slice(0, 200));
}

/** At least 3 bits a character would be for long runs; short ones have fewer letters to vary. */
function isVaried(text: string): boolean {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  // Sixteen digits can carry four bits at most.
  const least = /^[0-9a-f]+$/i.test(text) ? 2.7 : 3.2;
  return bits >= Math.min(least, Math.log2(text.length) * 0.72) && !/(.)\1{4}/.test(text);
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The last six characters are the CRC-32 of the others in base 62. */
export function checksumFits(random: string): boolean {
  return random.slice(-6) === checksumOf(random.slice(0, -6));
}

export function checksumOf(text: string): string {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i += 1) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let value = (crc ^ 0xffffffff) >>> 0;
  let out = '';
  for (let i = 0; i < 6; i += 1) {
    out = BASE62.charAt(value % 62) + out;
    value = Math.floor(value / 62);
  }
  return out;
}
