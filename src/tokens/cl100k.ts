/** Tokens as cl100k_base counts them. Loads its table, so import it only when something is counted. */
import { CL100K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { rankByBytes } from './cl100k-ranks.js';
import { countMerged } from './merge-bytes.js';

/** Words beyond any use are counted in slices, so that memory stays bounded. */
const SLICE = 1_000_000;
const ASCII = /^[\0-\x7f]*$/;

const ranks = rankByBytes();

/** Texts say the same words again and again. */
const counted = new Map<string, number>();
const MAX_COUNTED = 20_000;
const MAX_WORD = 40;

/** Special-token spellings in the text are counted as the plain text they are. */
export function countCl100k(text: string): number {
  let total = 0;
  for (const [word] of text.matchAll(CL100K_TOKEN_SPLIT_REGEX)) total += countWord(word);
  return total;
}

function countWord(word: string): number {
  const before = counted.get(word);
  if (before !== undefined) return before;
  const bytes = ASCII.test(word) ? word : Buffer.from(word, 'utf8').toString('latin1');
  const count = ranks.has(bytes) ? 1 : countSlices(bytes);
  // Of a longer one a copy: it may be a window on its text, which would keep the whole of it in memory.
  if (word.length <= MAX_WORD && counted.size < MAX_COUNTED)
    counted.set(word.length > 12 ? structuredClone(word) : word, count);
  return count;
}

function countSlices(bytes: string): number {
  let total = 0;
  for (let at = 0; at < bytes.length; at += SLICE)
    total += countMerged(bytes.slice(at, at + SLICE), (part) => ranks.get(part));
  return total;
}
