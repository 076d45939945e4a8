/**
 * Which tool a request is about, by its words alone: BM25 over name, title, description, parameter
 * names and parameter descriptions, with an inverted index. The same catalogue and request give the
 * same order on every machine; a tool that shares no word with the request is never in it.
 */
import { walkSchema } from '../json-schema/walk.js';
import type { ToolDef } from '../types/catalog.js';
import { compareText } from '../util/compare-text.js';
import { isObject, ownValue } from '../util/plain.js';
import { searchTerms } from './words.js';

export interface RankedTool {
  tool: ToolDef;
  /** Its place in the catalogue. */
  index: number;
  /** Above 0. */
  score: number;
}

export interface Ranker {
  /** Best first; equal scores by name, then by place. */
  rank(query: string, limit?: number): RankedTool[];
  /** The same catalogue with one tool replaced, without reading the others again. */
  replacing(index: number, tool: ToolDef): Ranker;
}

/** How much a word counts in name, title, description, parameter names and parameter descriptions. */
const WEIGHTS = [3, 1, 1, 0.5, 0.25] as const;
/** The usual constants of BM25: how soon repetition stops to count, and how much a long text is held back. */
const K1 = 1.2;
const B = 0.75;

/** The words of one tool: how often each stands in each field, and how long each field is. */
interface Bag {
  counts: Map<string, number[]>;
  lengths: number[];
}

/** A tool at its place in the catalogue, with its words. */
interface IndexedTool {
  tool: ToolDef;
  bag: Bag;
  place: number;
}

interface Posting {
  /** Whose words these are. */
  entry: IndexedTool;
  counts: number[];
}

interface Index {
  entries: IndexedTool[];
  postings: Map<string, Posting[]>;
  /** Sum of the lengths of each field. */
  totals: number[];
}

export function rankTools(query: string, tools: readonly ToolDef[], limit?: number): RankedTool[] {
  return createRanker(tools).rank(query, limit);
}

export function createRanker(tools: readonly ToolDef[]): Ranker {
  const entries = tools.map((tool, place) => ({ tool, bag: bagOf(tool), place }));
  const index: Index = { entries, postings: new Map(), totals: zeros() };
  for (const entry of entries) {
    addTo(index.totals, entry.bag.lengths, 1);
    for (const [term, counts] of entry.bag.counts) {
      const list = index.postings.get(term);
      if (list) list.push({ entry, counts });
      else index.postings.set(term, [{ entry, counts }]);
    }
  }
  return view(index, new Map());
}

/** By place. */
type Replacements = ReadonlyMap<number, IndexedTool>;

function view(index: Index, replaced: Replacements): Ranker {
  const totals = [...index.totals];
  for (const { place, bag } of replaced.values()) {
    const old = index.entries[place];
    if (old) addTo(totals, old.bag.lengths, -1);
    addTo(totals, bag.lengths, 1);
  }
  return {
    rank(query, limit = Number.POSITIVE_INFINITY) {
      const size = index.entries.length;
      const scores = new Map<IndexedTool, number>();
      for (const term of new Set(searchTerms(query))) {
        const postings = postingsOf(index, term, replaced);
        const n = postings.length;
        const idf = Math.log(1 + (size - n + 0.5) / (n + 0.5));
        for (const { entry, counts } of postings) {
          const frequency = weighted(counts, entry.bag.lengths, totals, size);
          const gain = (idf * frequency * (K1 + 1)) / (K1 + frequency);
          scores.set(entry, (scores.get(entry) ?? 0) + gain);
        }
      }
      const ranked = [...scores].map(([{ tool, place }, score]) => ({ tool, index: place, score }));
      ranked.sort((a, b) => b.score - a.score || compareText(a.tool.name, b.tool.name) || a.index - b.index);
      return ranked.slice(0, limit);
    },
    replacing: (place, tool) => view(index, new Map(replaced).set(place, { tool, bag: bagOf(tool), place })),
  };
}

function postingsOf(index: Index, term: string, replaced: Replacements): Posting[] {
  const all = index.postings.get(term) ?? [];
  if (replaced.size === 0) return all;
  const kept = all.filter(({ entry }) => !replaced.has(entry.place));
  for (const entry of replaced.values()) {
    const counts = entry.bag.counts.get(term);
    if (counts) kept.push({ entry, counts });
  }
  return kept;
}

/** Occurrences over all fields, each made comparable by the length of its field. */
function weighted(counts: number[], lengths: number[], totals: number[], n: number): number {
  let sum = 0;
  for (const [field, weight] of WEIGHTS.entries()) {
    const [count = 0, length = 0, total = 0] = [counts[field], lengths[field], totals[field]];
    if (count === 0) continue;
    const relative = (length * n) / total;
    sum += (weight * count) / (1 - B + B * relative);
  }
  return sum;
}

function bagOf(tool: ToolDef): Bag {
  const bag: Bag = { counts: new Map(), lengths: zeros() };
  for (const [field, texts] of searchableTexts(tool).entries()) {
    for (const text of texts) {
      for (const term of searchTerms(text)) {
        const counts = bag.counts.get(term) ?? zeros();
        bag.counts.set(term, counts);
        addOne(counts, field);
        addOne(bag.lengths, field);
      }
    }
  }
  return bag;
}

/** What the ranking reads of a tool, in the order of `WEIGHTS`. */
export function searchableTexts(tool: ToolDef): string[][] {
  const names: string[] = [];
  const descriptions: string[] = [];
  for (const { schema } of walkSchema(ownValue(tool, 'inputSchema'))) {
    const properties = ownValue(schema, 'properties');
    if (!isObject(properties)) continue;
    for (const name of Object.keys(properties)) {
      names.push(name);
      const text = ownValue(properties[name], 'description');
      if (typeof text === 'string') descriptions.push(text);
    }
  }
  const title = ownValue(tool, 'title') ?? ownValue(ownValue(tool, 'annotations'), 'title');
  return [
    strings(ownValue(tool, 'name')),
    strings(title),
    strings(ownValue(tool, 'description')),
    names,
    descriptions,
  ];
}

function strings(value: unknown): string[] {
  return typeof value === 'string' ? [value] : [];
}

function zeros(): number[] {
  return new Array<number>(WEIGHTS.length).fill(0);
}

function addTo(sum: number[], part: number[], sign: 1 | -1): void {
  for (const [field, length] of part.entries()) sum[field] = (sum[field] ?? 0) + sign * length;
}

function addOne(counts: number[], field: number): void {
  counts[field] = (counts[field] ?? 0) + 1;
}
