/** What to say about a name that nothing has: the one that was probably meant, else those that there are. */
import { didYouMean } from '../util/did-you-mean.js';

/** Names that are compared for a did-you-mean. */
const CANDIDATES = 200;
const MOST_LISTED = 8;

export function nameHint(name: string, known: string[], ifNone: string): string {
  const near = didYouMean(name.slice(0, 200), known.slice(0, CANDIDATES));
  if (near !== undefined) return `did you mean \`${near}\`?`;
  return known.length > 0 ? oneOf(known) : ifNone;
}

export function oneOf(names: string[]): string {
  const listed = names.slice(0, MOST_LISTED).map((name) => `\`${name}\``);
  return `one of ${listed.join(', ')}`;
}
