/** `--format agent`: an audit in about 1,000 tokens, for a model that mends the server. */
import { givenLines } from '../text/given-lines.js';
import { safeClip } from '../text/safe-text.js';
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
} from './view.js';

/** In characters, of which a token has about four. */
const BUDGET = 3800;
const SAYS = 110;
const FIRST = 90;
const MESSAGE = 180;
const FIX = 200;
const COMMAND = 160;
const MOST_CHANGES = 6;

export const auditAgent: AuditFormat = ({ report, delta, gate }) => {
  const changes = delta === undefined ? [] : changeLines(delta);
  const lines = [
    `AUDIT ${gradeText(report.grade)} ${safeClip(headline(report), SAYS)}`,
    ...report.headings.flatMap((heading) => {
      const first = firstOf(heading);
      return givenLines(
        `HEADING ${heading.id} ${gradeText(heading.grade)} ${safeClip(headingText(heading), SAYS)}`,
        first && `  first: ${safeClip(findingText(first), FIRST)}`,
      );
    }),
    ...gateLines(gate).map(({ text }) => `GATE ${safeClip(text, MESSAGE)}`),
    ...changes.slice(0, MOST_CHANGES).map(({ kind, text }) => `CHANGE ${kind} ${safeClip(text, MESSAGE)}`),
    ...report.fixes.flatMap((fix) => [
      `FIX ${fix.heading} (${gainText(fix)}) ${safeClip(findingText(fix), MESSAGE)}`,
      `  do: ${safeClip(fix.fix, FIX)}`,
      `  check: ${safeClip(fix.command, COMMAND)}`,
    ]),
  ];
  return `${within(lines).join('\n')}\n`;
};

function within(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let left = BUDGET;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) return [...kept, '(cut; --format json has the rest)'];
    kept.push(line);
  }
  return kept;
}
