/**
 * The other tools of a server, as far as their names tell. The names are indexed once for a server, not
 * once for each of its tools; the tool's own name may be among them.
 */
import { searchTerms } from '../../catalog/words.js';
import type { Reading } from './reading.js';

interface Index {
  names: Set<string>;
  /** Word → the first two names that have it, so that one is left beside the tool itself. */
  byTerm: Map<string, string[]>;
}

const indexes = new WeakMap<readonly string[], Index>();

function indexOf(siblings: readonly string[]): Index {
  const known = indexes.get(siblings);
  if (known !== undefined) return known;
  const index: Index = { names: new Set(siblings), byTerm: new Map() };
  for (const name of index.names) {
    for (const term of new Set(searchTerms(name.slice(0, 100)))) {
      const names = index.byTerm.get(term);
      if (names === undefined) index.byTerm.set(term, [name]);
      else if (names.length < 2) names.push(name);
    }
  }
  indexes.set(siblings, index);
  return index;
}

export function hasSiblings({ name, siblings }: Reading): boolean {
  const { names } = indexOf(siblings);
  return names.size > (names.has(name) ? 1 : 0);
}

/** A sibling that the text names. An ordinary word counts only in code marks, quotes or as a call. */
export function namedSibling({ text, name, siblings }: Reading): string | undefined {
  const { names } = indexOf(siblings);
  if (names.size === 0) return undefined;
  const isOther = (word: string): boolean => word !== name && names.has(word);
  for (const [token] of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_.:/-]{1,100}/gu)) {
    const word = token.replace(/[.:/-]+$/, '');
    if (isOther(word) && /[\p{N}_.:/-]|\p{Ll}\p{Lu}/u.test(word)) return word;
  }
  for (const match of text.matchAll(/[`"']([\p{L}\p{N}_.-]{2,100})[`"']|\b(\p{L}{2,40})\(/gu)) {
    const word = match[1] ?? match[2] ?? '';
    if (isOther(word)) return word;
  }
  return undefined;
}

/** A sibling about the same thing: it shares a word of the name that is not the verb. */
export function rivalSibling({ name, nameTerms, siblings }: Reading): string | undefined {
  const { byTerm } = indexOf(siblings);
  const subject = nameTerms.length > 1 ? nameTerms.slice(1) : nameTerms;
  for (const term of subject) {
    const other = byTerm.get(term)?.find((one) => one !== name);
    if (other !== undefined) return other;
  }
  return undefined;
}
