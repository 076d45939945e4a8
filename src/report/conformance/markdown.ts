/** `--format md`: for a pull request. */
import type { CheckResult } from '../../types/conformance.js';
import { code } from '../text/markdown-code.js';
import {
  brokenChecks,
  type ConformanceFormat,
  changeLines,
  countsText,
  gradeText,
  headline,
} from './view.js';

const MESSAGE = 200;
const FRAME = 300;

export const conformanceMarkdown: ConformanceFormat = (view) => {
  const { scorecard } = view;
  const broken = brokenChecks(scorecard);
  const untested = scorecard.checks.filter(({ status }) => status === 'not-testable');
  const lines = [
    `### mcptest conformance: ${gradeText(scorecard)}`,
    '',
    `${code(headline(scorecard), MESSAGE)}: ${countsText(scorecard)}`,
    ...changeLines(view).map((line) => `- ${line}`),
  ];
  if (broken.length > 0)
    lines.push('', '| check | level | what is wrong | fix |', '|---|---|---|---|', ...broken.map(row));
  if (untested.length > 0) {
    lines.push(
      '',
      `Not testable: ${untested.map(({ id, message }) => `${id} (${code(message, MESSAGE)})`).join(', ')}`,
    );
  }
  const [first] = broken;
  if (first !== undefined)
    lines.push('', `Frames of ${first.id}:`, '', ...first.frames.slice(0, 4).map(frameLine));
  return `${lines.join('\n')}\n`;
};

function row({ id, level, spec, message, fix }: CheckResult): string {
  return `| [${id}](${spec}) | ${level} | ${cell(code(message, MESSAGE))} | ${cell(fix)} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function frameLine({ direction, http, text }: CheckResult['frames'][number]): string {
  const words = [http, text].filter((part) => part !== undefined && part !== '').join('  ');
  return `- ${direction === 'sent' ? '→' : '←'} ${code(words, FRAME)}`;
}
