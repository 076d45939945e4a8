/** `orchestration:` where a run went well or badly, one axis at a time. Nothing is gated unless `expect:` says so. */
import type { Explanation, MetricContext, MetricResult, ToolClass } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { isObject } from '../util/plain.js';
import { percent } from '../util/ratio.js';
import { plural } from '../util/text.js';
import { indexClasses, type Selection, score, selectAll } from './classes.js';
import { explainSelections } from './equal-function-sets.js';
import { showCalls, tally } from './explain.js';
import { recoveredCalls } from './recovered-calls.js';
import { NO_RUNS, noFigures, splitFigures } from './result.js';
import { type RunCall, type Runs, readRuns } from './runs.js';
import type { Orchestration } from './schemas/orchestration.js';

export function measureOrchestration(
  traces: Trace[],
  _block: Orchestration,
  ctx: MetricContext,
): MetricResult {
  if (traces.length === 0) return noFigures('orchestration', NO_RUNS);
  const runs = readRuns(traces, ctx);
  const classes = ctx.classes ?? [];
  const calls = placedCalls(runs);
  const empty = calls.filter(({ call }) => !isObject(call.args) || Object.keys(call.args).length === 0);
  const misshapen = calls.flatMap(withoutShape);
  const { failed, open } = recoveries(runs, classes);
  const selections = selectAll(runs.list, classes, runs.servers);
  const { invalid, why } = schemaErrors(calls, runs, ctx);
  const good = (bad: readonly unknown[], all = calls.length) => share(all - bad.length, all);
  return {
    ...splitFigures({
      'orchestration.discovery': score(selections).recall,
      'orchestration.parameterization': good(empty),
      'orchestration.syntax': good(misshapen),
      'orchestration.error_recovery': good(open, failed),
      'orchestration.efficiency': efficiency(runs, classes),
      'orchestration.schema_validity': why ?? good(invalid),
    }),
    explain: [
      ...explainCalls('parameterization', runs, empty, 'without arguments'),
      ...explainCalls('syntax', runs, misshapen),
      ...explainCalls('error_recovery', runs, open, 'failed, and no later call made it good'),
      ...explainCalls('schema_validity', runs, invalid),
      ...explainClasses(runs, classes, selections),
      overview(calls.length, failed, open.length),
    ],
  };
}

interface PlacedCall {
  run: number;
  at: number;
  call: RunCall;
  /** What is wrong with it, where that differs from call to call. */
  fault?: string;
}

function placedCalls({ list }: Runs): PlacedCall[] {
  return list.flatMap(({ calls }, run) => calls.map((call, at) => ({ run, at, call })));
}

function withoutShape(placed: PlacedCall): PlacedCall[] {
  if (placed.call.name === '') return [{ ...placed, fault: 'without a name' }];
  return isObject(placed.call.args) ? [] : [{ ...placed, fault: 'arguments that are no object' }];
}

/** The calls with a fault, alike ones together. */
function explainCalls(
  leaf: string,
  { list }: Runs,
  calls: readonly PlacedCall[],
  same?: string,
): Explanation[] {
  return list.flatMap((run, at) => {
    const own = calls.filter((call) => call.run === at);
    return [...new Set(own.map(({ fault }) => fault))].map((fault) => {
      const places = own.filter((call) => call.fault === fault).map((call) => call.at);
      const text = `${fault ?? same}: ${showCalls(run.calls, places)}`;
      return { targets: [`orchestration.${leaf}`], run: at, text };
    });
  });
}

function explainClasses(
  runs: Runs,
  classes: readonly ToolClass[],
  selections: readonly Selection[],
): Explanation[] {
  const targets = ['orchestration.discovery', 'orchestration.efficiency'];
  if (classes.length === 0) {
    const text = 'no classes are declared, so discovery and efficiency have nothing to measure against';
    return [{ targets, text }];
  }
  const efficient = runs.list.map(({ calls }, run) => ({
    targets: ['orchestration.efficiency'],
    run,
    text: `${plural(calls.length, 'call')} where ${classes.length} would do: ${tally(calls.map(({ id }) => id)) || 'none'}`,
  }));
  const found = { missed: ['orchestration.discovery'], unexpected: [] };
  return [...explainSelections(selections, classes, found), ...efficient];
}

function overview(calls: number, failed: number, open: number): Explanation {
  const made = `${plural(calls, 'call')}, ${failed} failed, ${failed - open} of them made good later`;
  return { targets: ['orchestration.error_recovery'], text: made };
}

/** Nothing to do wrong is all right. */
function share(good: number, all: number): number {
  return all === 0 ? 100 : percent(good, all);
}

/** How many calls failed, and those of them that no later call made good. */
function recoveries(runs: Runs, classes: readonly ToolClass[]): { failed: number; open: PlacedCall[] } {
  const index = indexClasses(classes, runs.servers);
  const good = runs.list.map(({ calls }) => recoveredCalls(calls, index, (call) => !call.failed));
  const failed = placedCalls(runs).filter(({ call }) => call.failed);
  return { failed: failed.length, open: failed.filter(({ run, at }) => !good[run]?.[at]) };
}

/** The fewest calls that could do it against those made; a run that did nothing gains nothing. */
function efficiency(runs: Runs, classes: readonly ToolClass[]): number {
  if (classes.length === 0) return 0;
  const best = runs.list.filter((run) => run.calls.length > 0).length * classes.length;
  const made = runs.list.reduce((sum, run) => sum + Math.max(run.calls.length, classes.length), 0);
  return percent(best, made);
}

/** The calls that their tool's schema refuses; or why nobody can say. */
function schemaErrors(
  calls: readonly PlacedCall[],
  runs: Runs,
  ctx: MetricContext,
): { invalid: PlacedCall[]; why?: string } {
  if (runs.catalog === undefined) return { invalid: [], why: 'the catalogue is not known' };
  if (ctx.validate === undefined) return { invalid: [], why: 'no schema validator is at hand' };
  const schemas = new Map<string, unknown>();
  for (const [server, tools] of Object.entries(runs.catalog)) {
    for (const tool of tools) schemas.set(`${server}.${tool.name}`, tool.inputSchema ?? { type: 'object' });
  }
  const invalid: PlacedCall[] = [];
  for (const placed of calls) {
    const { id, args } = placed.call;
    if (!schemas.has(id)) {
      invalid.push({ ...placed, fault: 'not in the catalogue' });
      continue;
    }
    const verdict = ctx.validate(schemas.get(id), args);
    if (verdict === undefined) return { invalid: [], why: `the input schema of ${id} cannot be used` };
    if (!verdict) invalid.push({ ...placed, fault: 'not valid under the input schema' });
  }
  return { invalid };
}
