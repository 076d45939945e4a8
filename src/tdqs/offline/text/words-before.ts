/** What was said before a sentence, so that the same words in another order are known again. */
import { searchTerms } from '../../../catalog/words.js';
import { STIRRED } from '../asides.js';
import { guidesToTool } from '../guidance.js';
import type { Said } from './said.js';

/** How many words of each sentence stand before it in the text as it was written, in whatever is not read as well. */
export function wordsBefore(
  whole: string,
  texts: readonly Said[],
  terms: readonly (readonly string[])[],
): number[] {
  // Only long sentences are asked about.
  if (!terms.some(({ length }) => length >= STIRRED)) return [];
  const before = new Set<string>();
  let at = 0;
  return texts.map(({ text }, i) => {
    // What is short stands in many places.
    const found = text.length < LEAST ? -1 : whole.indexOf(text.slice(0, OPENING), at);
    if (found > at) {
      for (const term of searchTerms(whole.slice(at, found).trim())) before.add(term);
      at = found;
    }
    const count = (terms[i] ?? []).filter((term) => before.has(term)).length;
    // Guidance speaks of all sorts of things: what it says is not said of the tool before.
    if (!guidesToTool(texts[i]!)) for (const term of terms[i] ?? []) before.add(term);
    else if (found === at) at += text.length;
    return count;
  });
}
/** Letters by which a sentence is found again. */
const OPENING = 60;
const LEAST = 20;
