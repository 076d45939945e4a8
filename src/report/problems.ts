/**
 * Everything in a run that is not green, each once, worst first: failed tests, then groups, floors,
 * strength, coverage and errors, then what could not be judged. A run that is not a pass has at least one.
 */

import { hasOnlyItsFloor, isOnRow, isRunOf, reproOverRuns, wholeRun } from '../envelope/row-names.js';
import type { Dataset } from '../types/dataset.js';
import type { CaseResult, Floor, Group, RunEnvelope } from '../types/envelope.js';
import type { Check } from '../types/verdict.js';
import { EXIT } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { plural } from '../util/text.js';
import { confusedPairs, coverageProblems, pairText, strengthProblems } from './gate-problems.js';

export interface Problem {
  source: 'case' | 'group' | 'floor' | 'dataset' | 'strength' | 'coverage' | 'error' | 'run';
  verdict: 'fail' | 'inconclusive';
  name: string;
  /** The result behind it, when it is a test of the suite. */
  result?: CaseResult;
  /** The group behind it, when it is one. */
  group?: Group;
  /** The first check that failed, or that could not be judged. */
  check?: Check;
  /** Where that check stands among the checks. */
  index?: number;
  /** All checks of that outcome, the first among them. */
  checks: Check[];
  /** Why, in one sentence. */
  message: string;
  /** What a dying server wrote last. */
  stderr?: string[];
  /** What the figure at fault was counted from. */
  because?: string[];
  /** The run of an agent whose calls show it best. */
  shown?: CaseResult;
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
  const datasets = (envelope.datasets ?? []).flatMap((one) => datasetProblem(one, envelope) ?? []);
  const strength = strengthProblems(envelope);
  const found = [
    ...cases.filter(failed),
    ...groups.filter(failed),
    ...floors.filter(failed),
    ...datasets.filter(failed),
    ...strength.filter(failed),
    ...coverageProblems(envelope),
    ...errorProblems(envelope),
    ...cases.filter((problem) => !failed(problem)),
    ...groups.filter((problem) => !failed(problem)),
    ...floors.filter((problem) => !failed(problem)),
    ...datasets.filter((problem) => !failed(problem)),
    ...strength.filter((problem) => !failed(problem)),
  ];
  return found.length === 0 && envelope.exit_code !== EXIT.ok ? [runProblem(envelope)] : found;
}

/** `file:line`, or the file alone where a problem has no line of its own, such as one of coverage. */
export function placeText({ file, line }: Pick<Problem, 'file' | 'line'>): string {
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
    shown: result.kind === 'agent' ? result : undefined,
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
    group,
    ...first,
    message: `${first.message} (over ${plural(group.runs, 'run')}${model})`,
    shown: namedRun(group, rows, first.because),
    ...placeOf(group, rows, first.check?.line),
  };
}

/** What is asked of all cases of a test together. */
function datasetProblem(dataset: Dataset, envelope: RunEnvelope): Problem | undefined {
  const { verdict, checks = [], file, test, model, cases } = dataset;
  if (verdict !== 'fail' && verdict !== 'inconclusive') return undefined;
  const first = firstCheck(checks, verdict);
  return {
    source: 'dataset',
    verdict,
    name: model === undefined ? test : `${test} [${model}]`,
    ...first,
    message: `${first.message} (over ${plural(cases, 'case')})`,
    because: confusedPairs(dataset).map(pairText),
    file,
    line: first.check?.line,
    repro: wholeRun(envelope, file),
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
    checks: [],
    message: `${fails ? reasons : floor.inconclusive}${model}`,
    because: floor.because,
    shown: namedRun(floor, rows, floor.because),
    ...placeOf(floor, rows),
  };
}

function errorProblems(envelope: RunEnvelope): Problem[] {
  return (envelope.errors ?? []).map((error) => ({
    source: 'error',
    verdict: 'inconclusive',
    name: error.where,
    checks: [],
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
  const { selection } = envelope.provenance;
  const by = envelope.exit_code === EXIT.nothing && selection !== undefined ? ` by ${selection}` : '';
  const ending = ENDINGS[envelope.exit_code] ?? `the run ended with exit code ${envelope.exit_code}`;
  return {
    source: 'run',
    verdict: envelope.verdict === 'fail' ? 'fail' : 'inconclusive',
    name: 'run',
    checks: [],
    message: allSkipped ? 'every selected test is skipped' : `${ending}${by}`,
    repro: wholeRun(envelope),
  };
}

function firstCheck(checks: Check[], outcome: 'fail' | 'inconclusive') {
  const index = checks.findIndex((one) => one.outcome === outcome);
  const check = checks[index];
  if (!check) return { checks: [], message: 'no check says why' };
  const { message, because, stderr } = check;
  return { check, index, checks: checks.filter((one) => one.outcome === outcome), message, because, stderr };
}

/** The run that the first line of a reason names. */
function namedRun(gate: Group | Floor, rows: CaseResult[], because: string[] = []): CaseResult | undefined {
  const run = Number(/^run (\d+): /.exec(because[0] ?? '')?.[1]);
  return rows.find((row) => row.run === run && isRunOf(row, gate));
}

/** The checks after the first that came to the same, each in a sentence. */
export function furtherChecks({ checks }: Problem): string[] {
  return checks.slice(1).map((check) => `${check.target}: ${fullMessage(check)}`);
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
