/** Siblings that a description names. A name that is an ordinary word counts only in code marks or as a call. */
import type { Reading } from './reading.js';

export function namedSibling({ text, name, siblings }: Reading): string | undefined {
  if (siblings.length === 0) return undefined;
  const known = new Set(siblings);
  for (const [token] of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_.:/-]{1,100}/gu)) {
    const word = token.replace(/[.:/-]+$/, '');
    if (word !== name && known.has(word) && /[\p{N}_.:/-]|\p{Ll}\p{Lu}/u.test(word)) return word;
  }
  for (const match of text.matchAll(/[`"']([\p{L}\p{N}_.-]{2,100})[`"']|\b(\p{L}{2,40})\(/gu)) {
    const word = match[1] ?? match[2]!;
    if (word !== name && known.has(word)) return word;
  }
  return undefined;
}
