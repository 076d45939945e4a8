/**
 * The recorded runs of an agent test with one model → its rows, its pooled figures and its floor. It asks
 * nobody: the same traces give the same verdict whether they were made just now or come from a file.
 */

import { floorChecks, judgeFloor } from '../gates/judge-floor.js';
import { verdictOf } from '../gates/verdict.js';
import { letGo, readAlone } from '../metrics/runs.js';
import type { Redactor } from '../redact/redactor.js';
import type { ToolDef } from '../types/catalog.js';
import type { CaseResult, Floor, Group } from '../types/envelope.js';
import type { MetricContext, ToolClass } from '../types/metric.js';
import type { PlannedGroup, PlannedRun } from '../types/plan.js';
import type { MetricSpec } from '../types/suite.js';
import type { Trace } from '../types/trace.js';
import type { Check } from '../types/verdict.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { ownValue } from '../util/plain.js';
import {
  type BlockMeasurement,
  explainChecks,
  explainLines,
  figuresOf,
  type MeasuredRuns,
  measureRuns,
  targetLines,
} from './measure-runs.js';
import { judgeNamesOfRuns } from './names-of-runs.js';
import { type RunRecord, rowWithoutRun, scoreRow } from './score-row.js';
import { shownAssertions } from './shown-assertions.js';

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

/**
 * `records` by the number of the run, from 1; runs that were not selected may be missing. A run that could
 * not be made counts in no figure.
 */
export async function scoreGroup(
  planned: PlannedGroup,
  records: readonly (RunRecord | undefined)[],
  options: ScoreOptions,
): Promise<ScoredGroup> {
  const { redactor, catalog } = options;
  const metrics = planned.agent.metrics.map((spec) => redacted(spec, redactor));
  const ctx = contextOf(planned, metrics, options);
  const { runs } = planned;
  const recordOf = (run: PlannedRun) => records[run.run - 1];
  const made = runs.flatMap((run) => madeRun(run, recordOf(run), catalog));
  const byRun = new Map(made.map((one) => [one.run, one]));
  const traces = made.map(({ trace }) => trace);
  const asked = planned.agent.expect.assertions.map((one) => redactor.operand(one));
  const names = judgeNamesOfRuns(metrics, traces, ctx, asked);
  const alone = new Map(readAlone(traces, ctx).map((own, at) => [made[at]?.run, own]));
  const single = planned.complete && runs.length === 1;
  const together = async () =>
    planned.complete && made.length > 0 ? await measureRuns(metrics, traces, ctx, planned.name) : [];
  // Of several runs one after the other, and all together from what was found: so their calls are not all there at once.
  let pooled = single ? await together() : [];
  const results: CaseResult[] = [];
  const judgedAlone: Pick<BlockMeasurement, 'checks'>[][] = [];
  for (const run of runs) {
    const found = byRun.get(run);
    if (found === undefined) {
      results.push(rowWithoutRun(planned, run, recordOf(run) ?? {}));
      continue;
    }
    const { record, trace } = found;
    const own = single ? traces : (alone.get(run) ?? [trace]);
    const measured = single ? pooled : await measureRuns(metrics, own, ctx, run.name);
    // Without what explains them, which holds on to every call.
    judgedAlone.push(measured.map(({ checks }) => ({ checks })));
    results.push(
      await scoreRow(planned, {
        run,
        record,
        trace,
        traces: own,
        measured,
        names,
        single,
        floor: single ? floorOf(planned, pooled) : undefined,
        ctx,
        redactor,
      }),
    );
    letGo(own, ctx);
  }
  if (!single) pooled = await together();
  const floor = floorOf(planned, pooled);
  if (!planned.complete || pooled.length === 0) return { results };
  const measured = { blocks: pooled, runs: made.map(({ run }) => run.run), alone: single ? [] : judgedAlone };
  const group = groupOf(planned, { measured, rows: results, names: names.checks, floor });
  return { results, group, floor: floor && explainedFloor(floor, measured) };
}

function redacted(spec: MetricSpec, redactor: Redactor): MetricSpec {
  return { ...spec, config: redactor.operand(spec.config), gates: shownAssertions(spec.gates, redactor) };
}

/** A run that could not be made is none. */
function madeRun(run: PlannedRun, record: RunRecord | undefined, catalog: ScoreOptions['catalog']) {
  if (record === undefined || record.obstacle !== undefined) return [];
  return [{ run, record, trace: withCatalog(record.trace, catalog) }];
}

function withCatalog(trace: Trace, catalog: ScoreOptions['catalog']): Trace {
  return trace.catalog === undefined && catalog !== undefined ? { ...trace, catalog } : trace;
}

function contextOf(
  { agent }: PlannedGroup,
  metrics: MetricSpec[],
  { redactor, validate, countTokens }: ScoreOptions,
): MetricContext {
  const sets = metrics.find(({ block }) => block === 'equal_function_sets');
  return {
    servers: agent.servers,
    prompt: agent.prompt === undefined ? undefined : redactor.text(agent.prompt),
    classes: ownValue(sets?.config, 'classes') as ToolClass[] | undefined,
    validate,
    countTokens,
  };
}

interface GroupMeasurements {
  /** All runs together. */
  measured: MeasuredRuns;
  rows: CaseResult[];
  /** What is wrong with the tool names of the test. */
  names: Check[];
  floor: Floor | undefined;
}

function groupOf(
  { suite, agent, name, model }: PlannedGroup,
  { measured, rows, names, floor }: GroupMeasurements,
): Group {
  const runs = rows.length;
  const single = runs === 1;
  const pooled = measured.blocks;
  const checks = [...names, ...pooled.flatMap((one) => one.checks)];
  const grade = pooled.find(({ result }) => result.grade !== undefined)?.result.grade;
  const distractors = pooled.find(({ result }) => result.distractors)?.result.distractors;
  const fewer = runs < agent.runs ? [`runs: ${runs} of the ${agent.runs} that the suite asks for`] : [];
  const made = measured.runs.length;
  if (!single && made < runs)
    fewer.push(`runs: ${runs - made} of ${runs} could not be made and count in no figure`);
  const judged = [...checks, ...(floor === undefined ? [] : floorChecks(floor))];
  const verdict = judged.length === 0 ? 'pass' : verdictOf(judged);
  return omitUndefined({
    file: suite.display_file,
    name,
    test: agent.name,
    model,
    runs,
    verdict: single && rows[0] ? rows[0].verdict : verdict,
    figures: figuresOf(pooled).figures,
    checks: single ? [] : explainChecks(checks, measured),
    grade,
    distractors,
    explain: [...explainLines(measured), ...fewer],
  });
}

/** A floor that does not hold names the runs that broke it. */
function explainedFloor(floor: Floor, measured: MeasuredRuns): Floor {
  if (floor.passed) return floor;
  const because = targetLines('tool_selection', measured);
  return because.length === 0 ? floor : { ...floor, because };
}

function floorOf({ suite, agent, model }: PlannedGroup, pooled: BlockMeasurement[]): Floor | undefined {
  const measured = pooled.find(({ result }) => result.floor !== undefined);
  if (measured?.result.floor === undefined) return undefined;
  const { model: _, ...rest } = measured.result.floor;
  const { name } = agent;
  const floor: Floor = omitUndefined({
    ...rest,
    file: suite.display_file,
    agent: name,
    test: name,
    model,
  });
  const minimum = ownValue(measured.spec.config, 'min_selection_rate');
  const { inconclusive } = suite.run_options;
  return inconclusive !== undefined && typeof minimum === 'number'
    ? judgeFloor(floor, minimum, inconclusive)
    : floor;
}
