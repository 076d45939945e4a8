/** A problem of a run as the error of a native test: the words of the report, and a stack that leads into the suite. */
import { resolve } from 'node:path';
import { problemLines } from '../report/pretty-problem.js';
import { type Problem, problems } from '../report/problems.js';
import type { CaseResult, RunEnvelope } from '../types/envelope.js';

const WIDTH = 100;

/** The name first, then what was asked, what came, and the command that runs it again. */
export function problemText(problem: Problem): string {
  const [, ...lines] = problemLines(problem, WIDTH, (_, text) => text);
  const mark = problem.verdict === 'fail' ? '' : ' could not be judged';
  return [`${problem.name}${mark}`, ...lines.map((line) => line.replace(/^ {4}/, '  '))].join('\n');
}

/** The error of a row that is not green; what could not be judged is one, too. */
export function rowError(result: CaseResult, envelope: RunEnvelope, cwd: string): Error | undefined {
  const problem = problems(envelope).find((one) => one.result?.id === result.id);
  return problem && errorOf([problem], cwd);
}

/** What went wrong outside the rows: gates over runs, coverage, setup, a limit. */
export function runError(envelope: RunEnvelope, cwd: string): Error | undefined {
  const outside = problems(envelope).filter(({ result }) => result === undefined);
  return outside.length === 0 ? undefined : errorOf(outside, cwd);
}

function errorOf(found: Problem[], cwd: string): Error {
  const error = new Error(found.map(problemText).join('\n\n'));
  const [{ file, line = 1, name } = { file: undefined, name: '' }] = found;
  error.name = found.some(({ verdict }) => verdict === 'fail') ? 'TestFailed' : 'TestInconclusive';
  // The frames of ours would show nothing; that of the suite opens in an editor.
  const frame = file === undefined ? '' : `\n    at ${oneWord(name)} (${resolve(cwd, file)}:${line}:1)`;
  error.stack = `${error.name}: ${error.message}${frame}`;
  return error;
}

function oneWord(name: string): string {
  return name.replace(/[^\w-]+/g, '_').slice(0, 60) || 'test';
}
