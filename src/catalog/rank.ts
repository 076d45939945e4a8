/**
 * Which tool a request is about, by its words alone: BM25 over name, title, description, parameter names and
 * parameter descriptions, with an inverted index. Given the table of near words, a word of the request also finds
 * its neighbours in meaning, everyday words count less, and tools that a word has found are told apart by how near
 * they are as a whole: the shorter the request, the more. The same catalogue and request give the same order on
 * every machine; a tool that no word of the request leads to is never in it.
 */
import type { ToolDef } from '../types/catalog.js';
import { compareText } from '../util/compare-text.js';
import { type Found, FoundTools, type RankedTool } from './found-tools.js';
import type { NearWords } from './near/near-words.js';
import { type Counting, FIELDS, WordCounter, type WordCounts } from './tool-fields.js';
import { searchTerms } from './words.js';

export { isBefore, type RankedTool } from './found-tools.js';
export { searchableTexts } from './tool-fields.js';

/** A request as it is searched for: what each word of the catalogue would bring, and its direction. */
export interface Request {
  weights: ReadonlyMap<string, number>;
  /** 1 for a few words; less for a long text, whose own words say enough. */
  brevity: number;
  direction?: Float32Array;
}

/** A tool as it is found: what each of its words brings, and its direction. */
export interface WeighedTool {
  gains: ReadonlyMap<string, number>;
  direction?: Float32Array;
}

export interface Ranker {
  search(query: string): Found;
  rank(query: string, limit?: number): RankedTool[];
  request(query: string): Request;
  /** Any tool, by what its words are worth in this catalogue. */
  weigh(tool: ToolDef): WeighedTool;
  /** What the words of a request brought, with the nearness of the whole: the score. */
  total(words: number, request: Request, tool: WeighedTool): number;
  /** The most that nearness of the whole can add to the words of a request. */
  reach(request: Request): number;
}

/** How much a word counts in name, title, description, parameter names and parameter descriptions. */
const WEIGHTS = [3, 1, 1, 0.5, 0.25] as const;
/** The same for the direction of a whole tool. */
const DIRECTION_WEIGHTS = [3, 1, 1, 0.2, 0.1] as const;
/** The usual constants of BM25: how soon repetition stops to count, and how much a long text is held back. */
const K1 = 1.2;
const B = 0.75;
/** From this cosine on words are near, and so many neighbours of a word are looked at. */
const NEAR = 0.4;
const NEIGHBOURS = 10;
/** Sums in another order differ by less than this. */
const ROUGH = 1e-6;
/** What the nearest neighbour, or another form of a word, brings of what the word itself would. */
const NEIGHBOUR_SHARE = 0.8;
const FORM_SHARE = 0.6;
/** So much of that is left where the catalogue has the word itself. */
const BESIDE_ITSELF = 0.3;
/** What a word brings that people use for another, and what where the catalogue has that other one. */
const SAME_SHARE = 0.9;
const SAME_BESIDE_ITSELF = 0.4;
/** What full nearness of the whole brings, in units of a word that one tool alone has. */
const DIRECTION_SHARE = 0.8;
/** The whole tells trades apart; a handful of siblings have the same. It counts in full from so many tools on. */
const CROWD = 50;
/** Words that share so many letters from the start may be forms of one another. */
const FORM = 5;
/** Up to so many words a request is short. */
const SHORT = 4;

interface Posting {
  places: number[];
  gains: number[];
}

export function rankTools(query: string, tools: readonly ToolDef[], limit?: number): RankedTool[] {
  return createRanker(tools).rank(query, limit);
}

export function createRanker(tools: readonly ToolDef[], near?: NearWords): Ranker {
  return new WordRanker(tools, near);
}

/** Makes rankers for these requests and no others: only words that they can lead to are looked at, each text once. */
export function rankersFor(queries: readonly string[]): (tools: readonly ToolDef[]) => Ranker {
  const asked = new Set(queries.flatMap(searchTerms).map(beginningOf));
  const known = new Map<string, readonly string[]>();
  const counting: Counting = {
    terms(text) {
      const terms = known.get(text) ?? searchTerms(text);
      known.set(text, terms);
      return terms;
    },
    isCounted: (term) => asked.has(beginningOf(term)),
  };
  return (tools) => new WordRanker(tools, undefined, counting);
}

/** Forms of a word begin alike. */
function beginningOf(term: string): string {
  return term.slice(0, FORM);
}

class WordRanker implements Ranker {
  private readonly averages: number[];
  private readonly rarest: number;
  private readonly counter: WordCounter;
  /** What words are worth and where they stand, by their numbers; only those of the catalogue. */
  private readonly rarities: Float64Array;
  private readonly postings: Posting[];
  private readonly counted: WordCounts[];
  /** Most tools never come near enough for their direction to matter: worked out when it is asked for. */
  private readonly whole: { direction?: Float32Array }[] = [];
  /** The words of the catalogue that have a direction, and their directions one after the other. */
  private readonly vocabulary: string[];
  private readonly directions: Float32Array;
  /** Words by their first letters. */
  private readonly beginnings = new Map<string, string[]>();
  private readonly neighbours = new Map<string, [term: string, share: number][]>();

  constructor(
    private readonly tools: readonly ToolDef[],
    private readonly near?: NearWords,
    counting?: Counting,
  ) {
    this.counter = new WordCounter(counting);
    this.counted = tools.map((tool) => this.counter.count(tool));
    this.rarest = rarity(1, tools.length);
    this.averages = Array.from(
      { length: FIELDS },
      (_, field) => this.counted.reduce((sum, { lengths }) => sum + (lengths[field] ?? 0), 0) / tools.length,
    );
    const terms = [...this.counter.terms];
    const spread = new Float64Array(terms.length);
    for (const { words } of this.counted)
      for (const word of words) spread[word] = (spread[word] as number) + 1;
    this.rarities = spread.map((having) => rarity(having, tools.length));
    this.postings = terms.map(() => ({ places: [], gains: [] }));
    for (const [place, counts] of this.counted.entries()) {
      for (let i = 0; i < counts.words.length; i += 1) {
        const posting = this.postings[counts.words[i] as number] as Posting;
        posting.places.push(place);
        posting.gains.push(this.gain(counts, i));
      }
    }
    this.vocabulary = terms.filter((term) => near?.vector(term) !== undefined);
    this.directions = joined(this.vocabulary.flatMap((term) => near?.vector(term) ?? []));
    for (const term of terms.filter(({ length }) => length >= FORM)) {
      const alike = this.beginnings.get(term.slice(0, FORM));
      if (alike) alike.push(term);
      else this.beginnings.set(term.slice(0, FORM), [term]);
    }
  }

  search(query: string): Found {
    const request = this.request(query);
    const scores = new Float64Array(this.tools.length);
    const found: number[] = [];
    for (const [term, weight] of request.weights) {
      const { places, gains } = this.posting(term) as Posting;
      for (let i = 0; i < places.length; i += 1) {
        const place = places[i] as number;
        if (scores[place] === 0) found.push(place);
        scores[place] = (scores[place] as number) + weight * (gains[i] as number);
      }
    }
    return new FoundTools({
      tools: this.tools,
      places: found,
      words: scores,
      reach: this.reach(request),
      total: (place) => this.sum(scores[place] as number, request, this.directionAt(place)),
    });
  }

  rank(query: string, limit?: number): RankedTool[] {
    return this.search(query).top(limit);
  }

  request(query: string): Request {
    const terms = new Set(searchTerms(query));
    const brevity = Math.min(1, SHORT / Math.max(1, terms.size));
    const weights = new Map<string, number>();
    for (const term of terms) {
      const own = 1 - brevity * (1 - (this.near?.weight(term) ?? 1));
      for (const [word, share] of this.wordsFor(term)) {
        const part = word === term ? own : own * share * brevity;
        weights.set(word, (weights.get(word) ?? 0) + part);
      }
    }
    return { weights, brevity, direction: this.direction([...terms].map((term) => [term, 1])) };
  }

  weigh(tool: ToolDef): WeighedTool {
    const counts = this.counter.count(tool);
    const gains = new Map<string, number>();
    for (const [i, word] of counts.words.entries()) {
      gains.set(this.counter.terms[word] as string, this.gain(counts, i));
    }
    return new LazyTool(gains, () => this.directionOf(counts));
  }

  total(words: number, request: Request, tool: WeighedTool): number {
    return this.sum(words, request, tool.direction);
  }

  reach({ brevity, direction }: Request): number {
    const crowd = Math.min(1, this.tools.length / CROWD);
    return direction === undefined ? 0 : DIRECTION_SHARE * brevity * crowd * this.rarest;
  }

  /** Rounded, so that equal tools stay equal whatever was added first. */
  private sum(words: number, request: Request, direction: Float32Array | undefined): number {
    const nearness = Math.max(0, cosine(request.direction, direction));
    return Math.round((words + nearness * this.reach(request)) * 1e12) / 1e12;
  }

  private posting(term: string): Posting | undefined {
    const word = this.counter.numberOf(term);
    return word === undefined ? undefined : this.postings[word];
  }

  /** What one word of a tool brings it: that of BM25. */
  private gain({ words, counts, lengths }: WordCounts, i: number): number {
    let frequency = 0;
    for (let field = 0; field < FIELDS; field += 1) {
      const count = counts[i * FIELDS + field] as number;
      if (count === 0) continue;
      const relative = (lengths[field] as number) / (this.averages[field] || (lengths[field] as number));
      frequency += ((WEIGHTS[field] as number) * count) / (1 - B + B * relative);
    }
    return (this.idf(words[i] as number) * frequency * (K1 + 1)) / (K1 + frequency);
  }

  /** A word that no tool has is as rare as one that a single tool has. */
  private idf(word: number | undefined): number {
    return (word === undefined ? undefined : this.rarities[word]) ?? this.rarest;
  }

  /** The words of the catalogue that a word of a request leads to: itself, and its neighbours. */
  private wordsFor(term: string): [term: string, share: number][] {
    const known = this.neighbours.get(term);
    if (known) return known;
    const isThere = this.posting(term) !== undefined;
    const shares = new Map(this.neighboursOf(term));
    for (const other of this.beginnings.get(term.slice(0, FORM)) ?? []) {
      if (isFormOf(term, other)) shares.set(other, Math.max(FORM_SHARE, shares.get(other) ?? 0));
    }
    if (isThere) for (const [word, share] of shares) shares.set(word, share * BESIDE_ITSELF);
    const same = isThere ? SAME_BESIDE_ITSELF : SAME_SHARE;
    for (const word of this.near?.same(term) ?? []) {
      if (this.posting(word) !== undefined) shares.set(word, Math.max(same, shares.get(word) ?? 0));
    }
    const words: [string, number][] = [...(isThere ? [[term, 1] as [string, number]] : []), ...shares];
    this.neighbours.set(term, words);
    return words;
  }

  private neighboursOf(term: string): [term: string, share: number][] {
    const vector = this.near?.vector(term);
    if (vector === undefined) return [];
    const close: [string, number][] = [];
    for (let place = 0; place < this.vocabulary.length; place += 1) {
      const from = place * vector.length;
      if (roughCosine(vector, this.directions, from) < NEAR - ROUGH) continue;
      const other = this.vocabulary[place] as string;
      const nearness = cosine(vector, this.directions, from);
      if (nearness < NEAR || other === term) continue;
      close.push([other, (NEIGHBOUR_SHARE * (nearness - NEAR)) / (1 - NEAR)]);
    }
    return close.sort(([a, x], [b, y]) => y - x || compareText(a, b)).slice(0, NEIGHBOURS);
  }

  private directionAt(place: number): Float32Array | undefined {
    this.whole[place] ??= { direction: this.directionOf(this.counted[place] as WordCounts) };
    return this.whole[place].direction;
  }

  private directionOf({ words, counts }: WordCounts): Float32Array | undefined {
    return this.direction(
      words.map((word, i) => {
        let part = 0;
        for (let field = 0; field < FIELDS; field += 1) {
          part += (DIRECTION_WEIGHTS[field] as number) * (counts[i * FIELDS + field] as number);
        }
        return [this.counter.terms[word] as string, part];
      }),
    );
  }

  private direction(parts: readonly [term: string, part: number][]): Float32Array | undefined {
    const { near } = this;
    if (near === undefined) return undefined;
    let sum: Float32Array | undefined;
    for (const [term, part] of parts) {
      const vector = near.vector(term);
      if (vector === undefined) continue;
      sum ??= new Float32Array(vector.length);
      const weight = part * this.idf(this.counter.numberOf(term)) * near.weight(term);
      for (let i = 0; i < sum.length; i += 1) {
        sum[i] = (sum[i] as number) + weight * (vector[i] as number);
      }
    }
    if (sum === undefined) return undefined;
    const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
    return length === 0 ? undefined : sum.map((value) => value / length);
  }
}

/** A damaged tool seldom comes near enough for its direction to matter. */
class LazyTool implements WeighedTool {
  private found?: { direction?: Float32Array };

  constructor(
    readonly gains: ReadonlyMap<string, number>,
    private readonly find: () => Float32Array | undefined,
  ) {}

  get direction(): Float32Array | undefined {
    this.found ??= { direction: this.find() };
    return this.found.direction;
  }
}

/** The IDF of BM25 that is never below 0. */
function rarity(having: number, tools: number): number {
  return Math.log(1 + (tools - having + 0.5) / (having + 0.5));
}

/** `translat` and `translation`: they begin alike, and only an ending differs. */
function isFormOf(one: string, two: string): boolean {
  if (one === two || Math.min(one.length, two.length) < FORM) return false;
  let same = 0;
  while (same < one.length && one[same] === two[same]) same += 1;
  if (same < FORM || same < Math.max(one.length, two.length) - 4) return false;
  return same >= Math.min(one.length, two.length) - 2;
}

function joined(vectors: readonly Float32Array[]): Float32Array {
  const size = vectors[0]?.length ?? 0;
  const all = new Float32Array(vectors.length * size);
  for (const [place, vector] of vectors.entries()) all.set(vector, place * size);
  return all;
}

/** The same sum in another order, which is faster: it tells what is worth a closer look. */
function roughCosine(one: Float32Array, two: Float32Array, from: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0, at = from; i < one.length; i += 4, at += 4) {
    a += (one[i] as number) * (two[at] as number);
    b += (one[i + 1] as number) * (two[at + 1] as number);
    c += (one[i + 2] as number) * (two[at + 2] as number);
    d += (one[i + 3] as number) * (two[at + 3] as number);
  }
  return a + b + c + d;
}

/** Of directions, whose length is 1; the second may stand among others. */
function cosine(one: Float32Array | undefined, two: Float32Array | undefined, from = 0): number {
  if (one === undefined || two === undefined) return 0;
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += (one[i] as number) * (two[from + i] as number);
  return sum;
}
