/**
 * Rubrics in their three forms, what they ask, and what the answers come to. A text is one question with a score;
 * criteria are questions with a score each, weighed; a tree is questions of yes or no, of which one path counts.
 * Thresholds, weights and the scores of a tree are no part of what is asked: they can change without asking again.
 */
import type { Judgement, JudgementPart } from '../../types/trace.js';
import { canonicalJson } from '../../util/canonical-json.js';
import { sha256 } from '../../util/hash.js';
import { isObject } from '../../util/plain.js';
import type { JudgementBook } from '../types.js';

export interface RubricQuestions {
  form: 'text' | 'criteria' | 'tree';
  asks: string[];
}

/** What somebody is asked about a text. */
export interface JudgeQuestion extends RubricQuestions {
  by: 'model' | 'scorer';
  /** The name of the model or of the scorer. */
  judge: string;
  text: string;
}

interface TreeNode {
  ask: string;
  yes: TreeNode | number;
  no: TreeNode | number;
}

export function questionsOf(rubric: unknown): RubricQuestions {
  if (Array.isArray(rubric)) return { form: 'criteria', asks: rubric.map(textOf) };
  if (isObject(rubric))
    return { form: 'tree', asks: nodesOf(rubric as unknown as TreeNode).map(({ ask }) => ask) };
  return { form: 'text', asks: [String(rubric)] };
}

function textOf(criterion: unknown): string {
  return isObject(criterion) ? String(criterion.text) : String(criterion);
}

/** From the root, the branch of yes before that of no. */
function nodesOf(node: TreeNode | number): TreeNode[] {
  return typeof node === 'number' ? [] : [node, ...nodesOf(node.yes), ...nodesOf(node.no)];
}

/** The same question of the same text has the same key, whoever is asked. */
export function subjectKey({ form, asks, text }: Omit<JudgeQuestion, 'judge' | 'by'>): string {
  return sha256(canonicalJson([form, asks, text])).slice(0, 24);
}

/** Names a rubric, whatever it is applied to. */
export function rubricId(rubric: unknown): string {
  const { form, asks } = questionsOf(rubric);
  return sha256(canonicalJson([form, asks])).slice(0, 16);
}

/** Undefined when the answers do not fit what was asked. */
export function scoreOf(rubric: unknown, parts: readonly JudgementPart[]): number | undefined {
  const { form, asks } = questionsOf(rubric);
  if (parts.length !== asks.length) return undefined;
  if (form === 'tree') return leafOf(rubric as unknown as TreeNode, parts);
  const weights = form === 'criteria' ? (rubric as unknown[]).map(weightOf) : [1];
  let [sum, total] = [0, 0];
  for (const [index, { score }] of parts.entries()) {
    if (typeof score !== 'number' || !(score >= 0 && score <= 1)) return undefined;
    sum += weights[index]! * score;
    total += weights[index]!;
  }
  return rounded(sum / total);
}

function weightOf(criterion: unknown): number {
  return isObject(criterion) && typeof criterion.weight === 'number' ? criterion.weight : 1;
}

function leafOf(root: TreeNode, parts: readonly JudgementPart[]): number | undefined {
  const nodes = nodesOf(root);
  let node: TreeNode | number = root;
  while (typeof node !== 'number') {
    const answer: JudgementPart['answer'] = parts[nodes.indexOf(node)]!.answer;
    if (answer === undefined) return undefined;
    node = node[answer];
  }
  return rounded(node);
}

/** The reasons that count: of a tree those on the path, of criteria the lowest first. */
export function reasonOf(rubric: unknown, parts: readonly JudgementPart[]): string | undefined {
  const { form, asks } = questionsOf(rubric);
  if (form === 'text') return parts[0]?.reason;
  const lines = form === 'tree' ? pathOf(rubric as unknown as TreeNode, parts) : lowestFirst(asks, parts);
  return lines.length > 0 ? lines.join('; ') : undefined;
}

function pathOf(root: TreeNode, parts: readonly JudgementPart[]): string[] {
  const nodes = nodesOf(root);
  const lines: string[] = [];
  let node: TreeNode | number = root;
  while (typeof node !== 'number') {
    const { answer, reason }: JudgementPart = parts[nodes.indexOf(node)] ?? {};
    if (answer === undefined) break;
    lines.push(`${node.ask} ${answer}${reason ? ` (${reason})` : ''}`);
    node = node[answer];
  }
  return lines;
}

function lowestFirst(asks: readonly string[], parts: readonly JudgementPart[]): string[] {
  return parts
    .map(({ score = 0, reason }, index) => ({
      score,
      line: `${asks[index]}: ${score}${reason ? ` (${reason})` : ''}`,
    }))
    .sort((a, b) => a.score - b.score)
    .map(({ line }) => line);
}

/** Sums of decimals such as 0.1 and 0.2 are not off by a hair. */
function rounded(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}

/** What was said, as it was written down. */
export function bookOf(said: readonly Judgement[] = []): JudgementBook {
  const known = new Map(said.map((one) => [nameOf(one.metric === 'scorer', one.model, one.of ?? ''), one]));
  return { find: (question) => known.get(questionName(question)) };
}

/** Who is asked what about which text. */
export function questionName(question: JudgeQuestion): string {
  return nameOf(question.by === 'scorer', question.judge, subjectKey(question));
}

function nameOf(isScorer: boolean, judge: string, of: string): string {
  return JSON.stringify([isScorer, judge, of]);
}
