/** What an agent did in one run, for a person who asks why it failed: its calls in order, and its answer. */

import { isBlobReference } from '../envelope/blobs.js';
import type { CaseResult } from '../types/envelope.js';
import type { Trace, TraceCall } from '../types/trace.js';
import { ownValue } from '../util/plain.js';
import { plural } from '../util/text.js';
import { LABEL, labelled } from './pretty-problem.js';
import { columns, cut, wrap } from './text/columns.js';
import type { Paint } from './text/paint.js';
import { plainText, quotedText, safeClip } from './text/safe-text.js';

/** Of a long run the first calls and the last. */
const FIRST_CALLS = 20;
const LAST_CALLS = 5;
const ANSWER_LINES = 4;

/** `row` is the row that is told of, absent where several runs are judged together. */
export function runLines(
  shown: CaseResult,
  row: CaseResult | undefined,
  width: number,
  paint: Paint,
): string[] {
  const { trace } = shown;
  if (trace === undefined) return [];
  const room = width - LABEL;
  const calls = callLines(trace, room, paint);
  if (row === undefined && calls.length > 0) calls.unshift(paint('dim', `of run ${shown.run}`));
  const answer =
    typeof trace.final_response === 'string'
      ? wrap(safeClip(`"${trace.final_response}"`, 2000), room, ANSWER_LINES)
      : [];
  return [...block('calls', calls, paint), ...block('answer', answer, paint)];
}

/** The label beside the first line. */
function block(label: string, lines: readonly string[], paint: Paint): string[] {
  return lines.map((text, at) => (at === 0 ? labelled(label, text, paint) : ' '.repeat(LABEL) + text));
}

function callLines(trace: Trace, width: number, paint: Paint): string[] {
  const { calls } = trace;
  if (calls.length === 0) return ['none'];
  const lines = (from: number, to: number) =>
    calls.slice(from, to).flatMap((_, at) => oneCall(trace, from + at, width, paint));
  const left = calls.length - FIRST_CALLS - LAST_CALLS;
  if (left <= 0) return lines(0, calls.length);
  const more = paint('dim', `… ${plural(left, 'more call')}`);
  return [...lines(0, FIRST_CALLS), more, ...lines(calls.length - LAST_CALLS, calls.length)];
}

/** `2 ✗ crm.delete {"id":7} → no such user`; what came goes below where both do not fit. */
function oneCall(trace: Trace, at: number, width: number, paint: Paint): string[] {
  const call = trace.calls[at] as TraceCall;
  const failed = call.is_error === true || ownValue(call.result, 'isError') === true;
  const mark = failed ? paint('red', '✗') : paint('green', '✓');
  const number = String(at + 1).padStart(String(trace.calls.length).length);
  const indent = number.length + 3;
  const asked = cut(safeClip(`${idOf(call)} ${quotedText(call.args)}`, 1000), width - indent);
  const said = outcome(call, failed) + remark(call, at, trace);
  const head = `${number} ${mark} ${asked}`;
  // A trace of somebody else's agent need not hold what came back.
  if (said === '') return [head];
  const came = `→ ${said.trimStart()}`;
  if (indent + columns(asked) + 1 + columns(came) <= width) return [`${head} ${paint('dim', came)}`];
  return [head, ' '.repeat(indent) + paint('dim', cut(came, width - indent))];
}

function idOf({ tool, server }: TraceCall): string {
  return server === undefined || tool.startsWith(`${server}.`) ? tool : `${server}.${tool}`;
}

/** What the test itself had put in the way. */
function remark(call: TraceCall, at: number, { faults = [], distractors = [] }: Trace): string {
  const met = faults
    .filter((fault) => fault.call === at)
    .map(({ kind }) => ` (injected fault: ${safeClip(kind, 40)})`);
  const id = idOf(call);
  const added = distractors.some((one) => one === id || one === call.tool);
  return met.join('') + (added ? ' (a distractor)' : '');
}

function outcome({ result }: TraceCall, failed: boolean): string {
  const text = result === undefined ? '' : safeClip(answerText(result), 600);
  if (text === '') return failed ? 'error' : '';
  return failed ? `error ${text}` : text;
}

/** The texts of a tool result; anything else as JSON. */
function answerText(result: unknown): string {
  if (isBlobReference(result)) return quotedText(result);
  const content = ownValue(result, 'content');
  const texts = Array.isArray(content) ? content.map((part) => ownValue(part, 'text')) : [];
  const all = texts.length > 0 && texts.every((text) => typeof text === 'string');
  return all ? texts.map((text) => quotedText(text)).join(' ') : plainText(result);
}
