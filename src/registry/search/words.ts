/**
 * Words as both databases keep them: split, folded and cut to their stems here, so that a search finds the same in
 * SQLite and in PostgreSQL. Smells and flags are words too, with a first character that no text has.
 */
import { isSmallWord, splitWords, stem } from '../../catalog/words.js';
import type { Dimension } from '../../types/tdqs.js';
import type { Shelf } from './rank-id.js';

/** Of the private use area: both tokenizers take it for a letter, and `splitWords` never gives it. */
const MARK = '\ue000';
const MOST_WORDS = 2000;
const MOST_READ = 20_000;
/** More words than this are a text, not a question. */
export const MOST_ASKED = 8;

export interface Word {
  text: string;
  /** `ord*`: every word that begins with it. */
  prefix: boolean;
}

/** The words of a document, each once. */
export function documentWords(texts: readonly (string | null)[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const word of splitWords((text ?? '').slice(0, MOST_READ))) {
      if (found.size >= MOST_WORDS) return [...found];
      if (!isSmallWord(word)) found.add(stem(word));
    }
  }
  return [...found];
}

/** What is asked for, each word once; small words are left out as they are in documents. */
export function askedWords(query: string): Word[] {
  const found = new Map<string, Word>();
  for (const part of query.split(/\s+/)) {
    const words = splitWords(part);
    for (const [at, word] of words.entries()) {
      const prefix = part.endsWith('*') && at === words.length - 1;
      if (!prefix && isSmallWord(word)) continue;
      const text = prefix ? word : stem(word);
      found.set(`${text}${prefix}`, { text, prefix });
    }
  }
  return [...found.values()];
}

export function smellMark(dimension: Dimension): string {
  return `${MARK}s${dimension.replaceAll('_', '')}`;
}

export function flagMark(flag: string): string {
  return `${MARK}f${flag.toLowerCase().replace(/[^a-z]/g, '')}`;
}

export function serverMark(server: number): string {
  return `${MARK}v${server}`;
}

/** For PostgreSQL, whose index has no order of its own. */
export function rankMark({ pair, kind }: Shelf, rank: number): string {
  return `${MARK}r${pair}x${kind}x${rank}`;
}
