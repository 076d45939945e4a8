/** One recorded run of an agent test → its row. */

import { floorChecks } from '../gates/judge-floor.js';
import { judgedChecks, judgeRun } from '../gates/judge-run.js';
import { verdictOf } from '../gates/verdict.js';
import { bookOf } from '../match/judging/rubric.js';
import type { JudgementBook } from '../match/types.js';
import type { NameFindings } from '../metrics/unknown-names.js';
import type { Redactor } from '../redact/redactor.js';
import type { DatasetRow } from '../types/dataset.js';
import type { CaseResult, Floor } from '../types/envelope.js';
import type { MetricContext } from '../types/metric.js';
import type { PlannedGroup, PlannedRun } from '../types/plan.js';
import type { CaseExpectation } from '../types/suite.js';
import type { Trace } from '../types/trace.js';
import type { Check } from '../types/verdict.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { plural } from '../util/text.js';
import { type BlockMeasurement, explainChecks, explainLines, figuresOf, markCalls } from './measure-runs.js';
import { shownAssertions } from './shown-assertions.js';
import { viewRun } from './view-run.js';

export interface RunRecord {
  /** Redacted. */
  trace: Trace;
  /** Absent when nobody took the time. */
  duration_ms?: number;
  /** What whoever made the run saw for itself, such as a deadline that passed. */
  checks?: Check[];
  /**
   * Why the run could not be made: it has no figures then, and counts in none. `fail` where the test itself
   * is at fault; `checks` may say more of it.
   */
  obstacle?: Check;
  /** With `obstacle`: nobody tried, for this reason. */
  skipped?: string;
  notes?: string[];
}

export interface RowParts {
  run: PlannedRun;
  record: RunRecord;
  /** Its trace with the catalogue, wherever that comes from. */
  trace: Trace;
  /** The same, as the list that was measured. */
  traces: Trace[];
  /** The run by itself. */
  measured: BlockMeasurement[];
  /** What the tool names of the test are worth. */
  names: NameFindings;
  /** With one run the gates of the blocks are judged on its row. */
  single: boolean;
  /** With one run it is judged on its row too. */
  floor: Floor | undefined;
  ctx: MetricContext;
  redactor: Redactor;
}

export async function scoreRow(
  planned: PlannedGroup,
  { run, record, trace, traces, measured, names, single, floor, ctx, redactor }: RowParts,
): Promise<CaseResult> {
  const { agent } = planned;
  const { figures, absent } = figuresOf(measured);
  const dataset = agent.expected && (await caseOf(planned, agent.expected, { traces, ctx, redactor }));
  const assertions = shownAssertions(agent.expect.assertions, redactor);
  const seen = { view: () => viewRun(trace, traces, ctx), figures, absent, duration_ms: record.duration_ms };
  const checks = [
    ...(record.checks ?? []),
    ...names.checks,
    ...(await judgeRun(
      seen,
      { ...agent.expect, assertions },
      { test: run.name, judgements: bookOf(trace.judgements) },
    )),
    ...judgedChecks(agent.judged, trace.judgements),
    ...(dataset?.checks ?? []),
  ];
  if (single) checks.push(...measured.flatMap((one) => one.checks));
  if (single && floor !== undefined) checks.push(...floorChecks(floor));
  if (checks.length === 0) checks.push(recorded(trace, measured.length > 0 || dataset !== undefined));
  const judged = { blocks: measured, runs: [run.run] };
  const notes = [
    ...(record.notes ?? []),
    ...names.notes,
    ...measured.flatMap(({ result }) => result.notes ?? []),
  ];
  return rowOf(planned, run, {
    verdict: verdictOf(checks),
    duration_ms: Math.round(record.duration_ms ?? spent(trace)),
    checks: explainChecks(checks, judged),
    figures,
    dataset: dataset?.row,
    explain: unlessEmpty(explainLines(judged)),
    marks: unlessEmpty(markCalls(measured)),
    notes: unlessEmpty(notes),
    trace: { ...record.trace, agent: agent.name },
  });
}

/** What the case expected of this run. Where all cases are judged together, the row by itself is only measured. */
async function caseOf(
  { agent }: PlannedGroup,
  written: CaseExpectation,
  { traces, ctx, redactor }: Pick<RowParts, 'traces' | 'ctx' | 'redactor'>,
): Promise<{ row: DatasetRow; checks: Check[] }> {
  const { judgeCaseRow } = await import('../metrics/dataset/judge-row.js');
  const expected = redactor.operand(written) as CaseExpectation;
  const row = await judgeCaseRow(redactor.text(agent.case?.name ?? agent.name), expected, traces, ctx);
  if (agent.dataset_gates !== undefined) return { row, checks: [] };
  const { caseChecks } = await import('./dataset/row-checks.js');
  return { row, checks: caseChecks(row, expected) };
}

/** What `expect` says of a trace by itself, as far as that needs no figures. */
export function judgeTrace(
  { agent, name }: PlannedGroup,
  trace: Trace,
  redactor: Redactor,
  judgements: JudgementBook,
): Promise<Check[]> {
  const ctx: MetricContext = { servers: agent.servers };
  const assertions = shownAssertions(agent.expect.assertions, redactor);
  const seen = { view: () => viewRun(trace, [trace], ctx), figures: {} };
  return judgeRun(seen, { assertions }, { test: name, judgements });
}

/** What is left to say of a run that nothing is asked of by itself. */
function recorded(trace: Trace, measured: boolean): Check {
  const check = { target: 'trace', matcher: 'recorded' };
  if (measured)
    return { ...check, outcome: 'pass', message: `${plural(trace.calls.length, 'call')} recorded` };
  const message = 'this test checks nothing: it has no `expect` and no metric';
  return { ...check, outcome: 'inconclusive', message };
}

/** The row of a run that could not be made; what there is of it is kept. */
export function rowWithoutRun(
  planned: PlannedGroup,
  run: PlannedRun,
  record: Partial<RunRecord>,
): CaseResult {
  const { obstacle, checks = [], skipped, trace, notes } = record;
  const judgement = skipped === undefined ? notJudged(obstacle ? [obstacle, ...checks] : []) : skip(skipped);
  return rowOf(planned, run, {
    ...judgement,
    duration_ms: Math.round(record.duration_ms ?? 0),
    figures: {},
    notes: notes && unlessEmpty(notes),
    trace: trace?.calls.length ? { ...trace, agent: planned.agent.name } : undefined,
  });
}

function unlessEmpty<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}

type RowVerdict = Pick<CaseResult, 'verdict' | 'skip_reason' | 'checks'>;

function skip(reason: string): RowVerdict {
  return { verdict: 'skipped', skip_reason: reason, checks: [] };
}

function notJudged(checks: Check[]): RowVerdict {
  const failed = checks.some(({ outcome }) => outcome === 'fail');
  return { verdict: failed ? 'fail' : 'inconclusive', checks };
}

/** Rows of a test that is skipped, or has nothing to be judged by. */
export function unscoredRows(planned: PlannedGroup, why: string): CaseResult[] {
  const { agent, runs } = planned;
  const check: Check = { target: 'trace', matcher: 'recorded', outcome: 'inconclusive', message: why };
  const judgement = agent.skip === undefined ? notJudged([check]) : skip(agent.skip);
  return runs.map((run) => rowOf(planned, run, { ...judgement, duration_ms: 0, figures: {} }));
}

type Outcome = Pick<CaseResult, 'verdict' | 'duration_ms' | 'checks' | 'figures'> &
  Pick<CaseResult, 'skip_reason' | 'dataset' | 'explain' | 'marks' | 'notes' | 'trace'>;

/** Key by key in the order of the envelope: there may be very many rows, and then they need not be put in order. */
function rowOf({ suite, agent, model }: PlannedGroup, run: PlannedRun, outcome: Outcome): CaseResult {
  return omitUndefined({
    id: run.id,
    name: run.name,
    test: agent.name,
    case: agent.case,
    model,
    run: run.run,
    kind: 'agent',
    verdict: outcome.verdict,
    flaky: false,
    duration_ms: outcome.duration_ms,
    file: suite.display_file,
    line: agent.place.line,
    tags: agent.tags,
    skip_reason: outcome.skip_reason,
    checks: outcome.checks,
    figures: outcome.figures,
    dataset: outcome.dataset,
    explain: outcome.explain,
    marks: outcome.marks,
    notes: outcome.notes,
    trace: outcome.trace,
    repro: run.repro,
  });
}

function spent(trace: Trace): number {
  return trace.calls.reduce((sum, call) => sum + (call.duration_ms ?? 0), 0);
}
