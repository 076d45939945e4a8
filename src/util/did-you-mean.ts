/** The nearest of the known words, when one is near enough to be what was meant. */
import { distance } from 'fastest-levenshtein';

export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const folded = fold(word);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const d = distance(folded, fold(candidate));
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  if (best === undefined) return undefined;
  // Two letters that changed places are one slip, though the distance counts two.
  const swapped = sorted(folded) === sorted(fold(best)) ? 2 : 1;
  const limit = Math.max(swapped, Math.floor(Math.max(word.length, best.length) / 3));
  return bestDistance <= limit ? best : undefined;
}

function sorted(word: string): string {
  return [...word].sort().join('');
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[-\s]/g, '_');
}
