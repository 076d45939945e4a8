/**
 * Whether a text is English, as far as rules with English words in them need to know: nearly all its
 * letters are ASCII, and its small words are English rather than of another language.
 */
import { ENGLISH_STOP_WORDS, OTHER_STOP_WORDS } from '../words/stop-words.js';

/** The language of a text shows in its beginning. */
const SAMPLE = 4000;
const ASCII_SHARE = 0.9;
/** A text this long without one English small word is not English. */
const WORDS_WITHOUT_STOPS = 8;

export function isEnglish(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const ascii = countAscii(sample);
  const isAscii = ONLY_ASCII.test(sample);
  const letters = isAscii ? ascii : ascii + (sample.match(/(?![A-Za-z])\p{L}/gu)?.length ?? 0);
  if (letters === 0 || ascii < letters * ASCII_SHARE) return false;
  let [words, english, other] = [0, 0, 0];
  for (const [word] of sample.toLowerCase().matchAll(isAscii ? /[a-z]+/g : /\p{L}+/gu)) {
    words += 1;
    if (ENGLISH_STOP_WORDS.has(word)) english += 1;
    if (OTHER_STOP_WORDS.has(word)) other += 1;
  }
  if (english === 0 && other === 0) return ascii === letters && words < WORDS_WITHOUT_STOPS;
  return english > other || (english === other && ascii === letters);
}

const ONLY_ASCII = /^[\x00-\x7f]*$/;

function countAscii(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    const small = text.charCodeAt(i) | 32;
    if (small >= 97 && small <= 122) count += 1;
  }
  return count;
}
