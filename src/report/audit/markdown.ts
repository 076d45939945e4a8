/** `--format md`: for a pull request. What changed comes first, then the grades, then the fixes. */
import type { AuditFix, AuditHeading, AuditReport } from '../../types/audit.js';
import { code } from '../text/markdown-code.js';
import {
  type AuditFormat,
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

const TEXT = 300;
const MOST_CHANGES = 20;
const SIGNS = { better: 'better', worse: '**worse**', same: 'same', unknown: 'unknown' } as const;

export const auditMarkdown: AuditFormat = ({ report, delta, gate }) => {
  const lines = [`### mcptest audit: ${gradeText(report.grade)}`, '', code(headline(report), TEXT), ''];
  if (delta !== undefined) lines.push(...changes(delta));
  lines.push('| | | what it rests on | fix first |', '|---|---|---|---|', ...report.headings.map(row), '');
  if (report.fixes.length > 0) lines.push('What to fix first:', '', ...report.fixes.map(fixItem(report)), '');
  lines.push(...gateLines(gate).map(({ text }) => `- ${code(text, TEXT)}`));
  lines.push(...report.notes.map((note) => `- note: ${code(note, TEXT)}`));
  return `${lines.join('\n').trimEnd()}\n`;
};

function changes(delta: Parameters<typeof changeLines>[0]): string[] {
  const all = changeLines(delta);
  if (all.length === 0) return ['Nothing changed.', ''];
  const more = all.length > MOST_CHANGES ? [`- and ${all.length - MOST_CHANGES} more`] : [];
  return [
    'What this changes:',
    '',
    ...all.slice(0, MOST_CHANGES).map(({ kind, text }) => `- ${SIGNS[kind]}: ${code(text, TEXT)}`),
    ...more,
    '',
  ];
}

function row(heading: AuditHeading): string {
  const first = firstOf(heading);
  const cells = [
    `**${gradeText(heading.grade)}**`,
    heading.title,
    code(headingText(heading), TEXT),
    first === undefined ? '' : code(findingText(first), TEXT),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function fixItem(report: AuditReport): (fix: AuditFix, at: number) => string {
  return (fix, at) =>
    `${at + 1}. ${code(findingText(fix), TEXT)} (${titleOf(report, fix)}: ${gainText(fix)})  \n` +
    `   ${code(fix.fix, TEXT)}  \n   ${code(fix.command, 1000)}`;
}
