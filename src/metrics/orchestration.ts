/** `orchestration:` where a run went well or badly, one axis at a time. Nothing is gated unless `expect:` says so. */
import type { Explanation, MetricContext, MetricResult, ToolClass } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { isObject } from '../util/plain.js';
import { percent } from '../util/ratio.js';
import { plural } from '../util/text.js';
import { indexClasses, type Selection, score, selectAll } from './classes.js';
import { explainSelections } from './equal-function-sets.js';
import { showCalls, tallyTools, toldLater } from './explain.js';
import { recoveredCalls } from './recovered-calls.js';
import { NO_RUNS, noFigures, splitFigures } from './result.js';
import { ofRun, type RunCall, type Runs, readRuns, toolsOf } from './runs.js';
import type { Orchestration } from './schemas/orchestration.js';

export function measureOrchestration(
  traces: Trace[],
  _block: Orchestration,
  ctx: MetricContext,
): MetricResult {
  if (traces.length === 0) return noFigures('orchestration', NO_RUNS);
  const runs = readRuns(traces, ctx);
  const classes = ctx.classes ?? [];
  const calls = runs.list.reduce((sum, run) => sum + run.calls.length, 0);
  const empty = keptCalls(runs, withoutArguments);
  const misshapen = keptCalls(runs, withoutShape);
  const { failed, open } = recoveries(runs, classes);
  // Without classes no call is expected.
  const selections = classes.length === 0 ? [] : selectAll(runs.list, classes, runs.servers);
  const discovery = classes.length === 0 && calls > 0 ? 0 : score(selections).recall;
  const { invalid, why } = schemaErrors(runs, ctx);
  const good = (bad: readonly unknown[], all = calls) => share(all - bad.length, all);
  return {
    ...splitFigures({
      'orchestration.discovery': discovery,
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
      overview(calls, failed, open.length),
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

type Fault = (call: RunCall) => string | boolean;

/** The calls that have what is asked, or a fault that has words of its own. */
function placedCalls({ list }: Runs, has: Fault): PlacedCall[] {
  return list.flatMap(({ calls }, run) => faultyCalls(calls, has).map((one) => ({ ...one, run })));
}

/** The same, looked for once in each run. */
function keptCalls({ list }: Runs, has: Fault): PlacedCall[] {
  const placed: PlacedCall[] = [];
  for (const [at, run] of list.entries())
    for (const one of ofRun(run, has, ({ calls }) => faultyCalls(calls, has)))
      placed.push({ ...one, run: at });
  return placed;
}

function faultyCalls(calls: readonly RunCall[], has: Fault): Omit<PlacedCall, 'run'>[] {
  const found: Omit<PlacedCall, 'run'>[] = [];
  for (let at = 0; at < calls.length; at += 1) {
    const call = calls[at] as RunCall;
    const fault = has(call);
    if (fault === true) found.push({ at, call });
    else if (fault !== false) found.push({ at, call, fault });
  }
  return found;
}

function withoutArguments({ args }: RunCall): boolean {
  if (!isObject(args)) return true;
  for (const key in args) if (Object.hasOwn(args, key)) return false;
  return true;
}

function isFailed({ failed }: RunCall): boolean {
  return failed;
}

function withoutShape({ name, args }: RunCall): string | false {
  if (name === '') return 'without a name';
  return isObject(args) ? false : 'arguments that are not an object';
}

/** The calls with a fault, alike ones together. */
function explainCalls(
  leaf: string,
  { list }: Runs,
  calls: readonly PlacedCall[],
  same?: string,
): Explanation[] {
  const byRun = new Map<number, Map<string | undefined, number[]>>();
  for (const { run, at, fault } of calls) {
    const byFault = byRun.get(run) ?? new Map<string | undefined, number[]>();
    byRun.set(run, byFault);
    const places = byFault.get(fault);
    if (places) places.push(at);
    else byFault.set(fault, [at]);
  }
  return [...byRun].flatMap(([run, byFault]) =>
    [...byFault].map(([fault, places]) => {
      const text = () => `${fault ?? same}: ${showCalls(list[run]?.calls ?? [], places)}`;
      const counted = () => [{ as: fault ?? same ?? leaf, good: false, calls: places }];
      return toldLater({ targets: [`orchestration.${leaf}`], run, counted }, text);
    }),
  );
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
  const efficient = runs.list.map((each, run) =>
    toldLater({ targets: ['orchestration.efficiency'], run }, () => {
      const made = tallyTools(toolsOf(each)) || 'none';
      return `${plural(each.calls.length, 'call')} where ${classes.length} would do: ${made}`;
    }),
  );
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
  const failed = keptCalls(runs, isFailed);
  const good = new Map<number, boolean[]>();
  for (const { run } of failed) {
    if (good.has(run)) continue;
    good.set(
      run,
      recoveredCalls(runs.list[run]?.calls ?? [], index, (call) => !call.failed),
    );
  }
  return { failed: failed.length, open: failed.filter(({ run, at }) => !good.get(run)?.[at]) };
}

/** The fewest calls that could do it against those made; a run that did nothing gains nothing. */
function efficiency(runs: Runs, classes: readonly ToolClass[]): number {
  if (classes.length === 0) return 0;
  const best = runs.list.filter((run) => run.calls.length > 0).length * classes.length;
  const made = runs.list.reduce((sum, run) => sum + Math.max(run.calls.length, classes.length), 0);
  return percent(best, made);
}

/** The calls that their tool's schema refuses; or why nobody can say. */
function schemaErrors(runs: Runs, ctx: MetricContext): { invalid: PlacedCall[]; why?: string } {
  if (runs.catalog === undefined) return { invalid: [], why: 'the catalogue is not known' };
  const { validate } = ctx;
  if (validate === undefined) return { invalid: [], why: 'no schema validator is at hand' };
  const schemas = new Map<string, unknown>();
  for (const [server, tools] of Object.entries(runs.catalog)) {
    for (const tool of tools) schemas.set(`${server}.${tool.name}`, tool.inputSchema ?? { type: 'object' });
  }
  let unusable: string | undefined;
  const invalid = placedCalls(runs, ({ id, args }) => {
    if (unusable !== undefined) return false;
    if (!schemas.has(id)) return 'not in the catalogue';
    const verdict = validate(schemas.get(id), args);
    if (verdict === undefined) unusable = id;
    return verdict === false ? 'not valid under the input schema' : false;
  });
  if (unusable !== undefined) return { invalid: [], why: `the input schema of ${unusable} cannot be used` };
  return { invalid };
}
