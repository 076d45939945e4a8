/**
 * Whether tools are found by a search, as clients search that defer tools: BM25, or a pattern, over the fields that the
 * client reads. The request is drafted from the tool's name and the words of its description that fewest tools share.
 */
import { createRanker, type Ranker, rankersFor } from '../catalog/rank.js';
import { isSmallWord, splitWords } from '../catalog/words.js';
import { draftQueries } from '../tool-bench/suggest.js';
import type { ToolDef } from '../types/catalog.js';
import type { SearchField, SearchReport } from '../types/compat.js';
import { isObject, ownValue, setOwn } from '../util/plain.js';
import { nameOf, textOf } from './input-schema.js';

export interface SearchSettings {
  kind: 'bm25' | 'regex';
  k: number;
  fields: readonly SearchField[];
}

/** A search over tools, for many requests. */
export interface ToolSearch {
  /** The places of the tools that are found, best first. */
  places(query: string): number[];
  /** Where the first of these stands, 1 for the best; null when none is found. */
  rank(query: string, isWanted: (place: number) => boolean): number | null;
}

/** `rankerOf` may be one for known requests, see `rankersFor`. */
export function createSearch(
  tools: readonly ToolDef[],
  { kind, fields }: SearchSettings,
  rankerOf: (tools: readonly ToolDef[]) => Ranker = createRanker,
): ToolSearch {
  const seen = tools.map((tool) => onlyFields(tool, fields));
  if (kind === 'bm25') {
    const ranker = rankerOf(seen);
    return {
      places: (query) => ranker.rank(query).map(({ index }) => index),
      rank: (query, isWanted) => ranker.search(query).placeOf((_, place) => isWanted(place)) ?? null,
    };
  }
  const runs = indexRuns(seen.map((tool) => textsIn(tool).toLowerCase()));
  return {
    places: (query) => byPattern(runs, query),
    rank: (query, isWanted) => rankByPattern(runs, query, isWanted),
  };
}

/** What a pattern is held against: the fields of a tool, a line each. */
export function searchedText(tool: ToolDef, fields: readonly SearchField[]): string {
  return textsIn(onlyFields(tool, fields));
}

type FoundRow = SearchReport['by'][number]['tools'][number];

export function searchTools(
  tools: readonly ToolDef[],
  settings: SearchSettings,
): { hits: number; tools: FoundRow[] } {
  const { queries, ranks } = ranksOf(tools, settings);
  const rows = tools.map((tool, place): FoundRow => {
    const rank = ranks[place] ?? null;
    const hit = rank !== null && rank <= settings.k;
    return { tool: nameOf(tool, place), query: queries[place] ?? '', rank, hit };
  });
  return { hits: rows.filter(({ hit }) => hit).length, tools: rows };
}

interface Ranks {
  queries: string[];
  ranks: (number | null)[];
}

/** Several clients search the same fields, and each is asked twice: for its findings and for its table. */
const known = new WeakMap<readonly ToolDef[], Map<string, Ranks>>();

function ranksOf(tools: readonly ToolDef[], settings: SearchSettings): Ranks {
  const key = JSON.stringify([settings.kind, [...settings.fields].sort()]);
  const ofTools = known.get(tools) ?? new Map<string, Ranks>();
  const before = ofTools.get(key);
  if (before) return before;
  const queries = draftQueries(tools);
  const search = createSearch(tools, settings, rankersFor(queries));
  const ranks = queries.map((query, place) => search.rank(query, (at) => at === place));
  known.set(tools, ofTools.set(key, { queries, ranks }));
  return { queries, ranks };
}

/** Every run of letters and digits once, in one text, and the tools that have it: a word is found where a run has it. */
interface RunIndex {
  /** One run a line. */
  runs: string;
  /** Where each run begins in it. */
  starts: number[];
  places: number[][];
  /** How many there are. */
  tools: number;
  /** The tools that a word was found in before. */
  found: Map<string, readonly number[]>;
}

function indexRuns(texts: readonly string[]): RunIndex {
  const index = new Map<string, number[]>();
  for (const [place, text] of texts.entries()) {
    for (const run of new Set(text.match(/[\p{L}\p{N}]+/gu))) {
      const places = index.get(run);
      if (places) places.push(place);
      else index.set(run, [place]);
    }
  }
  const starts: number[] = [];
  let length = 0;
  for (const run of index.keys()) {
    starts.push(length);
    length += run.length + 1;
  }
  const all = { runs: [...index.keys()].join('\n'), starts, places: [...index.values()] };
  return { ...all, tools: texts.length, found: new Map() };
}

/** The tools with a run that has this word in it. */
function placesWith(index: RunIndex, word: string): readonly number[] {
  const before = index.found.get(word);
  if (before) return before;
  const { runs, starts, places } = index;
  const found = new Set<number>();
  let run = 0;
  for (let at = runs.indexOf(word); at !== -1; at = runs.indexOf(word, starts[run + 1] ?? runs.length)) {
    run = lastAtMost(starts, at, run);
    for (const place of places[run] as number[]) found.add(place);
    if (run === starts.length - 1) break;
  }
  const all = [...found];
  index.found.set(word, all);
  return all;
}

/** The place of the last number that is not above this one; those before `low` are known to be. */
function lastAtMost(numbers: readonly number[], most: number, low: number): number {
  let [from, to] = [low, numbers.length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if ((numbers[middle] as number) <= most) from = middle;
    else to = middle - 1;
  }
  return from;
}

/** A model that searches by pattern joins the words that matter: how many of them each tool matches. */
function countsOf(index: RunIndex, query: string): Uint32Array {
  const words = [...new Set(splitWords(query))].filter((word) => word.length > 2 && !isSmallWord(word));
  const counts = new Uint32Array(index.tools);
  for (const word of words) {
    for (const place of placesWith(index, word)) counts[place] = (counts[place] as number) + 1;
  }
  return counts;
}

/** Tools that more of the words match come first. */
function byPattern(index: RunIndex, query: string): number[] {
  const counts = countsOf(index, query);
  const found = [...counts.keys()].filter((place) => counts[place] !== 0);
  return found.sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b);
}

/** The place in `byPattern` of the first that is wanted, without an order of all others. */
function rankByPattern(index: RunIndex, query: string, isWanted: (place: number) => boolean): number | null {
  const counts = countsOf(index, query);
  let [best, most] = [-1, 0];
  for (const [place, count] of counts.entries())
    if (count > most && isWanted(place)) [best, most] = [place, count];
  if (best < 0) return null;
  let rank = 1;
  for (let place = 0; place < counts.length; place += 1) {
    const count = counts[place] as number;
    if (count > most || (count === most && place < best)) rank += 1;
  }
  return rank;
}

/** The tool with nothing but the fields that are searched. */
function onlyFields(tool: ToolDef, fields: readonly SearchField[]): ToolDef {
  const has = (field: SearchField): boolean => fields.includes(field);
  const properties: Record<string, unknown> = {};
  const declared = ownValue(ownValue(tool, 'inputSchema'), 'properties');
  if (isObject(declared) && (has('property_names') || has('property_descriptions'))) {
    for (const [name, schema] of Object.entries(declared)) {
      const description = has('property_descriptions') ? textOf(ownValue(schema, 'description')) : '';
      setOwn(properties, has('property_names') ? name : '', description === '' ? {} : { description });
    }
  }
  return {
    name: has('name') ? textOf(ownValue(tool, 'name')) : '',
    title: has('title') ? textOf(ownValue(tool, 'title')) : '',
    description: has('description') ? textOf(ownValue(tool, 'description')) : '',
    inputSchema: { type: 'object', properties },
  };
}

function textsIn(tool: ToolDef): string {
  const properties = Object.entries(
    (ownValue(tool.inputSchema, 'properties') ?? {}) as Record<string, unknown>,
  );
  return [
    tool.name,
    tool.title,
    tool.description,
    ...properties.flatMap(([name, schema]) => [name, textOf(ownValue(schema, 'description'))]),
  ].join('\n');
}
