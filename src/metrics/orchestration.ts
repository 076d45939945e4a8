/** `orchestration:` where a run went well or badly, one axis at a time. Nothing is gated unless `expect:` says so. */
import type { Explanation, MetricContext, MetricResult, ToolClass } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { groupBy } from '../util/group-by.js';
import { percent } from '../util/ratio.js';
import { plural } from '../util/text.js';
import { indexClasses, NO_CLASSES, type Selection, score, selectAll } from './classes.js';
import { explainSelections } from './equal-function-sets.js';
import { showCalls, tallyTools, toldLater } from './explain.js';
import { recoveredCalls } from './recovered-calls.js';
import { NO_RUNS, noFigures, splitFigures } from './result.js';
import { faultsOf, type Run, type RunCall, type Runs, readRuns, toolsOf } from './runs.js';
import type { Orchestration } from './schemas/orchestration.js';

export function measureOrchestration(
  traces: Trace[],
  _block: Orchestration,
  ctx: MetricContext,
): MetricResult {
  if (traces.length === 0) return noFigures('orchestration', NO_RUNS);
  const runs = readRuns(traces, ctx);
  const classes = ctx.classes ?? NO_CLASSES;
  const calls = runs.list.reduce((sum, run) => sum + run.tools.length, 0);
  const empty = faultyCalls(runs, 'without arguments', (run) => faultsOf(run).empty);
  const misshapen = misshapenCalls(runs);
  const { failed, open } = recoveries(runs, classes);
  // Without classes no call is expected.
  const selections = classes.length === 0 ? [] : selectAll(runs.list, classes, runs.servers);
  const discovery = classes.length === 0 && calls > 0 ? 0 : score(selections).recall;
  const { invalid, why } = schemaErrors(runs, ctx);
  const good = (bad: readonly FaultyCalls[], all = calls) => share(all - countCalls(bad), all);
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
      ...explainCalls('parameterization', runs, empty),
      ...explainCalls('syntax', runs, misshapen),
      ...explainCalls('error_recovery', runs, open),
      ...explainCalls('schema_validity', runs, invalid),
      ...explainClasses(runs, classes, selections),
      overview(calls, failed, countCalls(open)),
    ],
  };
}

/** The calls of a run that have the same fault. */
interface FaultyCalls {
  run: number;
  fault: string;
  places: number[];
}

function faultyCalls({ list }: Runs, fault: string, placesIn: (run: Run) => number[]): FaultyCalls[] {
  return list.flatMap((each, run) => {
    const places = placesIn(each);
    return places.length === 0 ? [] : [{ run, fault, places }];
  });
}

/** The same where each call may have a fault of its own. */
function faultyByWords({ list }: Runs, faultsIn: (run: Run) => Map<string, number[]>): FaultyCalls[] {
  return list.flatMap((each, run) => [...faultsIn(each)].map(([fault, places]) => ({ run, fault, places })));
}

function misshapenCalls(runs: Runs): FaultyCalls[] {
  return faultyByWords(runs, (run) =>
    groupBy(faultsOf(run).misshapen, (at) =>
      run.tools[at]?.name === '' ? 'without a name' : 'arguments that are not an object',
    ),
  );
}

function countCalls(faulty: readonly FaultyCalls[]): number {
  return faulty.reduce((sum, { places }) => sum + places.length, 0);
}

function explainCalls(leaf: string, { list }: Runs, faulty: readonly FaultyCalls[]): Explanation[] {
  return faulty.map(({ run, fault, places }) => {
    const text = () => `${fault}: ${showCalls(list[run]?.calls ?? [], places)}`;
    const counted = () => [{ as: fault, good: false, calls: places }];
    return toldLater({ targets: [`orchestration.${leaf}`], run, counted }, text);
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
  const efficient = runs.list.map((each, run) =>
    toldLater({ targets: ['orchestration.efficiency'], run }, () => {
      const made = tallyTools(toolsOf(each)) || 'none';
      return `${plural(each.tools.length, 'call')} where ${classes.length} would do: ${made}`;
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
function recoveries(runs: Runs, classes: readonly ToolClass[]): { failed: number; open: FaultyCalls[] } {
  const index = indexClasses(classes, runs.servers);
  const failed = runs.list.reduce((sum, run) => sum + faultsOf(run).failed.length, 0);
  const open = faultyCalls(runs, 'failed, and no later call made it good', (run) => {
    const bad = faultsOf(run).failed;
    if (bad.length === 0) return bad;
    const good = recoveredCalls(run.calls, index, (call) => !call.failed);
    return bad.filter((at) => !good[at]);
  });
  return { failed, open };
}

/** The fewest calls that could do it against those made; a run that did nothing gains nothing. */
function efficiency(runs: Runs, classes: readonly ToolClass[]): number {
  if (classes.length === 0) return 0;
  const best = runs.list.filter((run) => run.tools.length > 0).length * classes.length;
  const made = runs.list.reduce((sum, run) => sum + Math.max(run.tools.length, classes.length), 0);
  return percent(best, made);
}

/** The calls that their tool's schema refuses; or why nobody can say. */
function schemaErrors(runs: Runs, ctx: MetricContext): { invalid: FaultyCalls[]; why?: string } {
  if (runs.catalog === undefined) return { invalid: [], why: 'the catalogue is not known' };
  const { validate } = ctx;
  if (validate === undefined) return { invalid: [], why: 'no schema validator is at hand' };
  const schemas = new Map<string, unknown>();
  for (const [server, tools] of Object.entries(runs.catalog)) {
    for (const tool of tools) schemas.set(`${server}.${tool.name}`, tool.inputSchema ?? { type: 'object' });
  }
  let unusable: string | undefined;
  const faultOf = ({ id, args }: RunCall): string | undefined => {
    if (unusable !== undefined) return undefined;
    if (!schemas.has(id)) return 'not in the catalogue';
    const verdict = validate(schemas.get(id), args);
    if (verdict === undefined) unusable = id;
    return verdict === false ? 'not valid under the input schema' : undefined;
  };
  const invalid = faultyByWords(runs, ({ calls }) => {
    const faults = calls.map(faultOf);
    const bad = [...faults.keys()].filter((at) => faults[at] !== undefined);
    return groupBy(bad, (at) => faults[at] as string);
  });
  if (unusable !== undefined) return { invalid: [], why: `the input schema of ${unusable} cannot be used` };
  return { invalid };
}
