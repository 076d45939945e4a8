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
  const letters = ascii + (sample.match(/(?![A-Za-z])\p{L}/gu)?.length ?? 0);
  if (letters === 0 || ascii < letters * ASCII_SHARE) return false;
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const english = words.filter((word) => ENGLISH_STOP_WORDS.has(word)).length;
  const other = words.filter((word) => OTHER_STOP_WORDS.has(word)).length;
  if (english === 0 && other === 0) return ascii === letters && words.length < WORDS_WITHOUT_STOPS;
  return english > other || (english === other && ascii === letters);
}

function countAscii(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    const small = text.charCodeAt(i) | 32;
    if (small >= 97 && small <= 122) count += 1;
  }
  return count;
}
