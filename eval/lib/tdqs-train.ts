/**
 * The small trained part of the offline judge: for behaviour and completeness a ridge regression over the
 * features of a text, each weight with the sign that the rubric gives it, and marks at which the training
 * rows have as many scores as the published judge gave. Deterministic.
 */
import { backgroundOf } from '../../src/tdqs/offline/background.js';
import { type Features, featuresOf } from '../../src/tdqs/offline/features.js';
import { readDescription } from '../../src/tdqs/offline/reading.js';
import { type Weights, weightedSum } from '../../src/tdqs/offline/weigh.js';
import { contextSignals } from '../../src/tdqs/signals.js';
import type { ToolDef } from '../../src/types/catalog.js';

export type Trained = 'behavioral_transparency' | 'contextual_completeness';

/** 1: may only raise the score; -1: may only lower it. */
type Signs = Partial<Record<keyof Features, 1 | -1>>;

export const SIGNS: Readonly<Record<Trained, Signs>> = {
  behavioral_transparency: { annotations: 1, facts: 1, returns: 1, words: 1, sentences: 1, changes: -1 },
  contextual_completeness: {
    annotations: 1,
    outputSchema: 1,
    facts: 1,
    returns: 1,
    words: 1,
    sentences: 1,
    changes: -1,
    noParameters: 1,
    known: 1,
    parameters: -1,
    nested: -1,
  },
};

const PENALTY = 10;
const STEPS = 3000;

export function featuresOfTool(tool: ToolDef): Features {
  const background = backgroundOf({ tool, signals: contextSignals(tool), siblings: [] });
  return featuresOf(readDescription(background.description, background));
}

export function train(rows: readonly { features: Features; score: number }[], signs: Signs): Weights {
  const names = Object.keys(signs) as (keyof Features)[];
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const columns = names.map((name) => rows.map(({ features }) => features[name]));
  const centres = columns.map(mean);
  const spreads = columns.map((column, k) => Math.sqrt(mean(column.map((x) => (x - centres[k]!) ** 2))) || 1);
  const scaled = rows.map((_, i) => columns.map((column, k) => (column[i]! - centres[k]!) / spreads[k]!));
  const level = mean(rows.map(({ score }) => score));
  const step = 1 / (rows.length * names.length + PENALTY);
  let weights = names.map(() => 0);
  for (let round = 0; round < STEPS; round += 1) {
    const slope = weights.map((weight) => PENALTY * weight);
    for (const [i, row] of scaled.entries()) {
      const off = dot(row, weights) - (rows[i]!.score - level);
      for (const [k, x] of row.entries()) slope[k]! += off * x;
    }
    weights = weights.map((weight, k) => {
      const next = weight - step * slope[k]!;
      return next * signs[names[k]!]! > 0 ? next : 0;
    });
  }
  const raw = weights.map((weight, k) => rounded(weight / spreads[k]!));
  const base = rounded(level - dot(centres, raw));
  const found = Object.fromEntries(
    names.map((name, k) => [name, raw[k]!]).filter(([, weight]) => weight !== 0),
  );
  const sums = rows.map(({ features }) => weightedSum(features, base, found));
  return {
    base,
    weights: found,
    marks: marksOf(
      sums,
      rows.map(({ score }) => score),
    ),
  };
}

/** Between the rows that should be below a score and those that should not, by number. */
function marksOf(sums: readonly number[], scores: readonly number[]): number[] {
  const sorted = [...sums].sort((a, b) => a - b);
  return [2, 3, 4, 5].map((score) => {
    const below = scores.filter((one) => one < score).length;
    if (below === 0) return rounded(sorted[0]! - 0.5);
    if (below === sorted.length) return rounded(sorted.at(-1)! + 0.5);
    return rounded((sorted[below - 1]! + sorted[below]!) / 2);
  });
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, one, i) => sum + one * b[i]!, 0);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The text of `src/tdqs/offline/weights.ts`. */
export function weightsFile(
  models: Readonly<Record<Trained, Weights>>,
  rows: number,
  servers: number,
): string {
  const written = Object.entries(models).map(
    ([dimension, model]) => `  ${dimension}: ${JSON.stringify(model)},`,
  );
  return `/**
 * Made by \`npm run eval:tdqs -- --train\` from ${rows} published scores of ${servers} servers; nothing of them is in here. What
 * each number weighs is in \`docs/decisions/tdqs.md\`.
 */
import type { Weights } from './weigh.js';

export const WEIGHTS: Readonly<Record<'behavioral_transparency' | 'contextual_completeness', Weights>> = {
${written.join('\n')}
};
`;
}
