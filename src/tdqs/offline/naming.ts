/** Whether the names of a server's tools follow one pattern; which one does not matter. */
import { splitWords } from '../../catalog/words.js';
import { isActionWord } from '../../lint/tool-text.js';
import type { JustifiedScore } from '../../types/tdqs.js';
import { clip, oneLine } from '../../util/text.js';

type Style = 'snake_case' | 'kebab-case' | 'camelCase' | 'camelCase after a group' | 'dotted' | 'mixed';

interface Name {
  name: string;
  /** How many words it has. */
  length: number;
  style: Style;
  /** Where its verb stands; -1 without one. */
  verb: number;
}

function nameOf(name: string): Name {
  const words = splitWords(name.slice(0, 200));
  return { name, length: words.length, style: styleOf(name), verb: words.findIndex(isActionWord) };
}

export function naming(names: readonly string[]): JustifiedScore {
  const all = names.map(nameOf);
  const { styled, said } = styleOfAll(all.filter(({ length }) => length > 1));
  const verbs = names.length === 0 ? 1 : all.filter(({ verb }) => verb >= 0).length / names.length;
  const places = tally(all.map(({ verb }) => (verb === 0 ? 'first' : 'later')));
  const areMixed = new Set(all.flatMap(({ verb }) => (verb < 0 ? [] : [verb]))).size > 1;
  const sameOrder = names.length === 0 ? 1 : (places[0]?.[1] ?? 0) / names.length;
  const duplicates = new Set(names.map((name) => name.toLowerCase())).size < names.length;
  let score = scoreOf(styled);
  if (verbs < 0.5 || sameOrder < 0.7) score -= 1;
  if (duplicates) score -= 1;
  const second = duplicates
    ? 'Some differ only in case.'
    : `${Math.round(verbs * 100)} % name an action${sameOrder < 0.7 && areMixed ? ', in changing places' : ''}.`;
  return { score: Math.max(1, score), justification: `${said} ${second}` };
}

/** The most frequent style of names of several words, and the share of them that have it. */
function styleOfAll(names: readonly Name[]): { styled: number; said: string } {
  const isGrouped = groupSign(names.map(({ name }) => name)) !== undefined;
  const styleIn = (one: Name): Style => (isGrouped ? 'camelCase after a group' : one.style);
  const [first] = tally(names.map(styleIn));
  if (first === undefined) return { styled: 1, said: 'Names are single words.' };
  const [style, most] = first;
  if (style === 'mixed') {
    const mixed = names.find((one) => styleIn(one) === 'mixed');
    return { styled: 0, said: `Names mix styles, as in ${shown(mixed?.name ?? '')}.` };
  }
  const odd = names.find((one) => styleIn(one) !== style);
  const said =
    odd === undefined
      ? `Names are ${style} throughout.`
      : `Most names are ${style}, but not ${shown(odd.name)}.`;
  return { styled: most / names.length, said };
}

/** From the share of the names that have the most frequent style. */
function scoreOf(styled: number): number {
  if (styled === 1) return 5;
  if (styled >= 0.85) return 4;
  return styled >= 0.6 ? 3 : 2;
}

function styleOf(name: string): Style {
  if (/[./:]/.test(name)) return 'dotted';
  if (/_/.test(name)) return /[a-z][A-Z]|-/.test(name) ? 'mixed' : 'snake_case';
  if (/-/.test(name)) return /[a-z][A-Z]/.test(name) ? 'mixed' : 'kebab-case';
  return /[a-z][A-Z]/.test(name) ? 'camelCase' : 'mixed';
}

/** What each name of `project-create`, `project-moveTo` is parted at: a group that several share, and camelCase. */
function groupSign(names: readonly string[]): string | undefined {
  return ['_', '-', '.', '/', ':'].find((sign) => {
    const ends = names.map((name) => name.lastIndexOf(sign));
    if (!ends.every((end) => end > 0)) return false;
    const groups = new Set(names.map((name, i) => name.slice(0, ends[i]).toLowerCase()));
    return (
      names.every((name, i) => /^[a-z][a-zA-Z0-9]*$/.test(name.slice(ends[i]! + 1))) &&
      names.some((name, i) => /[a-z][A-Z]/.test(name.slice(ends[i]! + 1))) &&
      2 * groups.size <= names.length &&
      2 * names.filter((name, i) => nameOf(name.slice(ends[i]! + 1)).verb === 0).length > names.length
    );
  });
}

function tally<T>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function shown(name: string): string {
  return `"${clip(oneLine(name), 60)}"`;
}
