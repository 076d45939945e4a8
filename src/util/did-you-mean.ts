/** The nearest of the known words, when one is near enough to be what was meant. */
import { distance } from 'fastest-levenshtein';

export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const folded = fold(word);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const d = slips(folded, fold(candidate));
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  if (best === undefined) return undefined;
  const limit = Math.max(1, Math.floor(Math.max(word.length, best.length) / 3));
  return bestDistance <= limit ? best : undefined;
}

/** Two letters that changed places are one slip, and a likelier one than another letter: `lnit` is `lint`, not `init`. */
function slips(word: string, known: string): number {
  const letters = distance(word, known);
  return letters === 2 && sorted(word) === sorted(known) ? 0.9 : letters;
}

function sorted(word: string): string {
  return [...word].sort().join('');
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[-\s]/g, '_');
}

/** Names that are compared for a did-you-mean. */
const CANDIDATES = 200;
const MOST_LISTED = 8;

/** What to say about a name that nothing has: the one that was probably meant, else those that there are. */
export function nameHint(name: string, known: readonly string[], ifNone: string): string {
  const near = didYouMean(name.slice(0, 200), known.slice(0, CANDIDATES));
  if (near !== undefined) return `did you mean \`${near}\`?`;
  return known.length > 0 ? oneOf(known) : ifNone;
}

export function oneOf(names: readonly string[]): string {
  const listed = names.slice(0, MOST_LISTED).map((name) => `\`${name}\``);
  return `one of ${listed.join(', ')}`;
}
