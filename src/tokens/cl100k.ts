/** Tokens as cl100k_base counts them. Loads its table, so import it only when something is counted. */
import { CL100K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { rankByBytes } from './cl100k-ranks.js';
import { countMerged } from './merge-bytes.js';

/** Words beyond any use are counted in slices, so that memory stays bounded. */
const SLICE = 1_000_000;
const ASCII = /^[\0-\x7f]*$/;

const ranks = rankByBytes();

/** Counts of words that are no token of their own: texts say the same words again and again. */
const counted = new Map<string, number>();
const MAX_COUNTED = 20_000;
/** A longer piece of a text may be a window on it, which keeps the whole text in memory. */
const MAX_WORD = 12;

/** Special-token spellings in the text are counted as the plain text they are. */
export function countCl100k(text: string): number {
  let total = 0;
  for (const [word] of text.matchAll(CL100K_TOKEN_SPLIT_REGEX)) total += countWord(word);
  return total;
}

function countWord(word: string): number {
  const bytes = ASCII.test(word) ? word : Buffer.from(word, 'utf8').toString('latin1');
  if (ranks.has(bytes)) return 1;
  if (bytes.length > MAX_WORD) return countSlices(bytes);
  const before = counted.get(bytes);
  if (before !== undefined) return before;
  const count = countSlices(bytes);
  if (counted.size < MAX_COUNTED) counted.set(bytes, count);
  return count;
}

function countSlices(bytes: string): number {
  let total = 0;
  for (let at = 0; at < bytes.length; at += SLICE)
    total += countMerged(bytes.slice(at, at + SLICE), (part) => ranks.get(part));
  return total;
}
