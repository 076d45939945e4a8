/**
 * `--reporter github`: workflow commands, so that failures show as annotations on the changed files.
 * Every value is escaped for the place where it stands; no text of a server can begin a command.
 */

import type { RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { assertText } from './agent-failures.js';
import { countsText, partyTexts } from './counts.js';
import { furtherChecks, type Problem, problems } from './problems.js';
import { givenLines, lineOf } from './text/given-lines.js';
import { plainText, safe, safeClip } from './text/safe-text.js';

export const github: Reporter = (envelope) => {
  const lines = [
    ...problems(envelope).map(problemCommand),
    ...envelope.results.filter((result) => result.flaky).map(flakyCommand),
    noticeCommand(envelope),
  ];
  return `${lines.join('\n')}\n`;
};

function problemCommand(problem: Problem): string {
  const actual = problem.check?.actual;
  const message = givenLines(
    assertText(problem),
    lineOf(actual, (value) => `actual: ${safeClip(plainText(value), 300)}`),
    ...furtherChecks(problem).map((line) => `also: ${safeClip(line, 600)}`),
    `repro: ${safe(problem.repro)}`,
  );
  return command('error', { file: problem.file, line: problem.line, title: problem.name }, message);
}

function flakyCommand(result: RunEnvelope['results'][number]): string {
  const message = `passed only on attempt ${result.attempts ?? 2}`;
  return command('warning', { file: result.file, line: result.line, title: `flaky: ${result.name}` }, [
    message,
  ]);
}

function noticeCommand(envelope: RunEnvelope): string {
  const message = [countsText(envelope), ...partyTexts(envelope)];
  return command('notice', { title: `mcptest: ${envelope.verdict}` }, message);
}

function command(
  kind: 'error' | 'warning' | 'notice',
  properties: { file?: string; line?: number; title: string },
  message: string[],
): string {
  const { file, line, title } = properties;
  const list = [`title=${property(safeClip(title, 200))}`];
  if (file) list.unshift(`file=${property(file)}`, `line=${line ?? 1}`);
  return `::${kind} ${list.join(',')}::${data(message.join('\n'))}`;
}

function data(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function property(text: string): string {
  return data(safe(text)).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
