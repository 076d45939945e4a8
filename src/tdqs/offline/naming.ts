/** Whether the names of a server's tools follow one pattern; which one does not matter. */
import { splitWords } from '../../catalog/words.js';
import { isActionWord } from '../../lint/tool-text.js';
import type { JustifiedScore } from '../../types/tdqs.js';
import { clip, oneLine } from '../../util/text.js';

type Style = 'snake_case' | 'kebab-case' | 'camelCase' | 'dotted' | 'other';

export function naming(names: readonly string[]): JustifiedScore {
  const several = names.filter((name) => splitWords(name.slice(0, 200)).length > 1);
  const styles = tally(several.map(styleOf));
  const [style, most] = styles[0] ?? ['other', 0];
  const styled = several.length === 0 ? 1 : most / several.length;
  const verbs = share(names, (name) => verbPlace(name) !== undefined);
  const places = tally(names.map((name) => (verbPlace(name) === 0 ? 'first' : 'later')));
  const isMixed = new Set(names.flatMap((name) => verbPlace(name) ?? [])).size > 1;
  const sameOrder = names.length === 0 ? 1 : (places[0]?.[1] ?? 0) / names.length;
  const duplicates = new Set(names.map((name) => name.toLowerCase())).size < names.length;
  let score = scoreOf(styled);
  if (verbs < 0.5 || sameOrder < 0.7) score -= 1;
  if (duplicates) score -= 1;
  const odd = several.find((name) => styleOf(name) !== style);
  const first =
    odd === undefined ? `Names are ${style} throughout.` : `Most names are ${style}, but not ${shown(odd)}.`;
  const second = duplicates
    ? 'Some differ only in case.'
    : `${Math.round(verbs * 100)} % name an action${sameOrder < 0.7 && isMixed ? ', in changing places' : ''}.`;
  return { score: Math.max(1, score), justification: `${first} ${second}` };
}

/** From the share of the names that have the most frequent style. */
function scoreOf(styled: number): number {
  if (styled === 1) return 5;
  if (styled >= 0.85) return 4;
  return styled >= 0.6 ? 3 : 2;
}

function styleOf(name: string): Style {
  if (/[./:]/.test(name)) return 'dotted';
  if (/_/.test(name)) return /[a-z][A-Z]|-/.test(name) ? 'other' : 'snake_case';
  if (/-/.test(name)) return /[a-z][A-Z]/.test(name) ? 'other' : 'kebab-case';
  return /[a-z][A-Z]/.test(name) ? 'camelCase' : 'other';
}

function verbPlace(name: string): number | undefined {
  const at = splitWords(name.slice(0, 200)).findIndex(isActionWord);
  return at < 0 ? undefined : at;
}

function share(names: readonly string[], holds: (name: string) => boolean): number {
  return names.length === 0 ? 1 : names.filter(holds).length / names.length;
}

function tally<T>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function shown(name: string): string {
  return `"${clip(oneLine(name), 60)}"`;
}
