/** What a search found, in order: by score, then by name, then by place. */
import type { ToolDef } from '../types/catalog.js';
import { compareText } from '../util/compare-text.js';
import { ownValue } from '../util/plain.js';

export interface RankedTool {
  tool: ToolDef;
  /** Its place in the catalogue. */
  index: number;
  /** Above 0. */
  score: number;
}

export interface Found {
  top(limit?: number): RankedTool[];
  /** 1 for the best: where the first of these tools stands, or undefined when none was found. */
  placeOf(isWanted: (tool: ToolDef, index: number) => boolean): number | undefined;
}

/** Up to so many are looked for one by one; else all are put in order. */
const FEW = 20;
/** Sums of the same parts may differ by less than this. */
const ROUNDING = 1e-9;

/** What the words of a request brought; nearness of the whole may add up to `reach` to each. */
export interface WordScores {
  tools: readonly ToolDef[];
  /** The places of the tools that a word has found. */
  places: readonly number[];
  /** By place. */
  words: Float64Array;
  reach: number;
  total(place: number): number;
}

/** Whether the first stands before the second. */
export function isBefore(one: RankedTool, two: RankedTool): boolean {
  if (one.score !== two.score) return one.score > two.score;
  const order = compareText(nameOf(one.tool), nameOf(two.tool));
  return order === 0 ? one.index < two.index : order < 0;
}

/** Works out the nearness of those only that it can bring into question. */
export class FoundTools implements Found {
  constructor(private readonly scores: WordScores) {}

  top(limit = Number.POSITIVE_INFINITY): RankedTool[] {
    const { places, words, reach } = this.scores;
    const least = limit > FEW ? 0 : this.atLeast(limit) - reach - ROUNDING;
    const best: RankedTool[] = [];
    for (const place of places) if ((words[place] as number) >= least) best.push(this.ranked(place));
    return best.sort((one, two) => (isBefore(one, two) ? -1 : 1)).slice(0, limit);
  }

  placeOf(isWanted: (tool: ToolDef, index: number) => boolean): number | undefined {
    const { tools, places, words, reach } = this.scores;
    let first: RankedTool | undefined;
    for (const place of places) {
      if (!isWanted(tools[place] as ToolDef, place)) continue;
      const found = this.ranked(place);
      if (first === undefined || isBefore(found, first)) first = found;
    }
    if (first === undefined) return undefined;
    let before = 0;
    for (const place of places) {
      const own = words[place] as number;
      if (own > first.score + ROUNDING) before += 1;
      else if (own + reach + ROUNDING >= first.score && isBefore(this.ranked(place), first)) before += 1;
    }
    return before + 1;
  }

  private ranked(index: number): RankedTool {
    return { tool: this.scores.tools[index] as ToolDef, index, score: this.scores.total(index) };
  }

  /** What the words alone bring the last of the best. */
  private atLeast(limit: number): number {
    const best: number[] = [];
    for (const place of this.scores.places) {
      const own = this.scores.words[place] as number;
      let at = best.length;
      while (at > 0 && own > (best[at - 1] as number)) at -= 1;
      if (at >= limit) continue;
      best.splice(at, 0, own);
      if (best.length > limit) best.pop();
    }
    return best.length < limit ? 0 : (best.at(-1) ?? 0);
  }
}

function nameOf(tool: ToolDef): string {
  const name = ownValue(tool, 'name');
  return typeof name === 'string' ? name : '';
}
