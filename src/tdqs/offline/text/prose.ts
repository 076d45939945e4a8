/** Whether words are put together as sentences are, and say that something is so. */
import { isSmallWord } from '../../../catalog/words.js';
import { OTHER_LETTER, type Said, told } from './said.js';

const SMALL_WORDS =
  /\b(?:a|an|the|of|to|for|and|or|by|with|in|on|at|from|is|are|be|that|this|it|its|as|if|when|not|into|all|each|per|your|you|which)\b/gi;

/** "It is not cached, not limited": what is not so can be said of any tool. */
export function isDenial({ text }: Said): boolean {
  return (
    /^(?:it|this(?: tool)?|there) (?:is|are|does|has|do) (?:not|no|never)\b/i.test(text) && !EXCEPT.test(text)
  );
}
const EXCEPT = /\b(?:unless|except|until|only|but|if|when|because|so)\b/i;

/** Many words with hardly a small one between them, or a long row without one, are a list and not a sentence. */
export const isProse = told((said) => {
  const { text } = said;
  const words = text.split(/\s+/).length;
  return words < 10 || (9 * (text.match(SMALL_WORDS)?.length ?? 0) >= words && !hasLongRow(said));
});

/** No row without words of three letters and more and nothing but blanks between them. */
const MAY_BE_ROW = new RegExp(`${OTHER_LETTER}|\\b[\\w'-]+(?:\\s+[\\w'-]{3,}){8}`);

export const hasLongRow = told(({ text }) => {
  if (!MAY_BE_ROW.test(text)) return false;
  let row = 0;
  for (const part of text.match(/[\p{L}\p{N}'_-]+|[^\s\p{L}\p{N}'_-]/gu) ?? []) {
    row = !/[\p{L}\p{N}]/u.test(part) || isJoining(part.toLowerCase()) ? 0 : row + 1;
    if (row >= ROW) return true;
  }
  return false;
});
const ROW = 9;
/**
 * Small words, those of other languages too, and longer ones that join as they do: "search across notes using natural
 * language" is a sentence.
 */
export function isJoining(word: string): boolean {
  return word.length <= 2 || isSmallWord(word) || LINKS.has(word);
}
const LINKS = new Set(
  'across using within without through between against during before after including like while where'.split(
    ' ',
  ),
);

/** Placeholder text that typesetters use. */
const FILLER = new Set(
  'lorem ipsum dolor sit amet consectetur adipisc elit sed eiusmod tempor incididunt labor dolor magna aliqua enim minim veniam nostrud'.split(
    ' ',
  ),
);

export function isFiller(terms: readonly string[]): boolean {
  return terms.length > 2 && 3 * terms.filter((term) => FILLER.has(term)).length > terms.length;
}

/** "a calls 10 to Limited": begins small, and a word that begins sentences stands inside. */
export function isTurnedRound({ text }: Said): boolean {
  return (
    /^\p{Ll}/u.test(text) &&
    /\p{Ll}\)? (?:Use|Requires?|Returns?|Fails?|Limited|Needs|Do|Never|Note|When|If)(?=[\s.,;]|$)/u.test(text)
  );
}

/** `{"name": "string"}`: data, and no sentence. */
export function isData({ text }: Said): boolean {
  return /^[^\p{L}\p{N}]*[{[][^\p{L}\p{N}]*"[^"]{1,80}"\s?:/u.test(text);
}
