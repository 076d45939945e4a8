/**
 * Text as the words that a search compares: split at `_`, `-`, dots and camelCase, lower-case, small
 * words left out, endings taken off (`searching`, `searches` and `searched` are all `search`). Linear
 * in the length of the text.
 */
import { MOST_SENTENCES, remembered } from '../util/text.js';

/** Words that say nothing of what a tool does, whatever the catalogue. */
const SMALL = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between ' +
    'both but by can could did do does doing down during each few for from further had has have having he ' +
    'her here hers him his how i if in into is it its itself just me more most my no nor not now of off on ' +
    'once only or other our ours out over own please same she should so some such than that the their them ' +
    'then there these they this those through to too under until up us very was we were what when where ' +
    'which while who whom why will with would you your yours'
  ).split(' '),
);

/** A word longer than this is data, not language. */
const MAX_WORD = 64;

/** Every word as it stands, lower-case; camelCase and digits beside letters stay apart only at capitals. */
export function splitWords(text: string): string[] {
  const plain = splitPlainWords(text);
  if (plain === undefined) return splitOtherWords(text);
  for (let i = 0; i < plain.length; i += 1) plain[i] = plain[i]!.toLowerCase();
  return plain;
}

function splitOtherWords(text: string): string[] {
  const spaced = text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return (spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length <= MAX_WORD);
}

const OTHER = 0;
/** A small letter or a digit. */
const LOWER = 1;
const UPPER = 2;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z0-9]/.test(char)) return LOWER;
  return /[A-Z]/.test(char) ? UPPER : OTHER;
});

/** Dashes, quotes, bullets and arrows: beyond ASCII, and no letters. */
function isMark(code: number): boolean {
  return (code >= 0x2010 && code <= 0x206f) || (code >= 0x2190 && code <= 0x245f);
}

/** The same of ASCII, in one pass and with capitals as they are written; undefined of a text with other letters. */
function splitPlainWords(text: string): string[] | undefined {
  const words: string[] = [];
  let start = 0;
  let before = OTHER;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const kind = code < 128 ? KINDS[code]! : OTHER;
    if (code > 127 && !isMark(code)) return undefined;
    if (kind === before && kind !== UPPER) continue;
    const isNew = kind === UPPER && before !== OTHER && (before === LOWER || isSmallLetter(text, i + 1));
    if (kind === OTHER || before === OTHER || isNew) {
      if (before !== OTHER && i - start <= MAX_WORD) words.push(text.slice(start, i));
      start = i;
    }
    before = kind;
  }
  if (before !== OTHER && text.length - start <= MAX_WORD) words.push(text.slice(start));
  return words;
}

function isSmallLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 97 && code <= 122;
}

/** The words that carry meaning, with their endings taken off. */
export function searchTerms(text: string): readonly string[] {
  return text.length > SHORT ? findTerms(text) : termsOfShort(text);
}

/** Names and sentences up to this length are asked for several times. */
const SHORT = 400;
const termsOfShort = remembered(MOST_SENTENCES, findTerms);

/** The same for a text whose words the caller keeps. */
export function findTerms(text: string): readonly string[] {
  const out: string[] = [];
  for (const word of splitPlainWords(text) ?? splitOtherWords(text)) {
    const term = termOf(word);
    if (term !== '') out.push(term);
  }
  return out;
}

/** Texts use the same words over and over; of so many, as they are written, the term is kept. */
const MOST_KNOWN = 50_000;
const known = new Map<string, string>();

/** Empty for a small word. */
function termOf(written: string): string {
  const term = known.get(written);
  if (term !== undefined) return term;
  const word = written.toLowerCase();
  const found = SMALL.has(word) ? '' : stem(word);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(written, found);
  return found;
}

export function isSmallWord(word: string): boolean {
  return SMALL.has(word);
}

/** The word without its English ending: plural, -ing, -ed, final -e and y; short words stay whole. */
export function stem(word: string): string {
  if (word.length < 4 || !ENDINGS.includes(word.at(-1)!) || !/^[a-z]+$/.test(word)) return word;
  let at = singular(word);
  if (/[^aeiou]ied$/.test(at)) at = `${at.slice(0, -3)}y`;
  else at = withoutEnding(at, 'ing') ?? withoutEnding(at, 'ed') ?? at;
  if (at.length > 3 && at.endsWith('e')) at = at.slice(0, -1);
  return at.length > 3 && /[^aeiou]y$/.test(at) ? `${at.slice(0, -1)}i` : at;
}

/** The last letters of all endings. */
const ENDINGS = 'sdgey';

function singular(word: string): string {
  if (!word.endsWith('s') || 'sui'.includes(word.at(-2)!) || word === 'news') return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Only where a word with a vowel remains: `sing` and `red` end in nothing. */
function withoutEnding(word: string, ending: string): string | undefined {
  if (!word.endsWith(ending)) return undefined;
  const rest = word.slice(0, -ending.length);
  if (rest.length < 3 || !/[aeiouy]/.test(rest)) return undefined;
  return /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}
