/** What the `expect:` of an agent test, and that of a metric block, may look at. */
import { parseTarget, targetProblem } from '../match/target.js';
import { METRICS, metricsOfTarget } from '../metrics/blocks.js';
import { didYouMean } from '../util/did-you-mean.js';
import { clip } from '../util/text.js';
import type { Complaint } from './shape.js';

const CALL_KEYS = ['name', 'server', 'args', 'result', 'is_error', 'duration_ms', 'agent'];
const CONVERSATION = [
  'conversation.tokens.total',
  'conversation.tokens.input',
  'conversation.tokens.output',
  'conversation.turns',
];
const TRACE_ROOTS = ['tool_calls', 'tool_names', 'final_response', 'conversation', 'cost_usd'];

const FIGURES = Object.values(METRICS).flatMap(({ targets }) => targets);
const FIGURE_ROOTS = [...new Set(FIGURES.map((target) => target.slice(0, target.indexOf('.'))))];

/** The blocks whose figure a target names; empty when it names none. */
export { metricsOfTarget };

export function isFigure(target: string): boolean {
  return FIGURE_ROOTS.some((root) => target.startsWith(`${root}.`));
}

/** A path into the run, or a figure of a metric. */
export function judgeAgentTarget(value: unknown): Complaint[] {
  if (typeof value !== 'string') return [expected('`tool_calls[0].name`')];
  const problem = targetProblem(value, [...TRACE_ROOTS, ...FIGURE_ROOTS]);
  if (problem !== undefined) {
    const { message, hint } = problem;
    return [{ path: [], message, hint: hint === null ? null : suggest(hint) }];
  }
  const parsed = parseTarget(value);
  if (parsed.problem) return [];
  const [root, second, third] = parsed.segments;
  if (root === 'conversation' && !CONVERSATION.includes(value)) return unknown(value, CONVERSATION);
  if (root === 'tool_calls' && typeof second === 'number' && third !== undefined) {
    if (CALL_KEYS.includes(String(third))) return [];
    const known = CALL_KEYS.map((key) => `tool_calls[${second}].${key}`);
    return unknown(value, known);
  }
  if (FIGURE_ROOTS.includes(String(root)) && metricsOfTarget(value).length === 0)
    return unknown(value, FIGURES);
  return [];
}

/** A figure of this block. */
export function judgeFigure(block: string, targets: readonly string[]) {
  return (value: unknown): Complaint[] => {
    if (typeof value !== 'string') return [expected(`\`${targets[0]}\``)];
    const owners: string[] = metricsOfTarget(value);
    if (owners.includes(block)) return [];
    if (owners.length === 0) return unknown(value, targets, `\`${block}\` measures`);
    const message = `\`${value}\` is not a figure of \`${block}\``;
    return [{ path: [], message, hint: `it belongs to \`${owners[0]}\`` }];
  };
}

function unknown(value: string, known: readonly string[], who?: string): Complaint[] {
  const near = didYouMean(value.slice(0, 200), known);
  const message = `there is no target \`${clip(value, 80)}\``;
  const list = `${who === undefined ? 'there are' : who} ${known.map((one) => `\`${one}\``).join(', ')}`;
  return [{ path: [], message, hint: near === undefined ? list : suggest(near) }];
}

function expected(example: string): Complaint {
  return { path: [], message: `expected a target such as ${example}` };
}

function suggest(word: string): string {
  return `did you mean \`${word}\`?`;
}
