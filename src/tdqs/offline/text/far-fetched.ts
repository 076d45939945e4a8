/**
 * Sentences of words that nobody uses in definitions of tools, such as "fails if the boat is overcooked": which words
 * are usual was counted in real ones (`npm run train:words`). A word that is near in meaning to what the tool is about
 * is never far-fetched, so that tools of a trade may speak of it.
 */
import { nearWords } from '../../../catalog/near/near-words.js';
import { isGeneral, isOfAnyTool, isVacuous } from '../plain-words.js';

/** From this cosine on a word belongs to what the tool is about. */
const NEAR = 0.28;
/** Words of the tool that others are compared with; among many one is near by chance. */
const MOST = 40;

export interface Subject {
  /** Words of name, title, parameters, schema and first sentence. */
  words: ReadonlySet<string>;
  /** Whether other tools of the server use a word. */
  isNearby(term: string): boolean;
}

/** `far`: about something else. `odd`: has a word that nobody uses of such a tool, and so tells nothing of this one. */
export type Reach = 'far' | 'odd' | 'near';

/** Says of sentences, given as their terms, how far-fetched they are for a tool. */
export function farFetched({ words, isNearby }: Subject): (terms: readonly string[]) => Reach {
  const near = nearWords();
  let vectors: Float32Array[] | undefined;
  const known = new Map<string, Oddness>();
  const isNear = (term: string): boolean => {
    const vector = near.vector(term);
    if (vector === undefined) return true;
    vectors ??= [...words]
      .filter((word) => !isVacuous(word))
      .slice(0, MOST)
      .flatMap((word) => near.vector(word) ?? []);
    return vectors.some((other) => vector.reduce((sum, x, i) => sum + x * other[i]!, 0) >= NEAR);
  };
  const isRare = (term: string): boolean => {
    const use = near.use(term);
    return !isOfAnyTool(term) && (use === 'never' || use === 'seldom');
  };
  const oddness = (term: string): Oddness => {
    const before = known.get(term);
    if (before !== undefined) return before;
    const use = near.use(term);
    const odd = isRare(term) && !isNearby(term) && !isNear(term) ? (use as 'never' | 'seldom') : 'none';
    known.set(term, odd);
    return odd;
  };
  return (terms) => {
    const told = [...new Set(terms)].filter((term) => !isVacuous(term) && !words.has(term));
    const odd = told.filter((term) => oddness(term) !== 'none');
    if (odd.length === 0) return 'near';
    const specific = told.filter((term) => !isGeneral(term) || odd.includes(term)).length;
    if (odd.length > 1 && SHARE * odd.length >= specific) return 'far';
    // "For wording alone": one everyday word makes nothing strange.
    const telling = told.filter((term) => !isGeneral(term));
    if (telling.length > 0 && telling.every((term) => oddness(term) === 'never')) return 'far';
    // "The berth and the draught": a word of the trade beside it, or one that nobody knows, shows that it is one, too.
    const isOfTrade = (term: string): boolean =>
      near.use(term) === undefined || (isRare(term) && oddness(term) === 'none');
    if (telling.some(isOfTrade)) return 'near';
    const strange = telling.filter((term) => oddness(term) === 'never').length;
    return strange > 0 && ODD_SHARE * strange >= specific ? 'odd' : 'near';
  };
}

type Oddness = 'none' | 'seldom' | 'never';

/** A sentence is far-fetched with two such words for so many that tell something, or where it tells nothing but what no tool has. */
const SHARE = 3;
/** It is odd with one that no tool uses for so many. */
const ODD_SHARE = 5;
