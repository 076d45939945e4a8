/** One problem for a person, once: where, what was asked, what came and why, what to type. */

import { isBlobReference } from '../envelope/blobs.js';
import type { CaseResult } from '../types/envelope.js';
import type { Check } from '../types/verdict.js';
import { isObject } from '../util/plain.js';
import { plural } from '../util/text.js';
import { stringDifference, valueDifference } from './difference.js';
import { type Problem, placeText } from './problems.js';
import { tellingLines } from './stderr-tail.js';
import { cut, wrap } from './text/columns.js';
import { givenLines, lineOf } from './text/given-lines.js';
import type { Paint } from './text/paint.js';
import { quotedText, safe, safeClip } from './text/safe-text.js';

const MAX_LINES = 9;
const MAX_DIFF = 5;
/** A list of names may be long, and none of them may be the one that is left out. */
const MAX_WRAPPED = 20;
const MAX_BECAUSE = 40;
/** Lines of a sentence where everything is asked for. */
const MAX_SENTENCE = 30;
const MAX_STDERR = 3;
/** A snapshot is compared as a whole, so more of its leaves change at once. */
const MAX_SNAPSHOT_DIFF = 12;
const INDENT = '    ';
export const LABEL = 10;
/** Matchers that ask for equality; for others a difference would say nothing. */
const EQUALITY = new Set(['exact', '==', 'subset']);
/** Matchers whose operand beside the value needs no sentence. */
const SELF_EVIDENT = new Set([
  ...['exact', '==', '!=', '>', '>=', '<', '<=', 'contains', 'icontains'],
  ...['starts_with', 'ends_with', 'regex', 'type', 'subset'],
]);

/** What an agent did in a run, where a run has agents. */
export type RunLines = (
  shown: CaseResult,
  row: CaseResult | undefined,
  width: number,
  paint: Paint,
) => string[];

export interface ProblemManner {
  runLines?: RunLines;
  /** Everything, however long. */
  verbose?: boolean;
}

export function problemLines(
  problem: Problem,
  width: number,
  paint: Paint,
  { runLines, verbose = false }: ProblemManner = {},
): string[] {
  const mark = problem.verdict === 'fail' ? paint('red', '✗') : paint('yellow', '?');
  const room = width - INDENT.length;
  const parts = partsOf(problem).flatMap((part) => partLines(part, { ...problem, verbose }, room, paint));
  const run = (problem.shown && runLines?.(problem.shown, problem.result, room, paint)) ?? [];
  const lines = [...parts, ...run, labelled('repro', paint('cyan', safe(problem.repro)), paint)];
  return [
    `  ${mark} ${paint('bold', cut(safe(problem.name), width - 4))}`,
    ...lines.map((line) => INDENT + line),
  ];
}

/** One thing that was judged, or that went wrong without being judged. */
type Part = Pick<Problem, 'check' | 'message' | 'because' | 'stderr'> & { place: string };

/** Every check that came to the same: each could be the one that somebody looks for. */
function partsOf(problem: Problem): Part[] {
  const first = { ...problem, place: placeText(problem) };
  const others = problem.checks.slice(1).map((check) => ({
    check,
    message: check.message,
    because: check.because,
    stderr: check.stderr,
    place: placeText({ ...problem, line: check.line ?? problem.result?.line ?? problem.line }),
  }));
  return [first, ...others];
}

function partLines(
  part: Part,
  { verdict, group, verbose }: Problem & { verbose: boolean },
  width: number,
  paint: Paint,
): string[] {
  const { check } = part;
  const fails = verdict === 'fail';
  const over = group === undefined ? '' : ` over ${plural(group.runs, 'run')}`;
  const target = check ? safeClip(check.target, 200) + over : '';
  const place = cut([safe(part.place), target].filter((word) => word !== '').join(' › '), width);
  const tail = [
    ...(fails && check ? evidenceLines(check, width, paint, verbose) : []),
    ...becauseLines(part.because ?? [], width, paint),
    ...stderrLines(part.stderr ?? [], width, paint),
  ];
  const sentence = sentenceOf(part, verdict);
  const room = verbose ? MAX_SENTENCE : Math.max(1, Math.min(3, MAX_LINES - 3 - tail.length));
  const message = sentence === '' ? [] : wrap(safeClip(sentence, 1000), width, room);
  return [...(place === '' ? [] : [paint('dim', place)]), ...message, ...tail];
}

/** Where expected and actual say it all, only the author's own words are left of the message. */
function sentenceOf({ check, message }: Part, verdict: Problem['verdict']): string {
  if (verdict === 'fail' && check && differs(check)) {
    return 'differs from its snapshot (accept it with --update-snapshots)';
  }
  if (verdict !== 'fail' || check?.actual === undefined || !SELF_EVIDENT.has(check.matcher)) return message;
  const at = message.indexOf('expected that ');
  return at < 0 ? message : message.slice(0, at).replace(/: $/, '');
}

/** The saved value stands there, not what the suite says about it. */
function differs({ matcher, message }: Check): boolean {
  return matcher === 'snapshot' && message.includes('(accept it with --update-snapshots)');
}

function evidenceLines(check: Check, width: number, paint: Paint, verbose: boolean): string[] {
  const room = width - LABEL;
  const { expected, actual, matcher } = check;
  const equality = EQUALITY.has(matcher) || differs(check);
  if (equality && typeof expected === 'string' && typeof actual === 'string') {
    const shown = stringDifference(expected, actual, room);
    return givenLines(
      labelled('expected', paint('green', shown.expected), paint),
      labelled('actual', paint('red', shown.actual), paint),
      shown.caret === '' ? undefined : ' '.repeat(LABEL) + paint('dim', shown.caret),
    );
  }
  if (equality && isStructure(expected) && isStructure(actual)) {
    const usual = matcher === 'snapshot' ? MAX_SNAPSHOT_DIFF : MAX_DIFF;
    const max = verbose ? Number.POSITIVE_INFINITY : usual;
    const options = { subset: matcher === 'subset', max, width };
    const lines = valueDifference(expected, actual, options);
    if (lines.length > 0) return lines.map((line) => paintDifference(line, paint));
  }
  return givenLines(
    lineOf(expected, () => labelled('expected', paint('green', operandText(check, room)), paint)),
    lineOf(actual, (value) => labelled('actual', paint('red', valueText(value, room)), paint)),
  );
}

function stderrLines(lines: string[], width: number, paint: Paint): string[] {
  return tellingLines(lines, MAX_STDERR).map((line, at) =>
    at === 0
      ? labelled('stderr', cut(safeClip(line, 1000), width - LABEL), paint)
      : ' '.repeat(LABEL) + cut(safeClip(line, 1000), width - LABEL),
  );
}

/** What the figure was counted from: every call, name and value. */
function becauseLines(because: readonly string[], width: number, paint: Paint): string[] {
  const lines = because.flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? '';
    const text = safeClip(line.slice(indent.length), 4000);
    const wrapped = wrap(text, width - LABEL - indent.length - 2, MAX_WRAPPED);
    return wrapped.map((piece, at) => signed(indent + (at === 0 ? '' : '  ') + piece, paint));
  });
  const shown = lines.length > MAX_BECAUSE ? lines.slice(0, MAX_BECAUSE) : lines;
  if (shown.length < lines.length) shown.push(`… and ${lines.length - shown.length} more lines`);
  return shown.map((text, at) => (at === 0 ? labelled('because', text, paint) : ' '.repeat(LABEL) + text));
}

/** A step of a path that is not as declared has the colour of its side. */
function signed(line: string, paint: Paint): string {
  const sign = /^ {2}([-+~]) /.exec(line)?.[1];
  if (sign === undefined) return line;
  return paint(sign === '-' ? 'green' : 'red', line);
}

function isStructure(value: unknown): boolean {
  return (Array.isArray(value) || isObject(value)) && !isBlobReference(value);
}

function paintDifference(line: string, paint: Paint): string {
  if (line.startsWith('-')) return paint('green', line);
  return line.startsWith('+') ? paint('red', line) : line;
}

function operandText(check: Check, width: number): string {
  const matcher = check.matcher === 'exact' ? '' : `${safeClip(check.matcher, 40)} `;
  return cut(matcher + valueText(check.expected, width), width);
}

function valueText(value: unknown, width: number): string {
  return cut(safeClip(quotedText(value), width), width);
}

export function labelled(label: string, text: string, paint: Paint): string {
  return paint('dim', label.padEnd(LABEL)) + text;
}
