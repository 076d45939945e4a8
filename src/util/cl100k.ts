import ranks from 'gpt-tokenizer/bpeRanks/cl100k_base';
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { CL100K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { countMerged } from './merge-bytes.js';

/** The library merges a word in the square of its length; longer ones are merged here. */
const LONG_WORD = 500;
/** Words beyond any use are counted in slices, so that memory stays bounded. */
const SLICE = 1_000_000;

/** Special-token spellings in the text are counted as the plain text they are. */
export function countCl100k(text: string): number {
  if (!hasLongWord(text)) return count(text);
  let total = 0;
  for (const [word] of text.matchAll(CL100K_TOKEN_SPLIT_REGEX))
    total += word.length > LONG_WORD ? countLong(word) : count(word);
  return total;
}

function count(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}

function hasLongWord(text: string): boolean {
  if (text.length <= LONG_WORD) return false;
  for (const { 0: word } of text.matchAll(CL100K_TOKEN_SPLIT_REGEX)) if (word.length > LONG_WORD) return true;
  return false;
}

function countLong(word: string): number {
  const bytes = Buffer.from(word, 'utf8').toString('latin1');
  const known = rankByBytes();
  let total = 0;
  for (let at = 0; at < bytes.length; at += SLICE)
    total += countMerged(bytes.slice(at, at + SLICE), (part) => known.get(part));
  return total;
}

let byBytes: Map<string, number> | undefined;

/** Bytes as one character each → rank. */
function rankByBytes(): Map<string, number> {
  if (byBytes !== undefined) return byBytes;
  byBytes = new Map();
  for (const [rank, value] of ranks.entries()) {
    if (value === undefined) continue;
    const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : Buffer.from(value);
    byBytes.set(bytes.toString('latin1'), rank);
  }
  return byBytes;
}
