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
    rank(query, isWanted) {
      const at = byPattern(runs, query).findIndex(isWanted);
      return at < 0 ? null : at + 1;
    },
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
  const queries = draftQueries(tools);
  const search = createSearch(tools, settings, rankersFor(queries));
  const rows = tools.map((tool, place): FoundRow => {
    const query = queries[place] ?? '';
    const rank = search.rank(query, (at) => at === place);
    return { tool: nameOf(tool, place), query, rank, hit: rank !== null && rank <= settings.k };
  });
  return { hits: rows.filter(({ hit }) => hit).length, tools: rows };
}

/** Every run of letters and digits once, in one text, and the tools that have it: a word is found where a run has it. */
interface RunIndex {
  /** One run a line. */
  runs: string;
  /** Where each run begins in it. */
  starts: number[];
  places: number[][];
  /** The tools that a word was found in before. */
  known: Map<string, ReadonlySet<number>>;
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
  return { runs: [...index.keys()].join('\n'), starts, places: [...index.values()], known: new Map() };
}

/** The tools with a run that has this word in it. */
function placesWith(index: RunIndex, word: string): ReadonlySet<number> {
  const before = index.known.get(word);
  if (before) return before;
  const { runs, starts, places } = index;
  const found = new Set<number>();
  let run = 0;
  for (let at = runs.indexOf(word); at !== -1; at = runs.indexOf(word, starts[run + 1] ?? runs.length)) {
    run = lastAtMost(starts, at, run);
    for (const place of places[run] as number[]) found.add(place);
    if (run === starts.length - 1) break;
  }
  index.known.set(word, found);
  return found;
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

/** A model that searches by pattern joins the words that matter; tools that more of them match come first. */
function byPattern(index: RunIndex, query: string): number[] {
  const words = [...new Set(splitWords(query))].filter((word) => word.length > 2 && !isSmallWord(word));
  const counts = new Map<number, number>();
  for (const word of words) {
    for (const place of placesWith(index, word)) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || a - b).map(([place]) => place);
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
