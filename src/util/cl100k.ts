import { CL100K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { rankByBytes } from './cl100k-ranks.js';
import { countMerged } from './merge-bytes.js';

/** Words beyond any use are counted in slices, so that memory stays bounded. */
const SLICE = 1_000_000;
const ASCII = /^[\0-\x7f]*$/;

const ranks = rankByBytes();

/** Special-token spellings in the text are counted as the plain text they are. */
export function countCl100k(text: string): number {
  let total = 0;
  for (const [word] of text.matchAll(CL100K_TOKEN_SPLIT_REGEX)) total += countWord(word);
  return total;
}

function countWord(word: string): number {
  const bytes = ASCII.test(word) ? word : Buffer.from(word, 'utf8').toString('latin1');
  if (ranks.has(bytes)) return 1;
  let total = 0;
  for (let at = 0; at < bytes.length; at += SLICE)
    total += countMerged(bytes.slice(at, at + SLICE), (part) => ranks.get(part));
  return total;
}
