/**
 * Everything in a run that is not green, each once, worst first: failed tests, then groups, floors,
 * strength, coverage and errors, then what could not be judged. A run that is not a pass has at least one.
 */

import { hasOnlyItsFloor, isOnRow, isRunOf, reproOverRuns, wholeRun } from '../envelope/row-names.js';
import type { CaseResult, Floor, Group, RunEnvelope } from '../types/envelope.js';
import type { Check } from '../types/verdict.js';
import { EXIT } from '../util/errors.js';
import { plural } from '../util/text.js';
import { coverageProblems, strengthProblems } from './gate-problems.js';

export interface Problem {
  source: 'case' | 'group' | 'floor' | 'strength' | 'coverage' | 'error' | 'run';
  verdict: 'fail' | 'inconclusive';
  name: string;
  /** The result behind it, when it is a test of the suite. */
  result?: CaseResult;
  /** The first check that failed, or that could not be judged. */
  check?: Check;
  /** Where that check stands among the checks. */
  index?: number;
  /** How many further checks have the same outcome. */
  more: number;
  /** Why, in one sentence. */
  message: string;
  /** What a dying server wrote last. */
  stderr?: string[];
  /** What the figures were counted from, the likeliest cause first. */
  explain?: string[];
  file?: string;
  line?: number;
  repro: string;
}

export function problems(envelope: RunEnvelope): Problem[] {
  const cases = envelope.results.flatMap((result) => caseProblem(result) ?? []);
  const { results } = envelope;
  const selection = envelope.tool_selection ?? [];
  const groups = (envelope.groups ?? [])
    .filter((group) => !hasOnlyItsFloor(group, selection))
    .flatMap((group) => groupProblem(group, results) ?? []);
  const floors = selection
    .filter((floor) => !floor.passed && !isOnRow(floor, results))
    .map((floor) => floorProblem(floor, results));
  const strength = strengthProblems(envelope);
  const found = [
    ...cases.filter(failed),
    ...groups.filter(failed),
    ...floors.filter(failed),
    ...strength.filter(failed),
    ...coverageProblems(envelope),
    ...errorProblems(envelope),
    ...cases.filter((problem) => !failed(problem)),
    ...groups.filter((problem) => !failed(problem)),
    ...floors.filter((problem) => !failed(problem)),
    ...strength.filter((problem) => !failed(problem)),
  ];
  return found.length === 0 && envelope.exit_code !== EXIT.ok ? [runProblem(envelope)] : found;
}

/** `file:line`, or the file alone where a problem has no line of its own, such as one of coverage. */
export function placeText({ file, line }: Problem): string {
  if (!file) return '';
  return line === undefined ? file : `${file}:${line}`;
}

function failed(problem: Problem): boolean {
  return problem.verdict === 'fail';
}

function caseProblem(result: CaseResult): Problem | undefined {
  if (result.verdict !== 'fail' && result.verdict !== 'inconclusive') return undefined;
  const first = firstCheck(result.checks, result.verdict);
  return {
    source: 'case',
    verdict: result.verdict,
    name: result.name,
    result,
    ...first,
    explain: result.explain,
    file: result.file,
    line: first.check?.line ?? result.line,
    repro: result.repro,
  };
}

function groupProblem(group: Group, rows: CaseResult[]): Problem | undefined {
  if (group.verdict !== 'fail' && group.verdict !== 'inconclusive') return undefined;
  // The row of a single run tells it already.
  if (group.runs === 1) return undefined;
  const first = firstCheck(group.checks, group.verdict);
  const model = group.model === undefined ? '' : `, ${group.model}`;
  return {
    source: 'group',
    verdict: group.verdict,
    name: group.name,
    ...first,
    message: `${first.message} (over ${plural(group.runs, 'run')}${model})`,
    explain: group.explain,
    ...placeOf(group, rows, first.check?.line),
  };
}

function floorProblem(floor: Floor, rows: CaseResult[]): Problem {
  const fails = floor.inconclusive === undefined;
  const reasons = floor.reasons.length > 0 ? floor.reasons.join('; ') : 'the floor did not hold';
  const model = floor.model === undefined ? '' : ` [${floor.model}]`;
  return {
    source: 'floor',
    verdict: fails ? 'fail' : 'inconclusive',
    name: floor.agent,
    more: 0,
    message: `${fails ? reasons : floor.inconclusive}${model}`,
    ...placeOf(floor, rows),
  };
}

function errorProblems(envelope: RunEnvelope): Problem[] {
  return (envelope.errors ?? []).map((error) => ({
    source: 'error',
    verdict: 'inconclusive',
    name: error.where,
    more: 0,
    message: error.message,
    stderr: error.stderr,
    repro: wholeRun(envelope),
  }));
}

const ENDINGS: Record<number, string> = {
  [EXIT.refused]: 'refused by policy',
  [EXIT.nothing]: 'no test was selected',
  [EXIT.interrupted]: 'interrupted before it was complete',
  [EXIT.terminated]: 'interrupted before it was complete',
};

function runProblem(envelope: RunEnvelope): Problem {
  const allSkipped = envelope.exit_code === EXIT.nothing && envelope.summary.skipped > 0;
  const ending = ENDINGS[envelope.exit_code] ?? `the run ended with exit code ${envelope.exit_code}`;
  return {
    source: 'run',
    verdict: envelope.verdict === 'fail' ? 'fail' : 'inconclusive',
    name: 'run',
    more: 0,
    message: allSkipped ? 'every selected test is skipped' : ending,
    repro: wholeRun(envelope),
  };
}

function firstCheck(checks: Check[], outcome: 'fail' | 'inconclusive') {
  const index = checks.findIndex((one) => one.outcome === outcome);
  const check = checks[index];
  if (!check) return { more: 0, message: 'no check says why' };
  const more = checks.filter((other) => other.outcome === outcome).length - 1;
  return { check, index, more, message: check.message, stderr: check.stderr };
}

/** A group is run again through its rows: the same command without the run number. */
function placeOf(
  gate: Group | Floor,
  rows: CaseResult[],
  line?: number,
): Pick<Problem, 'file' | 'line' | 'repro'> {
  const row = rows.find((one) => isRunOf(one, gate));
  if (!row) return { repro: 'mcptest run' };
  return { file: row.file, line: line ?? row.line, repro: reproOverRuns(row) };
}
