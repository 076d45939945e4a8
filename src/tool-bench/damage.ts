/**
 * Which requests would get another tool if one were damaged, without ranking the catalogue again: what words are
 * worth stays as it is in the catalogue, so that only the score of the damaged tool moves. Requests are indexed by
 * their words, and the best of the others is known for each.
 */
import { isBefore, type RankedTool, type Ranker, type Request } from '../catalog/rank.js';
import type { ToolDef } from '../types/catalog.js';
import type { Intent } from './spec.js';

export interface DamageMeter {
  /** How many requests get a right tool once these stand in the place of others, by place in the catalogue. */
  correctWith(changed: ReadonlyMap<number, ToolDef>): number;
  /** Every word of the catalogue that a request for this tool leads to. */
  askedWords(name: string): ReadonlySet<string>;
}

/** Sums of the same parts may differ by less than this. */
const ROUNDING = 1e-9;

interface Posting {
  requests: number[];
  weights: number[];
}

/** `tops` has, for each intent, the best tools: one more than can be damaged at once. */
export function damageMeter(
  ranker: Ranker,
  intents: readonly Intent[],
  tops: readonly RankedTool[][],
): DamageMeter {
  const requests = intents.map(({ query }) => ranker.request(query));
  const postings = indexRequests(requests);
  const won = wonByPlace(tops);
  const asked = askedByName(intents, requests);
  const sums = new Float64Array(intents.length);
  const isCorrect = (at: number, best: RankedTool | undefined): boolean =>
    best !== undefined && (intents[at] as Intent).gold.includes(best.tool.name);
  const correct = tops.filter((top, at) => isCorrect(at, top[0])).length;

  /** The requests for which a changed tool may come before all that stay as they are. */
  function contenders(changed: ReadonlyMap<number, ToolDef>): Map<number, RankedTool> {
    const best = new Map<number, RankedTool>();
    for (const [index, tool] of changed) {
      const weighed = ranker.weigh(tool);
      for (const at of addUp(sums, weighed.gains, postings)) {
        const words = sums[at] as number;
        sums[at] = 0;
        const request = requests[at] as Request;
        const other = firstUnchanged(tops[at] as RankedTool[], changed);
        if (other !== undefined && words + ranker.reach(request) + ROUNDING < other.score) continue;
        const found = { tool, index, score: ranker.total(words, request, weighed) };
        const known = best.get(at) ?? other;
        if (known === undefined || isBefore(found, known)) best.set(at, found);
      }
    }
    return best;
  }

  return {
    correctWith(changed) {
      const best = contenders(changed);
      const touched = new Set(best.keys());
      for (const place of changed.keys()) for (const at of won.get(place) ?? []) touched.add(at);
      let left = correct;
      for (const at of touched) {
        const top = tops[at] as RankedTool[];
        const now = best.get(at) ?? firstUnchanged(top, changed);
        left += Number(isCorrect(at, now)) - Number(isCorrect(at, top[0]));
      }
      return left;
    },
    askedWords: (name) => asked.get(name) ?? new Set(),
  };
}

function firstUnchanged(
  top: readonly RankedTool[],
  changed: ReadonlyMap<number, ToolDef>,
): RankedTool | undefined {
  return top.find(({ index }) => !changed.has(index));
}

/** The requests that each tool gets, by its place. */
function wonByPlace(tops: readonly RankedTool[][]): Map<number, number[]> {
  const won = new Map<number, number[]>();
  for (const [at, [first]] of tops.entries()) {
    if (first !== undefined) won.set(first.index, [...(won.get(first.index) ?? []), at]);
  }
  return won;
}

function indexRequests(requests: readonly Request[]): Map<string, Posting> {
  const postings = new Map<string, Posting>();
  for (const [at, { weights }] of requests.entries()) {
    for (const [term, weight] of weights) {
      const posting = postings.get(term) ?? { requests: [], weights: [] };
      postings.set(term, posting);
      posting.requests.push(at);
      posting.weights.push(weight);
    }
  }
  return postings;
}

/** What the words of a tool bring it for each request that has one of them: those requests, with the sums in place. */
function addUp(
  sums: Float64Array,
  gains: ReadonlyMap<string, number>,
  postings: ReadonlyMap<string, Posting>,
): number[] {
  const touched: number[] = [];
  for (const [term, gain] of gains) {
    const posting = postings.get(term);
    if (posting === undefined) continue;
    for (let i = 0; i < posting.requests.length; i += 1) {
      const at = posting.requests[i] as number;
      if (sums[at] === 0) touched.push(at);
      sums[at] = (sums[at] as number) + gain * (posting.weights[i] as number);
    }
  }
  return touched;
}

function askedByName(intents: readonly Intent[], requests: readonly Request[]): Map<string, Set<string>> {
  const asked = new Map<string, Set<string>>();
  for (const [at, { gold }] of intents.entries()) {
    for (const name of gold) {
      const words = asked.get(name) ?? new Set();
      asked.set(name, words);
      for (const term of (requests[at] as Request).weights.keys()) words.add(term);
    }
  }
  return asked;
}
