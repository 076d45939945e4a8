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
  const limit = Math.max(1, Math.floor(Math.max(word.length, best.length) / 3));
  return bestDistance <= limit ? best : undefined;
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[-\s]/g, '_');
}
