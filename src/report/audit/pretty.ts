/** `--format pretty`: one screen. A grade for each heading with what to fix first, then the fixes that gain most. */
import type { AuditFix, AuditGrade, AuditHeading, AuditReport } from '../../types/audit.js';
import { cut, pad, wrap } from '../text/columns.js';
import { type Colour, type Paint, painter } from '../text/paint.js';
import {
  type AuditFormat,
  type AuditStyle,
  type AuditView,
  changeLines,
  findingText,
  firstOf,
  gainText,
  gateLines,
  gradeText,
  headingText,
  headline,
  titleOf,
} from './view.js';

const COLOURS: Record<AuditGrade, Colour> = { A: 'green', B: 'green', C: 'yellow', D: 'red', F: 'red' };
const TITLE = 26;
const INDENT = '     ';
const MOST_CHANGES = 12;

export const auditPretty: AuditFormat = (view, style) => {
  const { report, delta } = view;
  const paint = painter(style.color);
  const lines = [
    `${mark(report.grade, paint)}  ${paint('bold', headline(report))}`,
    '',
    ...report.headings.flatMap((heading) => headingLines(heading, paint, style)),
    '',
    ...fixLines(report, paint, style),
    ...(delta === undefined ? [] : deltaLines(view, paint, style)),
    ...gateLines(view.gate).map(({ isGreen, text }) =>
      paint(isGreen ? 'green' : 'red', trimmed(text, style, 0)),
    ),
    ...report.notes.map((note) => paint('dim', `note: ${note}`)),
  ];
  while (lines.at(-1) === '') lines.pop();
  return `${lines.join('\n')}\n`;
};

/** A heading as soon as it is known, for who waits. */
export function headingLine(heading: AuditHeading, { color, width }: AuditStyle): string {
  const line = `${pad(heading.title, TITLE)}${headingText(heading)}`;
  return `${mark(heading.grade, painter(color))}  ${cut(line, width - 3)}`;
}

function mark(grade: AuditGrade | undefined, paint: Paint): string {
  return grade === undefined ? paint('cyan', '?') : paint(COLOURS[grade], gradeText(grade));
}

function trimmed(text: string, { width, whole }: AuditStyle, used: number): string {
  return whole ? text : cut(text, Math.max(20, width - used));
}

function headingLines(heading: AuditHeading, paint: Paint, style: AuditStyle): string[] {
  const first = firstOf(heading);
  const text = trimmed(headingText(heading), style, TITLE + 5);
  const line = `  ${mark(heading.grade, paint)}  ${pad(heading.title, TITLE)}${paint('dim', text)}`;
  if (first === undefined) return [line];
  return [line, `${INDENT}${paint('dim', 'first:')} ${trimmed(findingText(first), style, 12)}`];
}

function fixLines(report: AuditReport, paint: Paint, style: AuditStyle): string[] {
  if (report.fixes.length === 0) {
    const judged = report.headings.some(({ grade }) => grade !== undefined);
    return judged ? ['Nothing to fix in what could be judged.'] : [];
  }
  return [
    paint('bold', 'What to fix first'),
    ...report.fixes.flatMap((fix, at) => fixText(report, fix, { at, paint, style })),
    '',
  ];
}

function fixText(
  report: AuditReport,
  fix: AuditFix,
  { at, paint, style }: { at: number; paint: Paint; style: AuditStyle },
): string[] {
  const gain = paint('dim', `(${titleOf(report, fix)}: ${gainText(fix)})`);
  const remedy = style.whole ? [fix.fix] : wrap(fix.fix, Math.max(20, style.width - 5), 2);
  return [
    `  ${at + 1}. ${trimmed(findingText(fix), style, 5)} ${style.whole ? gain : ''}`.trimEnd(),
    ...(style.whole ? [] : [`${INDENT}${gain}`]),
    ...remedy.map((line) => `${INDENT}${line}`),
    `${INDENT}${paint('cyan', `$ ${fix.command}`)}`,
  ];
}

const SIGNS = { better: '+', worse: '-', same: '=', unknown: '?' } as const;
const CHANGE_COLOURS = { better: 'green', worse: 'red', same: 'dim', unknown: 'cyan' } as const;

function deltaLines({ delta }: AuditView, paint: Paint, style: AuditStyle): string[] {
  const changes = delta === undefined ? [] : changeLines(delta);
  if (changes.length === 0) return ['Nothing changed.', ''];
  const shown = changes.slice(0, MOST_CHANGES);
  const more = changes.length - shown.length;
  return [
    paint('bold', 'What changed'),
    ...shown.map(({ kind, text }) =>
      paint(CHANGE_COLOURS[kind], `  ${SIGNS[kind]} ${trimmed(text, style, 4)}`),
    ),
    ...(more > 0 ? [`  and ${more} more; --format json has them all`] : []),
    '',
  ];
}
