/** One recorded run of an agent test → its row. */

import { judgedChecks, judgeRun } from '../gates/judge-run.js';
import { verdictOf } from '../gates/verdict.js';
import type { Redactor } from '../redact/redactor.js';
import type { CaseResult } from '../types/envelope.js';
import type { MetricContext } from '../types/metric.js';
import type { PlannedGroup, PlannedRun } from '../types/plan.js';
import type { Trace } from '../types/trace.js';
import type { Check } from '../types/verdict.js';
import { plural } from '../util/text.js';
import { explainLines, figuresOf, type Measured } from './measure-runs.js';
import { shownAssertions } from './shown-assertions.js';
import { viewRun } from './view-run.js';

export interface RunRecord {
  /** Redacted. */
  trace: Trace;
  /** Absent when nobody took the time. */
  duration_ms?: number;
  /** What whoever made the run saw for itself, such as a deadline that passed. */
  checks?: Check[];
  /** Why the run could not be made: it has no figures then, and counts in none. */
  unmade?: Check;
  /** With `unmade`: nobody tried, for this reason. */
  skipped?: string;
  notes?: string[];
}

export interface RowParts {
  run: PlannedRun;
  record: RunRecord;
  /** Its trace with the catalogue, wherever that comes from, as the list that was measured. */
  traces: [Trace];
  /** The run by itself. */
  measured: Measured[];
  /** With one run the gates of the blocks are judged on its row. */
  single: boolean;
  ctx: MetricContext;
  redactor: Redactor;
}

export async function scoreRow(
  planned: PlannedGroup,
  { run, record, traces, measured, single, ctx, redactor }: RowParts,
): Promise<CaseResult> {
  const { agent } = planned;
  const [trace] = traces;
  const { figures, absent } = figuresOf(measured);
  const assertions = shownAssertions(agent.expect.assertions, redactor);
  const seen = { view: () => viewRun(traces, ctx), figures, absent, duration_ms: record.duration_ms };
  const checks = [
    ...(record.checks ?? []),
    ...(await judgeRun(seen, { ...agent.expect, assertions }, { test: run.name })),
    ...judgedChecks(agent.judged, trace.judgements),
    ...(single ? measured.flatMap((one) => one.checks) : []),
  ];
  if (checks.length === 0) checks.push(recorded(trace, measured.length > 0));
  const explain = explainLines(measured, []);
  return {
    ...rowOf(planned, run),
    verdict: verdictOf(checks),
    duration_ms: Math.round(record.duration_ms ?? spent(trace)),
    checks,
    figures,
    ...(explain.length > 0 && { explain }),
    ...(record.notes && record.notes.length > 0 && { notes: record.notes }),
    trace: { ...record.trace, agent: agent.name },
  };
}

/** What is left to say of a run that nothing is asked of by itself. */
function recorded(trace: Trace, measured: boolean): Check {
  const check = { target: 'trace', matcher: 'recorded' };
  if (measured)
    return { ...check, outcome: 'pass', message: `${plural(trace.calls.length, 'call')} recorded` };
  const message = 'nothing is asked of this test: it has no `expect` and no metric';
  return { ...check, outcome: 'inconclusive', message };
}

/** The row of a run that could not be made; what there is of it is kept. */
export function unmadeRow(planned: PlannedGroup, run: PlannedRun, record: RunRecord): CaseResult {
  const { agent } = planned;
  return {
    ...rowOf(planned, run),
    ...(record.skipped === undefined
      ? { verdict: 'inconclusive' as const, checks: [record.unmade!] }
      : { verdict: 'skipped' as const, skip_reason: record.skipped, checks: [] }),
    duration_ms: Math.round(record.duration_ms ?? 0),
    figures: {},
    ...(record.notes && record.notes.length > 0 && { notes: record.notes }),
    ...(record.trace.calls.length > 0 && { trace: { ...record.trace, agent: agent.name } }),
  };
}

/** Rows of a test that is skipped, or has nothing to be judged by. */
export function unscoredRows(planned: PlannedGroup, why: string): CaseResult[] {
  const { agent, runs } = planned;
  return runs.map((run) => ({
    ...rowOf(planned, run),
    duration_ms: 0,
    figures: {},
    ...(agent.skip !== undefined
      ? { verdict: 'skipped' as const, skip_reason: agent.skip, checks: [] }
      : {
          verdict: 'inconclusive' as const,
          checks: [{ target: 'trace', matcher: 'recorded', outcome: 'inconclusive' as const, message: why }],
        }),
  }));
}

function rowOf({ suite, agent, model }: PlannedGroup, run: PlannedRun) {
  return {
    id: run.id,
    name: run.name,
    test: agent.name,
    ...(model !== undefined && { model }),
    run: run.run,
    kind: 'agent',
    flaky: false,
    file: suite.display_file,
    line: agent.place.line,
    tags: agent.tags,
    repro: run.repro,
  };
}

function spent(trace: Trace): number {
  return trace.calls.reduce((sum, call) => sum + (call.duration_ms ?? 0), 0);
}
