/** `distractors:` does the agent still choose well when the tool list is padded with look-alikes? */
import * as z from 'zod/mini';
import { chooseDistractors, type DistractorSource } from '../catalog/choose-distractors.js';
import type { Metric, MetricResult } from '../types/metric.js';
import { certifiedPercent } from '../util/intervals.js';
import { percent } from '../util/ratio.js';
import { lines, runLabel, tally } from './explain.js';
import { expectSchema, gate, NO_RUNS, nothing, toolSchema } from './result.js';
import { array, type Run, type Runs, readRuns } from './runs.js';
import { indexMembers } from './tool-id.js';

export interface Distractors {
  count?: number;
  /** In place of `count`: the scenario runs at each. */
  counts?: number[];
  source: DistractorSource;
  correct: string[];
  complexity?: 'serial' | 'parallel';
  expect?: unknown[];
}

const TARGETS = ['distractors.accuracy', 'distractors.chose_distractor', 'distractors.certified_lower'];

const countSchema = z.int().check(z.minimum(0), z.maximum(512));

export const distractors: Metric<Distractors> = {
  block: 'distractors',
  preview: true,
  schema: z
    .strictObject({
      count: z.optional(
        countSchema.check(z.describe('How many distractors to add; 0 is the clean baseline.')),
      ),
      counts: z.optional(
        z
          .array(countSchema)
          .check(
            z.minLength(1),
            z.describe('In place of `count`: run at each of these and report the curve.'),
          ),
      ),
      source: z
        .discriminatedUnion('from', [
          z.strictObject({
            from: z.literal('catalog').check(z.describe('Bundled tools that the task has no use for.')),
          }),
          z.strictObject({
            from: z.literal('near_duplicate').check(z.describe('Look-alikes of real tools.')),
            of: z.array(toolSchema).check(z.minLength(1), z.describe('The real tools to imitate.')),
          }),
        ])
        .check(z.describe('Where the distractors come from.')),
      correct: z.array(toolSchema).check(z.describe('The tools that are right to choose.')),
      complexity: z.optional(
        z
          .enum(['serial', 'parallel'])
          .check(z.describe('How the task calls tools; a label for reports, it changes no figure.')),
      ),
      expect: expectSchema,
    })
    .check(
      z.refine(
        (block) => (block.count === undefined) !== (block.counts === undefined),
        'give either `count` or `counts`',
      ),
      z.meta({
        description: 'Accuracy of tool selection among added, irrelevant or look-alike tools.',
        'x-mcptest-status': 'preview',
      }),
    ),
  needs: [],
  targets: [...TARGETS, 'distractors.accuracy_at_<n>'],
  defaults: () => [gate('distractors.accuracy', '>=', 50)],
  measure(traces, block, ctx) {
    if (traces.length === 0) return nothing(TARGETS, NO_RUNS);
    const runs = readRuns(traces, ctx);
    const choices = runs.list.map((run) => readChoices(run, runs, block, ctx.servers));
    const sum = (key: 'right' | 'wrong') => choices.reduce((total, each) => total + each[key].length, 0);
    const result: MetricResult = {
      figures: {
        'distractors.accuracy': accuracy(choices, block),
        'distractors.chose_distractor': sum('wrong'),
        'distractors.certified_lower': certifiedPercent(
          choices.filter((each) => each.good).length,
          choices.length,
        ),
      },
      explain: lines(choices.map((each, i) => runLabel(i, choices.length) + explainChoice(each))),
    };
    return block.counts === undefined ? result : withCurve(result, choices, block);
  },
};

interface Choices {
  /** How many distractors the run had. */
  injected: number;
  right: string[];
  wrong: string[];
  /** A right tool was chosen, and no distractor. */
  good: boolean;
}

function readChoices(run: Run, runs: Runs, block: Distractors, servers: readonly string[]): Choices {
  const ids = distractorIds(run, runs, block, servers);
  const correct = indexMembers([block.correct], runs.servers);
  const added = indexMembers([ids], runs.servers);
  const bare = new Set(ids.map((id) => id.slice(id.indexOf('.') + 1)));
  const right: string[] = [];
  const wrong: string[] = [];
  for (const call of run.calls) {
    if (correct.listsOf(call).length > 0) right.push(call.id);
    else if (added.listsOf(call).length > 0 || (call.server === undefined && bare.has(call.name)))
      wrong.push(call.id);
  }
  const reached = right.length > 0 || block.correct.length === 0;
  return { injected: ids.length, right, wrong, good: reached && wrong.length === 0 };
}

/** As recorded; else what the block stands for, which needs no record. */
function distractorIds(run: Run, runs: Runs, block: Distractors, servers: readonly string[]): string[] {
  if (Array.isArray(run.trace.distractors)) {
    return array(run.trace.distractors).filter((id): id is string => typeof id === 'string');
  }
  const count = block.count ?? Math.max(...block.counts!);
  const declared = servers.length > 0 ? servers : [...runs.servers].sort();
  return chooseDistractors({ ...block, count }, runs.catalog ?? {}, declared).map((each) => each.id);
}

function accuracy(choices: readonly Choices[], block: Distractors): number {
  const right = choices.reduce((total, each) => total + each.right.length, 0);
  const wrong = choices.reduce((total, each) => total + each.wrong.length, 0);
  if (right + wrong === 0) return block.correct.length === 0 ? 100 : 0;
  return percent(right, right + wrong);
}

/** One accuracy for each count that some run was made at. */
function withCurve(result: MetricResult, choices: readonly Choices[], block: Distractors): MetricResult {
  const absent: Record<string, string> = {};
  for (const count of [...new Set(block.counts)].sort((a, b) => a - b)) {
    const target = `distractors.accuracy_at_${count}`;
    const at = choices.filter((each) => each.injected === count);
    if (at.length > 0) result.figures[target] = accuracy(at, block);
    else absent[target] = `no run had ${count} distractors`;
  }
  return Object.keys(absent).length > 0 ? { ...result, absent } : result;
}

function explainChoice(choice: Choices): string {
  const parts = [`${choice.injected} distractors`];
  parts.push(choice.right.length > 0 ? `right: ${tally(choice.right)}` : 'no right tool called');
  if (choice.wrong.length > 0) parts.push(`distractors called: ${tally(choice.wrong)}`);
  return parts.join('; ');
}
