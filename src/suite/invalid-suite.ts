/** Problems of a suite as the one error that a command ends with. */
import type { SuiteProblem } from '../types/suite.js';
import { EXIT, McptestError } from '../util/errors.js';
import { plural } from '../util/text.js';

export class InvalidSuite extends McptestError {
  constructor(readonly problems: SuiteProblem[]) {
    super({
      code: 'invalid-suite',
      message: `${plural(problems.length, 'problem')} in the suite; nothing ran\n${problems.map(problemLine).join('\n')}`,
      hint: 'The suite language is described in docs/reference/suite.md; `mcptest validate` checks without running.',
      exitCode: EXIT.usage,
    });
  }
}

export function invalidSuite(problems: SuiteProblem[]): InvalidSuite {
  return new InvalidSuite(problems);
}

/** `file:line:column  message (hint) at /pointer`. */
export function problemLine(problem: SuiteProblem): string {
  const hint = problem.hint ? `; ${problem.hint}` : '';
  const at = problem.path ? ` at ${problem.path}` : '';
  return `  ${problem.file}:${problem.line}:${problem.column}  ${problem.message}${hint}${at}`;
}
