/**
 * Sentences of words that nobody uses in definitions of tools, such as "fails if the boat is overcooked": which words
 * are usual was counted in real ones (`npm run train:words`). A word that is near in meaning to what the tool is about
 * is never far-fetched, so that tools of a trade may speak of it.
 */
import { cosine, nearWords } from '../../../catalog/near/near-words.js';
import { isGeneral, isOfAnyTool, isVacuous } from '../plain-words.js';

/** From this cosine on a word belongs to what the tool is about. */
const NEAR = 0.28;
/** Words of the tool that others are compared with; among many one is near by chance. */
const MOST = 40;

export interface Subject {
  /** Whether it is a word of name, title, parameters, schema or first sentence. */
  has(term: string): boolean;
  /** All these words; put together only where they are asked for. */
  words(): Iterable<string>;
  /** Whether other tools of the server use a word. */
  isNearby(term: string): boolean;
}

/** Whether hardly a definition uses a word: without one no sentence is far-fetched. */
export function isUnusual(term: string): boolean {
  return unusual(term) !== undefined;
}

function unusual(term: string): 'never' | 'seldom' | undefined {
  if (isOfAnyTool(term)) return undefined;
  const use = nearWords().use(term);
  return use === 'usual' ? undefined : use;
}

/** Says of sentences, given as their terms, whether they are far-fetched for a tool. */
export function farFetched(subject: Subject): (terms: readonly string[]) => boolean {
  const near = nearWords();
  let vectors: Float32Array[] | undefined;
  const known = new Map<string, Oddness>();
  const isNear = (term: string): boolean => {
    const vector = near.vector(term);
    if (vector === undefined) return true;
    vectors ??= [...new Set(subject.words())]
      .filter((word) => !isVacuous(word))
      .slice(0, MOST)
      .flatMap((word) => near.vector(word) ?? []);
    return vectors.some((other) => cosine(vector, other) >= NEAR);
  };
  const oddness = (term: string): Oddness => {
    const before = known.get(term);
    if (before !== undefined) return before;
    const use = unusual(term);
    const odd = use !== undefined && !subject.isNearby(term) && !isNear(term) ? use : 'none';
    known.set(term, odd);
    return odd;
  };
  return (terms) => {
    const told = [...new Set(terms)].filter((term) => !isVacuous(term) && !subject.has(term));
    const odd = told.filter((term) => isUnusual(term) && oddness(term) !== 'none');
    if (odd.length === 0) return false;
    const specific = told.filter((term) => !isGeneral(term) || odd.includes(term)).length;
    if (odd.length > 1 && SHARE * odd.length >= specific) return true;
    // "For wording alone": one everyday word makes nothing strange.
    const telling = told.filter((term) => !isGeneral(term));
    return telling.length > 0 && telling.every((term) => oddness(term) === 'never');
  };
}

type Oddness = 'none' | 'seldom' | 'never';

/** A sentence is far-fetched with two such words for so many that tell something, or where it tells nothing but what no tool has. */
const SHARE = 3;
