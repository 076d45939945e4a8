/**
 * `llm_judge`, `llm_jury` and `scorer`: what a model, several models or a program say of a value. Nobody is asked
 * here: the run asks, and what was said is looked up. What nobody said, or said badly, is inconclusive.
 */
import { isObject, ownValue } from '../util/plain.js';
import type { MatcherDef } from './types.js';

/** Where a test names no model, the entry `judge` of `models:` judges. */
export const DEFAULT_JUDGE = 'judge';
export const DEFAULT_THRESHOLD = 0.7;
/** A tree or a list with more questions is no rubric that a model answers well. */
const MOST_QUESTIONS = 50;
const MOST_JURORS = 99;

export const llmJudge: MatcherDef = {
  name: 'llm_judge',
  summary:
    'A model judges the value by a rubric: `{ rubric, threshold, model }`, or the rubric alone. The rubric is a text, a list of weighted criteria `{ text, weight }`, or a tree `{ ask, yes, no }`.',
  operand: (operand) => judgeProblem(operand, ['rubric']),
  options: (operand) => [
    { path: [], map: operand, known: ['rubric', 'threshold', 'model'] },
    ...rubricOptions(ownValue(operand, 'rubric'), ['rubric']),
  ],
  describe: (operand) => `is given ${thresholdOf(operand)} or more by ${modelOf(operand)}`,
  test: async (actual, operand, ctx) => (await voting()).judgeByModel(actual, asMap(operand), ctx),
};

export const llmJury: MatcherDef = {
  name: 'llm_jury',
  summary:
    'Several models judge the value: `{ rubric, threshold, quorum, jurors }`. `quorum` is how many must give the threshold: a count, a share such as `2/3`, or by default more than half.',
  operand(operand) {
    if (!isObject(operand)) return 'takes { rubric, jurors, threshold, quorum }';
    const jurors = ownValue(operand, 'jurors');
    if (!Array.isArray(jurors) || jurors.length === 0 || !jurors.every(isText))
      return 'takes a list of models as jurors';
    if (jurors.length > MOST_JURORS) return `takes at most ${MOST_JURORS} jurors`;
    if (new Set(jurors).size < jurors.length)
      return 'takes each juror once: the same model gives the same answer';
    return judgeProblem(operand, ['rubric', 'jurors']) ?? quorumProblem(operand.quorum, jurors.length);
  },
  options: (operand) => [
    { path: [], map: operand, known: ['rubric', 'threshold', 'quorum', 'jurors'] },
    ...rubricOptions(ownValue(operand, 'rubric'), ['rubric']),
  ],
  describe(operand) {
    const jurors = ownValue(operand, 'jurors') as string[];
    const quorum = ownValue(operand, 'quorum');
    const share = quorum === undefined ? 'more than half' : String(quorum);
    return `is given ${thresholdOf(operand)} or more by ${share} of ${jurors.length} jurors`;
  },
  test: async (actual, operand, ctx) => (await voting()).judgeByJury(actual, asMap(operand), ctx),
};

export const scorer: MatcherDef = {
  name: 'scorer',
  summary:
    'A program of `scorers:` scores the value: `{ name, threshold }`, or its name alone. It reads JSON and answers `{ "score": 0.9, "reason": "…" }`.',
  operand(operand) {
    if (isText(operand)) return undefined;
    if (!isText(ownValue(operand, 'name'))) return 'takes the name of a scorer, or { name, threshold }';
    return thresholdProblem(operand);
  },
  options: (operand) => [{ path: [], map: operand, known: ['name', 'threshold'] }],
  describe: (operand) => `is given ${thresholdOf(operand)} or more by the scorer ${scorerName(operand)}`,
  test: async (actual, operand, ctx) => (await voting()).judgeByScorer(actual, operand, ctx),
};

/** Loaded only where something is judged. */
function voting() {
  return import('./judging/judged-values.js');
}

export function scorerName(operand: unknown): string {
  return typeof operand === 'string' ? operand : String(ownValue(operand, 'name'));
}

export function thresholdOf(operand: unknown): number {
  const threshold = ownValue(operand, 'threshold');
  return typeof threshold === 'number' ? threshold : DEFAULT_THRESHOLD;
}

export function modelOf(operand: unknown): string {
  const model = ownValue(operand, 'model');
  return typeof model === 'string' ? model : DEFAULT_JUDGE;
}

function asMap(operand: unknown): Record<string, unknown> {
  return isObject(operand) ? operand : { rubric: operand };
}

function judgeProblem(operand: unknown, needed: string[]): string | undefined {
  if (isText(operand)) return undefined;
  if (!isObject(operand)) return 'takes a rubric, or { rubric, threshold, model }';
  const missing = needed.find((key) => operand[key] === undefined);
  if (missing !== undefined) return `needs \`${missing}\``;
  const { model } = operand;
  if (model !== undefined && !isText(model)) return 'takes the name of a model as model';
  return rubricProblem(operand.rubric) ?? thresholdProblem(operand);
}

function thresholdProblem(operand: unknown): string | undefined {
  const threshold = ownValue(operand, 'threshold');
  if (threshold === undefined) return undefined;
  const isShare = typeof threshold === 'number' && threshold >= 0 && threshold <= 1;
  return isShare ? undefined : 'takes a number from 0 to 1 as threshold';
}

/** As a clause; a rubric is a text, a list of criteria, or a tree. */
export function rubricProblem(rubric: unknown): string | undefined {
  if (typeof rubric === 'string') return isText(rubric) ? undefined : 'takes a rubric that says something';
  if (Array.isArray(rubric)) return criteriaProblem(rubric);
  if (!isObject(rubric)) return 'takes a text, a list of criteria, or a tree { ask, yes, no } as rubric';
  const tree = treeProblem(rubric, 1);
  return tree ?? (countAsks(rubric) > MOST_QUESTIONS ? tooMany() : undefined);
}

function criteriaProblem(rubric: unknown[]): string | undefined {
  if (rubric.length === 0) return 'takes a list with at least one criterion as rubric';
  if (rubric.length > MOST_QUESTIONS) return tooMany();
  let total = 0;
  for (const one of rubric) {
    if (isText(one)) {
      total += 1;
      continue;
    }
    if (!isText(ownValue(one, 'text'))) return 'takes criteria such as { text, weight }';
    const weight = ownValue(one, 'weight') ?? 1;
    if (typeof weight !== 'number' || !(weight >= 0) || weight > 1e6)
      return 'takes weights from 0 to 1000000';
    total += weight;
  }
  return total > 0 ? undefined : 'needs a criterion with a weight above 0';
}

function treeProblem(node: unknown, depth: number): string | undefined {
  if (depth > MOST_QUESTIONS) return tooMany();
  if (!isText(ownValue(node, 'ask'))) return 'takes trees in which every node has `ask`, `yes` and `no`';
  for (const branch of ['yes', 'no']) {
    const next = ownValue(node, branch);
    const isScore = typeof next === 'number' && next >= 0 && next <= 1;
    if (isScore) continue;
    if (!isObject(next)) return `takes a tree, or a score from 0 to 1, as \`${branch}\``;
    const problem = treeProblem(next, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function countAsks(node: unknown): number {
  return isObject(node) ? 1 + countAsks(node.yes) + countAsks(node.no) : 0;
}

function tooMany(): string {
  return `takes rubrics of at most ${MOST_QUESTIONS} questions`;
}

/** Keys of criteria and of nodes are ours too. */
function rubricOptions(
  rubric: unknown,
  path: (string | number)[],
): ReturnType<NonNullable<MatcherDef['options']>> {
  if (Array.isArray(rubric))
    return rubric.map((map, at) => ({ path: [...path, at], map, known: ['text', 'weight'] }));
  if (!isObject(rubric) || path.length > MOST_QUESTIONS) return [];
  return [
    { path, map: rubric, known: ['ask', 'yes', 'no'] },
    ...['yes', 'no'].flatMap((branch) => rubricOptions(ownValue(rubric, branch), [...path, branch])),
  ];
}

/** A count, or a share as `2/3`, `67%` or 0.67. */
function quorumProblem(quorum: unknown, jurors: number): string | undefined {
  if (quorum === undefined) return undefined;
  if (typeof quorum === 'number') {
    if (Number.isInteger(quorum) && quorum >= 1)
      return quorum <= jurors ? undefined : `asks for ${quorum} of ${jurors} jurors`;
    return quorum > 0 && quorum < 1 ? undefined : 'takes a count of jurors, or a share, as quorum';
  }
  const [, part, whole] = /^\s*(\d{1,4})\s*\/\s*(\d{1,4})\s*$/.exec(String(quorum)) ?? [];
  if (part !== undefined && whole !== undefined)
    return Number(part) >= 1 && Number(part) <= Number(whole)
      ? undefined
      : 'takes a share above 0 and up to 1 as quorum';
  const percent = /^\s*(\d{1,3}(?:\.\d{1,4})?)\s*%\s*$/.exec(String(quorum))?.[1];
  if (percent === undefined) return 'takes a count, `2/3`, `67%` or 0.67 as quorum';
  return Number(percent) > 0 && Number(percent) <= 100
    ? undefined
    : 'takes a share above 0 and up to 1 as quorum';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Whether somebody must be asked before this can be judged. */
export function isJudged(matcher: unknown): boolean {
  if (Array.isArray(matcher)) return matcher.some(isJudged);
  if (!isObject(matcher)) return false;
  return Object.entries(matcher).some(
    ([name, operand]) => ['llm_judge', 'llm_jury', 'scorer'].includes(name) || isJudged(operand),
  );
}
