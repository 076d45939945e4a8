/** Whether two descriptions say the same in nearly the same words. */
import { foldedWords } from './prose.js';

const SAMPLE = 2000;

/** Share of the words that both have, 0..1; two empty texts are equal. */
export function similarity(a: string, b: string): number {
  const one = new Set(foldedWords(a.slice(0, SAMPLE)));
  const two = new Set(foldedWords(b.slice(0, SAMPLE)));
  if (one.size === 0 && two.size === 0) return 1;
  let both = 0;
  for (const word of one) if (two.has(word)) both += 1;
  return both / (one.size + two.size - both);
}
