/**
 * A benchmark run: which tool each request would get by its words, and what becomes of that when a
 * description is damaged, one mutation at a time. Pure and deterministic; no model is asked.
 */
import type { NearWords } from '../catalog/near/near-words.js';
import { createRanker, type RankedTool, type Ranker, searchableTexts } from '../catalog/rank.js';
import { searchTerms } from '../catalog/words.js';
import { descriptionScore, round } from '../lint/description-score.js';
import { lintCatalog } from '../lint/engine.js';
import { countSmells, SMELL_NAMES, type Smell } from '../lint/smells.js';
import { viewTool } from '../lint/tool-view.js';
import type { BenchIntent, BenchMutation, BenchReport, BenchWord } from '../types/bench.js';
import type { ToolDef } from '../types/catalog.js';
import type { ToolView } from '../types/rule.js';
import { compareText } from '../util/compare-text.js';
import { wilson } from '../util/intervals.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { type DamageMeter, damageMeter } from './damage.js';
import { contentWords, mutateTool } from './mutate.js';
import type { BenchSpec, Intent, Mutation } from './spec.js';

/** Without `near` only words that are the same, or forms of one another, count. */
export function runBench(spec: BenchSpec, near?: NearWords): BenchReport {
  const { tools } = spec.catalog;
  const ranker = createRanker(tools, near);
  const places = placesByName(tools);
  // All tools of a name are damaged at once.
  const most = 1 + [...places.values()].reduce((largest, { length }) => Math.max(largest, length), 0);
  const picks = spec.intents.map((intent) => pick(ranker, intent, most));
  const intents = picks.map((each) => each.intent);
  const n = intents.length;
  const correct = intents.filter((intent) => intent.correct).length;
  const meter = damageMeter(
    ranker,
    spec.intents,
    picks.map(({ top }) => top),
  );
  const mutations = spec.mutations.map((mutation) => measure(spec, meter, correct, { mutation, places }));
  const views = new Map(tools.map((tool) => [tool, viewTool(tool)]));
  const scores = tools.map((tool) => descriptionScore(tool, views.get(tool)).score);
  return omitUndefined({
    accuracy: n === 0 ? 0 : correct / n,
    interval: wilson(correct, n),
    n,
    hits: { at_1: hitsWithin(intents, 1), at_3: hitsWithin(intents, 3), at_5: hitsWithin(intents, 5) },
    mean_reciprocal_rank: intents.reduce((sum, { rank }) => sum + (rank ? 1 / rank : 0), 0) / Math.max(1, n),
    intents,
    mutations,
    max_drop:
      mutations.length > 0
        ? mutations.reduce((worst, { drop }) => Math.max(worst, drop), Number.NEGATIVE_INFINITY)
        : undefined,
    description_score: {
      mean: round(scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)),
      min: scores.reduce((lowest, score) => Math.min(lowest, score), 1),
    },
    smells: smellsOf(tools, views),
    tokens: tools.reduce((sum, tool) => sum + tokensOf(tool), 0),
    words: carryingWords(spec, meter, correct),
  });
}

function pick(
  ranker: Ranker,
  { query, gold }: Intent,
  most: number,
): { intent: BenchIntent; top: RankedTool[] } {
  const found = ranker.search(query);
  const top = found.top(most);
  const picked = top[0]?.tool.name ?? null;
  const right = new Set(gold);
  const rank = found.placeOf((tool) => right.has(tool.name)) ?? null;
  return { intent: { query, gold, picked, correct: picked !== null && right.has(picked), rank }, top };
}

function hitsWithin(intents: readonly BenchIntent[], most: number): number {
  return intents.filter(({ rank }) => rank !== null && rank <= most).length / Math.max(1, intents.length);
}

function placesByName(tools: readonly ToolDef[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, { name }] of tools.entries()) {
    const list = places.get(name);
    if (list) list.push(place);
    else places.set(name, [place]);
  }
  return places;
}

function measure(
  { catalog, intents }: BenchSpec,
  meter: DamageMeter,
  correct: number,
  { mutation, places }: { mutation: Mutation; places: ReadonlyMap<string, number[]> },
): BenchMutation {
  const n = intents.length;
  const changed = new Map<number, ToolDef>();
  const added = new Set<Smell>();
  let removed = 0;
  // A name that several tools share means all of them.
  for (const place of places.get(mutation.tool) ?? []) {
    const tool = catalog.tools[place] as ToolDef;
    const damaged = mutateTool(tool, mutation);
    changed.set(place, damaged);
    const [before, after] = [smellsOf([tool]), smellsOf([damaged])];
    for (const smell of SMELL_NAMES) if (after[smell] > before[smell]) added.add(smell);
    removed += tokensOf(tool) - tokensOf(damaged);
  }
  const left = meter.correctWith(changed);
  return {
    ...mutation,
    accuracy: left / n,
    drop: (correct - left) / n,
    smells_added: [...added],
    tokens_removed: removed,
  };
}

/** Only a word that a request leads to can have won it the tool, so that no other is tried. */
function carryingWords({ catalog, intents }: BenchSpec, meter: DamageMeter, correct: number): BenchWord[] {
  const words: BenchWord[] = [];
  for (const [place, tool] of catalog.tools.entries()) {
    const asked = meter.askedWords(tool.name);
    if (asked.size === 0 || typeof tool.description !== 'string') continue;
    for (const word of contentWords(tool.description)) {
      if (!asked.has(searchTerms(word)[0] ?? '')) continue;
      const without = mutateTool(tool, { tool: tool.name, kind: 'drop_keyword', word });
      const left = meter.correctWith(new Map([[place, without]]));
      if (left !== correct) words.push({ word, tool: tool.name, drop: (correct - left) / intents.length });
    }
  }
  return words.sort((a, b) => b.drop - a.drop || compareText(a.tool, b.tool) || compareText(a.word, b.word));
}

function smellsOf(tools: ToolDef[], views?: Map<ToolDef, ToolView>): Record<Smell, number> {
  return countSmells(lintCatalog([{ server: 'bench', tools }], { rules: ['DESC'], views }).findings).smells;
}

function tokensOf(tool: ToolDef): number {
  return searchableTexts(tool)
    .flat()
    .reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
}
