/** The word that most names of a server begin with: it names the server and no resource. */
import { splitWords } from '../catalog/words.js';
import { isActionWord } from '../lint/tool-text.js';

const FEWEST_NAMES = 3;

export function sharedPrefix(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) {
    const [first = ''] = splitWords(name.slice(0, 200));
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const [prefix, most] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  const isShared = names.length >= FEWEST_NAMES && 2 * most > names.length;
  return isShared && !isActionWord(prefix) ? prefix : undefined;
}

export function withoutPrefix(words: string[], prefix: string | undefined): string[] {
  return words.length > 1 && words[0] === prefix ? words.slice(1) : words;
}
