/** One problem for a person, once and in under ten lines: where, what was asked, what came, what to type. */

import { isBlobReference } from '../envelope/blobs.js';
import type { Check } from '../types/verdict.js';
import { isObject } from '../util/plain.js';
import { stringDifference, valueDifference } from './difference.js';
import { type Problem, placeText } from './problems.js';
import { tellingLines } from './stderr-tail.js';
import { columns, cut, wrap } from './text/columns.js';
import { givenLines, lineOf } from './text/given-lines.js';
import type { Paint } from './text/paint.js';
import { quotedText, safe, safeClip } from './text/safe-text.js';

const MAX_LINES = 9;
const MAX_DIFF = 5;
/** Lines of a sentence where everything is asked for. */
const MAX_SENTENCE = 30;
const MAX_EXPLAINED = 3;
const MAX_STDERR = 3;
/** A snapshot is compared as a whole, so more of its leaves change at once. */
const MAX_SNAPSHOT_DIFF = 12;
const INDENT = '    ';
const LABEL = 10;
/** Matchers that ask for equality; for others a difference would say nothing. */
const EQUALITY = new Set(['exact', '==', 'subset']);
/** Matchers whose operand beside the value needs no sentence. */
const SELF_EVIDENT = new Set([
  ...['exact', '==', '!=', '>', '>=', '<', '<=', 'contains', 'icontains'],
  ...['starts_with', 'ends_with', 'regex', 'type'],
]);

export function problemLines(problem: Problem, width: number, paint: Paint, verbose = false): string[] {
  const fails = problem.verdict === 'fail';
  const mark = fails ? paint('red', '✗') : paint('yellow', '?');
  const head = [`  ${mark} ${paint('bold', cut(safe(problem.name), width - 4))}`];
  const place = headText(problem, width - INDENT.length);
  if (place) head.push(INDENT + paint('dim', place));
  const evidence =
    fails && problem.check ? evidenceLines(problem.check, width - INDENT.length, paint, verbose) : [];
  const why = explainLines(problem, width - INDENT.length, paint);
  const sentence = sentenceOf(problem);
  const said = stderrLines(problem.stderr ?? [], width - INDENT.length, paint);
  const tail = [...evidence, ...why, ...said, labelled('repro', paint('cyan', safe(problem.repro)), paint)];
  const room = verbose ? MAX_SENTENCE : Math.max(1, Math.min(3, MAX_LINES - head.length - tail.length));
  const message = sentence === '' ? [] : wrap(safeClip(sentence, 1000), width - INDENT.length, room);
  return [...head, ...message.map((line) => INDENT + line), ...tail.map((line) => INDENT + line)];
}

/** Where expected and actual say it all, only the author's own words are left of the message. */
function sentenceOf({ check, message, verdict }: Problem): string {
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

function headText(problem: Problem, width: number): string {
  const place = safe(placeText(problem));
  const target = problem.check ? safeClip(problem.check.target, 200) : '';
  const more = problem.more > 0 ? ` (+${problem.more} more)` : '';
  const whole = [place, target].filter((part) => part !== '').join(' › ');
  return cut(whole, width - columns(more)) + more;
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

/** What was counted, where a figure is at fault. */
function explainLines({ explain = [], check }: Problem, width: number, paint: Paint): string[] {
  const [first] = explain;
  if (first === undefined || check === undefined || /^(result|error|server)\b/.test(check.target)) return [];
  // The block's name says nothing that the target does not.
  const lines = wrap(safeClip(first.replace(/^\w+: /, ''), 400), width - LABEL, MAX_EXPLAINED);
  return lines.map((text, index) =>
    index === 0 ? labelled('because', text, paint) : ' '.repeat(LABEL) + text,
  );
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

function labelled(label: string, text: string, paint: Paint): string {
  return paint('dim', label.padEnd(LABEL)) + text;
}
