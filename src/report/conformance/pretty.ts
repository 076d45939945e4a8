/** `--format pretty`: the grade, what to fix first with the frames that prove it, then the rest in a line each. */
import type { CheckResult, CheckStatus, Frame } from '../../types/conformance.js';
import { type Colour, type Paint, painter } from '../text/paint.js';
import { safe, safeClip } from '../text/safe-text.js';
import {
  brokenChecks,
  type ConformanceFormat,
  type ConformanceView,
  changeLines,
  countsText,
  gradeText,
  headline,
  STATUS_WORDS,
} from './view.js';

const COLOURS: Record<CheckStatus, Colour> = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  'not-applicable': 'dim',
  'not-testable': 'cyan',
};
const INDENT = '        ';
/** So many broken checks are shown in full. */
const FIRST = 5;
const SHOWN_FRAMES = 4;
const FRAME_WIDTH = 200;

export const conformancePretty: ConformanceFormat = (view, { color, verbose, quiet }) => {
  const paint = painter(color);
  const { scorecard } = view;
  const verdict = `${paint('bold', gradeText(scorecard))}  ${countsText(scorecard)}`;
  if (quiet) return `${verdict}\n`;
  const lines = [
    paint('bold', headline(scorecard)),
    '',
    ...(verbose ? scorecard.checks.flatMap((check) => whole(check, paint)) : short(view, paint)),
    ...changeLines(view),
    verdict,
  ];
  return `${lines.join('\n')}\n`;
};

function short({ scorecard }: ConformanceView, paint: Paint): string[] {
  const broken = brokenChecks(scorecard);
  const lines = broken.length === 0 ? [] : [paint('bold', 'What to fix first')];
  for (const check of broken.slice(0, FIRST)) lines.push(...whole(check, paint), '');
  for (const check of broken.slice(FIRST)) lines.push(line(check, paint));
  if (broken.length > FIRST) lines.push('');
  const untested = scorecard.checks.filter(({ status }) => status === 'not-testable');
  if (untested.length > 0) lines.push(paint('bold', 'What could not be tested'));
  for (const check of untested) lines.push(line(check, paint));
  if (untested.length > 0) lines.push('');
  return lines;
}

function line({ id, level, status, title, message }: CheckResult, paint: Paint): string {
  const mark = paint(COLOURS[status], STATUS_WORDS[status].padEnd(4));
  const said = status === 'pass' ? '' : paint('dim', `: ${safeClip(message, 160)}`);
  return `  ${mark}  ${id} ${level} ${title}${said}`;
}

function whole(check: CheckResult, paint: Paint): string[] {
  const lines = [line(check, paint)];
  if (check.status === 'pass' || check.status === 'not-applicable') return lines;
  for (const frame of check.frames.slice(0, SHOWN_FRAMES)) lines.push(paint('dim', frameLine(frame)));
  if (check.status !== 'not-testable') lines.push(`${INDENT}${paint('cyan', 'fix')} ${safe(check.fix)}`);
  lines.push(`${INDENT}${check.spec}`);
  return lines;
}

function frameLine({ direction, http, text }: Frame): string {
  const arrow = direction === 'sent' ? '→' : '←';
  const words = [http, text].filter((part) => part !== undefined && part !== '').join('  ');
  return `${INDENT}${arrow} ${safeClip(words, FRAME_WIDTH)}`;
}
