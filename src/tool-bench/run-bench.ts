/**
 * A benchmark run: which tool each request would get by its words, and what becomes of that when a
 * description is damaged, one mutation at a time. Pure and deterministic; no model is asked.
 */
import { createRanker, type Ranker, searchableTexts } from '../catalog/rank.js';
import { searchTerms } from '../catalog/words.js';
import { descriptionScore, round } from '../lint/description-score.js';
import { lintCatalog } from '../lint/engine.js';
import { countSmells, SMELL_NAMES, type Smell } from '../lint/smells.js';
import type { BenchIntent, BenchMutation, BenchReport, BenchWord } from '../types/bench.js';
import type { ToolDef } from '../types/catalog.js';
import { compareText } from '../util/compare-text.js';
import { wilson } from '../util/intervals.js';
import { contentWords, mutateTool } from './mutate.js';
import type { BenchSpec, Intent, Mutation } from './spec.js';

export function runBench(spec: BenchSpec): BenchReport {
  const { tools } = spec.catalog;
  const ranker = createRanker(tools);
  const intents = spec.intents.map((intent) => pick(ranker, intent));
  const n = intents.length;
  const correct = intents.filter((intent) => intent.correct).length;
  const mutations = spec.mutations.map((mutation) => measure(spec, ranker, correct, mutation));
  const scores = tools.map((tool) => descriptionScore(tool).score);
  return {
    accuracy: n === 0 ? 0 : correct / n,
    interval: wilson(correct, n),
    n,
    intents,
    mutations,
    ...(mutations.length > 0 && { max_drop: Math.max(...mutations.map(({ drop }) => drop)) }),
    description_score: {
      mean: round(scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)),
      min: scores.reduce((lowest, score) => Math.min(lowest, score), 1),
    },
    smells: smellsOf(tools),
    tokens: tools.reduce((sum, tool) => sum + tokensOf(tool), 0),
    words: carryingWords(spec, ranker, correct),
  };
}

function pick(ranker: Ranker, { query, gold }: Intent): BenchIntent {
  const picked = ranker.rank(query, 1)[0]?.tool.name ?? null;
  return { query, gold, picked, correct: picked !== null && gold.includes(picked) };
}

function countCorrect(ranker: Ranker, intents: readonly Intent[]): number {
  return intents.filter((intent) => pick(ranker, intent).correct).length;
}

function measure(spec: BenchSpec, ranker: Ranker, correct: number, mutation: Mutation): BenchMutation {
  const n = spec.intents.length;
  let damaged = ranker;
  const added = new Set<Smell>();
  let removed = 0;
  // A name that several tools share means all of them.
  for (const [i, tool] of spec.catalog.tools.entries()) {
    if (tool.name !== mutation.tool) continue;
    const changed = mutateTool(tool, mutation);
    damaged = damaged.replacing(i, changed);
    const [before, after] = [smellsOf([tool]), smellsOf([changed])];
    for (const smell of SMELL_NAMES) if (after[smell] > before[smell]) added.add(smell);
    removed += tokensOf(tool) - tokensOf(changed);
  }
  const left = countCorrect(damaged, spec.intents);
  return {
    ...mutation,
    accuracy: left / n,
    drop: (correct - left) / n,
    smells_added: [...added],
    tokens_removed: removed,
  };
}

/** Only a word that a request shares can have won it the tool, so that no other is tried. */
function carryingWords(spec: BenchSpec, ranker: Ranker, correct: number): BenchWord[] {
  const asked = new Map<string, Set<string>>();
  for (const { query, gold } of spec.intents) {
    for (const name of gold) {
      const terms = asked.get(name) ?? new Set();
      asked.set(name, terms);
      for (const term of searchTerms(query)) terms.add(term);
    }
  }
  const words: BenchWord[] = [];
  for (const [i, tool] of spec.catalog.tools.entries()) {
    const terms = asked.get(tool.name);
    if (!terms || typeof tool.description !== 'string') continue;
    for (const word of contentWords(tool.description)) {
      if (!terms.has(searchTerms(word)[0]!)) continue;
      const without = mutateTool(tool, { tool: tool.name, kind: 'drop_keyword', word });
      const left = countCorrect(ranker.replacing(i, without), spec.intents);
      if (left !== correct)
        words.push({ word, tool: tool.name, drop: (correct - left) / spec.intents.length });
    }
  }
  return words.sort((a, b) => b.drop - a.drop || compareText(a.tool, b.tool) || compareText(a.word, b.word));
}

function smellsOf(tools: ToolDef[]): Record<Smell, number> {
  return countSmells(lintCatalog([{ server: 'bench', tools }], { rules: ['DESC'] }).findings).smells;
}

function tokensOf(tool: ToolDef): number {
  return searchableTexts(tool)
    .flat()
    .reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
}
