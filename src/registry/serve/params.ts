/** The parameters of a list, checked: what is unknown, repeated or out of range is refused, not ignored. */
import { DIMENSIONS } from '../../tdqs/dimensions.js';
import { TIER_FLOORS, TIERS } from '../../tdqs/tiers.js';
import type { Dimension, Tier } from '../../types/tdqs.js';
import { LAST_SCORED, type RankRange, rankOf } from '../search/rank-id.js';
import { askedWords, MOST_ASKED, type Word } from '../search/words.js';
import { badParameter } from './problem.js';

export const SORTS = ['best', 'worst'] as const;
export const SERVER_SORTS = [...SORTS, 'name'] as const;
export const TOOL_FLAGS = [
  'No Description',
  'Tautological Description',
  'Annotation Contradiction',
  'Unrelated Text',
  'Security Finding',
] as const;
export const SERVER_FLAGS = ['Shadowing Risk'] as const;
export const MOST_ITEMS = 100;
export const FEW_ITEMS = 50;
export const LONGEST_QUESTION = 200;
/** Those that may be given more than once. */
const REPEATED = new Set(['smell', 'flag']);

export type Query = ReadonlyMap<string, string[]>;

/** Every parameter that is given, by name. */
export function readQuery(search: URLSearchParams, known: readonly string[]): Query {
  const found = new Map<string, string[]>();
  for (const [name, value] of search) {
    if (!known.includes(name))
      throw badParameter(
        name.slice(0, 40),
        `There is no such parameter; there ${known.length === 0 ? 'is none here' : `are ${known.join(', ')}`}.`,
      );
    const before = found.get(name) ?? [];
    if (before.length > 0 && !REPEATED.has(name)) throw badParameter(name, 'It is given more than once.');
    if (before.length >= 10) throw badParameter(name, 'It is given more than ten times.');
    if (value.includes('\0')) throw badParameter(name, 'It holds a NUL.');
    found.set(name, [...before, value]);
  }
  return found;
}

export function one(query: Query, name: string): string | undefined {
  return query.get(name)?.[0];
}

/** A form that was left empty sends an empty text. */
function given(query: Query, name: string): string | undefined {
  return one(query, name) || undefined;
}

export function limitIn(query: Query): number {
  return wholeIn(query, 'limit', { least: 1, most: MOST_ITEMS }) ?? FEW_ITEMS;
}

export function wholeIn(
  query: Query,
  name: string,
  { least, most }: { least: number; most: number },
): number | undefined {
  const text = given(query, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return value;
  throw badParameter(name, `Write a whole number from ${least} to ${most}.`);
}

export function wordsIn(query: Query): Word[] {
  const text = given(query, 'q');
  if (text === undefined || text.trim() === '') return [];
  if (text.length > LONGEST_QUESTION)
    throw badParameter('q', `Write at most ${LONGEST_QUESTION} characters.`);
  const words = askedWords(text);
  if (words.length === 0) throw badParameter('q', 'There is no word in it that is searched for.');
  if (words.length > MOST_ASKED) throw badParameter('q', `Write at most ${MOST_ASKED} words.`);
  for (const { text: word, prefix } of words)
    if (prefix && word.length < 3) throw badParameter('q', 'Write at least three letters before a *.');
  return words;
}

export function sortIn<T extends string>(query: Query, sorts: readonly T[]): T {
  return chosen(query, 'sort', sorts)[0] ?? (sorts[0] as T);
}

export function smellsIn(query: Query): Dimension[] {
  return chosen(query, 'smell', DIMENSIONS);
}

export function flagsIn<T extends string>(query: Query, flags: readonly T[]): T[] {
  return chosen(query, 'flag', flags);
}

/** The ranks of a tier. */
export function ranksIn(query: Query): RankRange | undefined {
  const [tier] = chosen(query, 'tier', TIERS);
  if (tier === undefined) return undefined;
  return { from: bestRank(tier), to: rankOf(TIER_FLOORS[tier]) };
}

function bestRank(tier: Tier): number {
  const above = TIERS[TIERS.indexOf(tier) - 1];
  return above === undefined ? LAST_SCORED - 50 : rankOf(TIER_FLOORS[above]) + 1;
}

/** Values of a list, in any case, with spaces, `-` or `_` between words. */
function chosen<T extends string>(query: Query, name: string, values: readonly T[]): T[] {
  const folded = (text: string): string => text.toLowerCase().replace(/[-_\s]+/g, ' ');
  return (query.get(name) ?? [])
    .filter((text) => text !== '')
    .map((text) => {
      const value = values.find((known) => folded(known) === folded(text));
      if (value === undefined) throw badParameter(name, `Write one of ${values.join(', ')}.`);
      return value;
    });
}
