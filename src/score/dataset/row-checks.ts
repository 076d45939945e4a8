/** A case that is judged by itself: did the model call what was expected, with the arguments that were expected? */
import { fewerText } from '../../envelope/missed-tools.js';
import type { ArgumentRow, DatasetRow } from '../../types/dataset.js';
import type { CaseExpectation } from '../../types/suite.js';
import type { Check } from '../../types/verdict.js';

export function caseChecks(row: DatasetRow, { args, ordered }: CaseExpectation): Check[] {
  const checks = [toolsCheck(row, ordered)];
  if (args.some((one) => one !== undefined) && row.correct) checks.push(argumentsCheck(row.arguments ?? []));
  return checks;
}

function toolsCheck({ expected, called, fewer, correct }: DatasetRow, ordered: boolean): Check {
  const names = (list: readonly string[]) => (list.length === 0 ? 'no tool' : list.join(', '));
  const asked = `${names(expected)}${ordered ? ' in this order' : ''}`;
  return {
    target: 'expect_tools',
    matcher: 'called',
    expected,
    actual: called,
    outcome: correct ? 'pass' : 'fail',
    message: `expected ${asked}, and ${names(called)} ${called.length > 1 ? 'were' : 'was'} called${fewer ? fewerText(fewer) : ''}`,
  };
}

function argumentsCheck(rows: readonly ArgumentRow[]): Check {
  const faults = rows.flatMap(({ tool, expected_missing = [], wrong = [] }) => [
    ...expected_missing.map((name) => `${tool}: ${name} was not given`),
    ...wrong.map((name) => `${tool}: ${name} has another value`),
  ]);
  return {
    target: 'expect_args',
    matcher: 'given',
    outcome: faults.length === 0 ? 'pass' : 'fail',
    message: faults.length === 0 ? 'the arguments are as expected' : faults.join('; '),
  };
}
