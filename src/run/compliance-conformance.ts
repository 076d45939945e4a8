/** `compliance:` with `checks`, `grade`, `baseline` or `grade_delta`: the checks of `mcptest conformance` in a suite. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ConnectOptions } from '../client/connect.js';
import { holdAgainst, readExpected } from '../conformance/baseline.js';
import { conform } from '../conformance/conform.js';
import { readScorecard } from '../conformance/delta.js';
import { compareGrades } from '../conformance/grade.js';
import type { CheckResult, ConformanceAsked, Grade, Scorecard } from '../types/conformance.js';
import type { ServerSpec } from '../types/connection.js';
import type { ComplianceCall } from '../types/suite.js';
import type { Check } from '../types/verdict.js';
import { EXIT, McptestError } from '../util/errors.js';
import { clip, oneLine } from '../util/text.js';
import type { ComplianceContext, ComplianceJudgement } from './compliance.js';

export interface Reach {
  spec: ServerSpec;
  options: ConnectOptions;
  /** The folder of the suite, where its files are. */
  dir: string;
}

export async function judgeConformance(
  asked: ConformanceAsked,
  { server, spec_version }: ComplianceCall,
  { reach, redactor, signal }: ComplianceContext,
): Promise<ComplianceJudgement> {
  const { spec, options, dir } = reach(server);
  try {
    const { scorecard: raw, closing } = await conform({
      spec,
      launch: { ...options, signal: signal ?? options.signal },
      revision: spec_version ?? spec.protocol,
      only: asked.checks,
      allow_calls: asked.allow_calls,
    });
    await closing;
    const scorecard = redactor.value(raw) as Scorecard;
    const checks = [
      ...(await ruleChecks(scorecard, asked, dir)),
      ...gradeCheck(scorecard, asked.grade),
      ...(await deltaCheck(scorecard, asked.grade_delta, dir)),
    ];
    return { checks, notes: warnings(scorecard), duration_ms: scorecard.duration_ms };
  } catch (error) {
    if (!(error instanceof McptestError)) throw error;
    const outcome = error.exitCode === EXIT.inconclusive ? 'inconclusive' : 'fail';
    const message = redactor.text([error.message, error.hint].filter(Boolean).join('. '));
    return { checks: [one('conformance', outcome, message)], notes: [], duration_ms: 0 };
  }
}

/** A line for each MUST that is broken or could not be tested; with a baseline, for what it does not expect. */
async function ruleChecks(
  scorecard: Scorecard,
  { baseline }: ConformanceAsked,
  dir: string,
): Promise<Check[]> {
  const { checks } = scorecard;
  const untested = checks
    .filter(({ level, status }) => level === 'MUST' && status === 'not-testable')
    .map((check) => ofRule(check, 'inconclusive'));
  const broken = baseline === undefined ? mustsOf(checks) : await unexpected(checks, baseline, dir);
  const found = [...broken, ...untested];
  if (found.length > 0) return found;
  return [one('conformance', 'pass', `${scorecard.summary.pass} checks pass and no MUST is broken`)];
}

function mustsOf(checks: readonly CheckResult[]): Check[] {
  return checks.filter(({ status }) => status === 'fail').map((check) => ofRule(check, 'fail'));
}

async function unexpected(checks: readonly CheckResult[], file: string, dir: string): Promise<Check[]> {
  const { fresh, stale } = holdAgainst(checks, readExpected(await textOf(file, dir), file));
  const byId = new Map(checks.map((check) => [check.id, check]));
  return [
    ...fresh.flatMap((id) => byId.get(id) ?? []).map((check) => ofRule(check, 'fail')),
    ...stale.map((id) => one(id, 'fail', `${id} is expected to fail in ${oneLine(file)} and no longer does`)),
  ];
}

function gradeCheck({ grade }: Scorecard, least: Grade | undefined): Check[] {
  if (least === undefined) return [];
  if (grade === undefined)
    return [one('grade', 'inconclusive', 'a grade needs all checks and a login that works')];
  const isReached = compareGrades(grade, least) >= 0;
  return [
    { ...one('grade', isReached ? 'pass' : 'fail', `the grade is ${grade}`), expected: least, actual: grade },
  ];
}

async function deltaCheck(scorecard: Scorecard, file: string | undefined, dir: string): Promise<Check[]> {
  if (file === undefined) return [];
  const { grade: before } = readScorecard(await textOf(file, dir), file);
  const { grade } = scorecard;
  if (before === undefined || grade === undefined)
    return [one('grade_delta', 'inconclusive', 'one of the two scorecards has no grade')];
  const outcome = compareGrades(grade, before) >= 0 ? 'pass' : 'fail';
  return [
    {
      ...one('grade_delta', outcome, `the grade was ${before} and is ${grade}`),
      expected: before,
      actual: grade,
    },
  ];
}

async function textOf(file: string, dir: string): Promise<string> {
  try {
    return await readFile(resolve(dir, file), 'utf8');
  } catch (cause) {
    throw new McptestError({
      code: 'file-unreadable',
      message: `${oneLine(file)} cannot be read`,
      hint: 'Check the path: it begins at the folder of the suite.',
      cause,
    });
  }
}

function warnings({ checks }: Scorecard): string[] {
  return checks
    .filter(({ status }) => status === 'warn')
    .map(({ id, level, title, message }) => clip(oneLine(`${id} ${level} ${title}: ${message}`), 300));
}

function ofRule(
  { id, level, title, message, frames, fix, spec }: CheckResult,
  outcome: Check['outcome'],
): Check {
  const because = [
    ...frames.slice(0, 4).map(({ direction, text }) => clip(oneLine(`${direction}: ${text}`), 300)),
    `fix: ${fix}`,
    spec,
  ];
  return { ...one(id, outcome, clip(oneLine(`${level} ${title}: ${message}`), 500)), because };
}

function one(matcher: string, outcome: Check['outcome'], message: string): Check {
  return { target: 'protocol', matcher, outcome, message };
}
