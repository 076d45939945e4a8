/**
 * The recorded runs of an agent test with one model → its rows, its pooled figures and its floor. It asks
 * nobody: the same traces give the same verdict whether they were made just now or come from a file.
 */
import { judgeFigures } from '../gates/judge-figures.js';
import { judgeRun, unjudged } from '../gates/judge-run.js';
import { settleFloor } from '../gates/settle-floor.js';
import { verdictOf } from '../gates/verdict.js';
import { measureBlock } from '../metrics/measure.js';
import { findMetric } from '../metrics/registry.js';
import type { ToolDef } from '../types/catalog.js';
import type { CaseResult, Floor, Group } from '../types/envelope.js';
import type { MetricContext, MetricResult, ToolClass } from '../types/metric.js';
import type { PlannedGroup, PlannedRun } from '../types/plan.js';
import type { MetricSpec } from '../types/suite.js';
import type { Trace } from '../types/trace.js';
import type { Check } from '../types/verdict.js';
import { own } from '../util/plain.js';
import type { Redactor } from '../util/redact.js';
import { plural } from '../util/text.js';
import { viewRun } from './view-run.js';

export interface RunRecord {
  /** Redacted. */
  trace: Trace;
  /** Absent when nobody took the time. */
  duration_ms?: number;
}

export interface ScoreOptions {
  /** Operands are redacted like traces, so that both still compare. */
  redactor: Redactor;
  /** Server name → its tools, for traces that do not hold them. */
  catalog?: Record<string, ToolDef[]>;
  validate?: MetricContext['validate'];
  countTokens?: MetricContext['countTokens'];
}

export interface ScoredGroup {
  results: CaseResult[];
  /** Absent when the test has no metric, or only part of its runs was selected. */
  group?: Group;
  floor?: Floor;
}

interface Measured {
  spec: MetricSpec;
  result: MetricResult;
  checks: Check[];
}

/** `records` are all runs of the group in order; rows that were not selected are left out of the results. */
export async function scoreGroup(
  planned: PlannedGroup,
  records: readonly RunRecord[],
  options: ScoreOptions,
): Promise<ScoredGroup> {
  const agent = { ...planned.agent, metrics: planned.agent.metrics.map((spec) => redacted(spec, options)) };
  const traces = records.map(({ trace }) => withCatalog(trace, options.catalog));
  const ctx = contextOf(agent, options);
  const pooled = planned.complete ? await measure(agent.metrics, traces, ctx, planned.name) : [];
  const single = records.length === 1;
  const results: CaseResult[] = [];
  for (const run of planned.runs) {
    const record = records[run.run - 1]!;
    const trace = traces[run.run - 1]!;
    const own = single ? pooled : await measure(agent.metrics, [trace], ctx, run.name);
    results.push(await scoreRow(planned, run, record, trace, own, single, ctx, options));
  }
  if (!planned.complete || pooled.length === 0) return { results };
  const floor = floorOf(planned, pooled);
  return { results, group: groupOf(planned, records.length, pooled, results), ...(floor && { floor }) };
}

function redacted(spec: MetricSpec, { redactor }: ScoreOptions): MetricSpec {
  const gates = spec.gates.map((gate) => ({ ...gate, matcher: redactor.operand(gate.matcher) }));
  return { ...spec, config: redactor.operand(spec.config), gates };
}

function withCatalog(trace: Trace, catalog: ScoreOptions['catalog']): Trace {
  return trace.catalog === undefined && catalog !== undefined ? { ...trace, catalog } : trace;
}

function contextOf(agent: PlannedGroup['agent'], options: ScoreOptions): MetricContext {
  const sets = agent.metrics.find(({ block }) => block === 'equal_function_sets');
  return {
    servers: agent.servers,
    ...(agent.prompt !== undefined && { prompt: options.redactor.text(agent.prompt) }),
    ...(sets !== undefined && { classes: own(sets.config, 'classes') as ToolClass[] }),
    ...(options.validate && { validate: options.validate }),
    ...(options.countTokens && { countTokens: options.countTokens }),
  };
}

async function measure(
  metrics: MetricSpec[],
  traces: Trace[],
  ctx: MetricContext,
  test: string,
): Promise<Measured[]> {
  const out: Measured[] = [];
  for (const spec of metrics) {
    const result = await measureBlock(findMetric(spec.block)!, traces, spec.config, ctx);
    out.push({ spec, result, checks: await judgeFigures(spec.gates, result, { test }) });
  }
  return out;
}

async function scoreRow(
  { suite, agent }: PlannedGroup,
  run: PlannedRun,
  record: RunRecord,
  trace: Trace,
  measured: Measured[],
  single: boolean,
  ctx: MetricContext,
  { redactor }: ScoreOptions,
): Promise<CaseResult> {
  const { figures, absent } = mergeFigures(measured);
  const assertions = agent.expect.assertions.map((assertion) => ({
    ...assertion,
    matcher: redactor.operand(assertion.matcher),
  }));
  const view = viewRun(trace, ctx);
  const seen = { view, figures, absent, duration_ms: record.duration_ms };
  const checks = [
    ...(await judgeRun(seen, { ...agent.expect, assertions }, { test: run.name })),
    ...unjudged(agent.judged),
    ...(single ? measured.flatMap((one) => one.checks) : []),
  ];
  if (checks.length === 0) checks.push(recorded(trace, measured.length > 0));
  const explain = explainLines(measured, single);
  return {
    ...rowOf(suite.display_file, agent, run),
    verdict: verdictOf(checks),
    duration_ms: Math.round(record.duration_ms ?? spent(trace)),
    checks,
    figures,
    ...(explain.length > 0 && { explain }),
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

function rowOf(file: string, agent: PlannedGroup['agent'], run: PlannedRun) {
  return {
    id: run.id,
    name: run.name,
    kind: 'agent',
    flaky: false,
    file,
    line: agent.place.line,
    tags: agent.tags,
    repro: run.repro,
  };
}

/** Rows of a test that has nothing to be judged by, or is skipped. */
export function unscoredRows({ suite, agent, runs }: PlannedGroup, why: string): CaseResult[] {
  return runs.map((run) => ({
    ...rowOf(suite.display_file, agent, run),
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

function spent(trace: Trace): number {
  return trace.calls.reduce((sum, call) => sum + (call.duration_ms ?? 0), 0);
}

function mergeFigures(measured: Measured[]): Required<Pick<MetricResult, 'figures' | 'absent'>> {
  return {
    figures: Object.assign({}, ...measured.map(({ result }) => result.figures)),
    absent: Object.assign({}, ...measured.map(({ result }) => result.absent ?? {})),
  };
}

/** What did not pass is explained first. */
function explainLines(measured: Measured[], judged: boolean): string[] {
  const good = ({ checks }: Measured) => !judged || checks.every(({ outcome }) => outcome === 'pass');
  const ordered = [...measured.filter((one) => !good(one)), ...measured.filter(good)];
  return ordered.flatMap(({ spec, result }) => result.explain.map((line) => `${spec.block}: ${line}`));
}

function groupOf(planned: PlannedGroup, runs: number, pooled: Measured[], rows: CaseResult[]): Group {
  const checks = pooled.flatMap((one) => one.checks);
  const grade = pooled.find(({ result }) => result.grade !== undefined)?.result.grade;
  const { agent } = planned;
  const fewer = runs < agent.runs ? [`runs: ${runs} of the ${agent.runs} that the suite asks for`] : [];
  return {
    name: planned.name,
    ...(planned.model !== undefined && { model: planned.model }),
    runs,
    verdict: runs === 1 ? rows[0]!.verdict : checks.length === 0 ? 'pass' : verdictOf(checks),
    figures: mergeFigures(pooled).figures,
    checks: runs === 1 ? [] : checks,
    ...(grade !== undefined && { grade }),
    explain: [...explainLines(pooled, true), ...fewer],
  };
}

function floorOf({ suite, agent, model }: PlannedGroup, pooled: Measured[]): Floor | undefined {
  const measured = pooled.find(({ result }) => result.floor !== undefined);
  if (measured === undefined) return undefined;
  const { model: _, ...rest } = measured.result.floor!;
  const floor: Floor = { ...rest, agent: agent.name, ...(model !== undefined && { model }) };
  const minimum = own(measured.spec.config, 'min_selection_rate');
  const { inconclusive } = suite.run_options;
  return inconclusive !== undefined && typeof minimum === 'number'
    ? settleFloor(floor, minimum, inconclusive)
    : floor;
}
