/** `orchestration:` where a run went well or badly, one axis at a time. Nothing is gated unless `expect:` says so. */
import type { MetricContext, MetricResult, ToolClass } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { isObject } from '../util/plain.js';
import { percent } from '../util/ratio.js';
import { plural } from '../util/text.js';
import { indexClasses, score, selectAll } from './classes.js';
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
  const calls = runs.list.flatMap((run) => run.calls);
  const filled = calls.filter((call) => isObject(call.args) && Object.keys(call.args).length > 0).length;
  const formed = calls.filter((call) => call.name !== '' && isObject(call.args)).length;
  const { failed, recovered } = recoveries(runs, classes);
  return {
    ...splitFigures({
      'orchestration.discovery': score(selectAll(runs.list, classes, runs.servers)).recall,
      'orchestration.parameterization': share(filled, calls.length),
      'orchestration.syntax': share(formed, calls.length),
      'orchestration.error_recovery': share(recovered, failed),
      'orchestration.efficiency': efficiency(runs, classes),
      'orchestration.schema_validity': schemaValidity(calls, runs, ctx),
    }),
    explain: [
      `${plural(calls.length, 'call')}: ${filled} with arguments, ${formed} well formed`,
      `${failed} failed, ${recovered} of them made good later`,
      classes.length === 0
        ? 'no classes are declared, so discovery and efficiency have nothing to measure against'
        : `${plural(classes.length, 'class', 'classes')} in ${plural(runs.list.length, 'run')}`,
    ],
  };
}

/** Nothing to do wrong is all right. */
function share(good: number, all: number): number {
  return all === 0 ? 100 : percent(good, all);
}

function recoveries(runs: Runs, classes: readonly ToolClass[]): { failed: number; recovered: number } {
  const index = indexClasses(classes, runs.servers);
  let failed = 0;
  let recovered = 0;
  for (const run of runs.list) {
    const good = recoveredCalls(run.calls, index, (call) => !call.failed);
    for (const [i, call] of run.calls.entries()) {
      if (!call.failed) continue;
      failed += 1;
      if (good[i]) recovered += 1;
    }
  }
  return { failed, recovered };
}

/** The fewest calls that could do it against those made; a run that did nothing gains nothing. */
function efficiency(runs: Runs, classes: readonly ToolClass[]): number {
  if (classes.length === 0) return 0;
  const best = runs.list.filter((run) => run.calls.length > 0).length * classes.length;
  const made = runs.list.reduce((sum, run) => sum + Math.max(run.calls.length, classes.length), 0);
  return percent(best, made);
}

/** The figure, or why there is none. */
function schemaValidity(calls: readonly RunCall[], runs: Runs, ctx: MetricContext): number | string {
  if (runs.catalog === undefined) return 'the catalogue is not known';
  if (ctx.validate === undefined) return 'no schema validator is at hand';
  const schemas = new Map<string, unknown>();
  for (const [server, tools] of Object.entries(runs.catalog)) {
    for (const tool of tools) schemas.set(`${server}.${tool.name}`, tool.inputSchema ?? { type: 'object' });
  }
  let valid = 0;
  for (const call of calls) {
    if (!schemas.has(call.id)) continue;
    const verdict = ctx.validate(schemas.get(call.id), call.args);
    if (verdict === undefined) return `the input schema of ${call.id} cannot be used`;
    if (verdict) valid += 1;
  }
  return share(valid, calls.length);
}
