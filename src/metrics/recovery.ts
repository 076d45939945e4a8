/** `recovery:` what the agent did about the faults that `faults:` put in its way. */
import type { Explanation, MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { ownValue } from '../util/plain.js';
import { percent } from '../util/ratio.js';
import { plural } from '../util/text.js';
import { indexClasses, NO_CLASSES } from './classes.js';
import { show } from './explain.js';
import { recoveredCalls } from './recovered-calls.js';
import { NO_RUNS, noFigures } from './result.js';
import { array, type Run, readRuns } from './runs.js';
import type { Recovery } from './schemas/recovery.js';
import type { MemberIndex, ToolId } from './tool-id.js';

export function measureRecovery(traces: Trace[], _block: Recovery, ctx: MetricContext): MetricResult {
  if (traces.length === 0) return noFigures('recovery', NO_RUNS);
  const runs = readRuns(traces, ctx);
  const classes = indexClasses(ctx.classes ?? NO_CLASSES, runs.servers);
  const met = runs.list.map((run) => followFaults(run, classes));
  const all = met.flatMap((run) => run.faults);
  if (all.length === 0) return noFigures('recovery', 'no run met a fault');
  return {
    figures: {
      'recovery.recovered': percent(all.filter((fault) => fault.recovered).length, all.length),
      'recovery.gave_up': all.filter((fault) => !fault.recovered && fault.retries === 0).length,
      'recovery.extra_calls': met.reduce((sum, run) => sum + run.extra, 0),
    },
    explain: met.flatMap(({ faults }, run) => faults.map((fault) => explainFault(fault, run))),
  };
}

interface FaultOutcome {
  call: number;
  kind: string;
  tool: string;
  recovered: boolean;
  /** Later calls of the tool or its class, up to and with the one that succeeded. */
  retries: number;
}

/** Each figure is explained by the faults that it counts. */
function explainFault(fault: FaultOutcome, run: number): Explanation {
  const { kind, call, tool, recovered, retries } = fault;
  const targets = ['recovery.recovered'];
  if (!recovered && retries === 0) targets.push('recovery.gave_up');
  if (retries > 0) targets.push('recovery.extra_calls');
  const text = `${show(kind)} at call ${call + 1} (${show(tool)}): ${ending(fault)}`;
  const lost = retries === 0 ? 'gave up' : 'not recovered';
  const as = recovered ? 'recovered' : lost;
  return { targets, run, text, counted: () => [{ as, good: recovered, calls: [call] }] };
}

function ending({ recovered, retries }: FaultOutcome): string {
  const more = plural(retries, 'more call');
  if (recovered) return retries === 0 ? 'recovered by itself' : `recovered after ${more}`;
  return retries === 0 ? 'gave up' : `${more}, and none succeeded`;
}

interface FollowedCall extends ToolId {
  /** The fault that it met. */
  fault?: string;
  /** A call under a fault is no success, whatever it returned; a slow one may still be. */
  good: boolean;
  /** Calls that stand for one another share a key: the first class that holds them, or the tool. */
  key: string;
}

function followFaults(run: Run, classes: MemberIndex): { faults: FaultOutcome[]; extra: number } {
  const kinds = new Map<number, string>();
  for (const fault of array(run.trace.faults)) {
    const [call, kind] = [ownValue(fault, 'call'), ownValue(fault, 'kind')];
    if (typeof call === 'number') kinds.set(call, typeof kind === 'string' ? kind : 'fault');
  }
  const calls = run.calls.map((call, i): FollowedCall => {
    const fault = kinds.get(i);
    const [first] = classes.listsOf(call);
    return {
      ...(run.tools[i] as ToolId),
      fault,
      good: !call.failed && (fault === undefined || fault === 'slow'),
      key: first === undefined ? `tool ${call.id}` : `class ${first}`,
    };
  });
  const later = recoveredCalls(calls, classes, ({ good }) => good);
  const retries = countRetries(calls);
  const faults = calls.flatMap(({ fault, good, id }, call): FaultOutcome[] => {
    if (fault === undefined) return [];
    const recovered = good || later[call] === true;
    return [{ call, kind: fault, tool: id, recovered, retries: good ? 0 : (retries[call] ?? 0) }];
  });
  return { faults, extra: countExtra(calls) };
}

/** For each call the retries after it, up to and with the one that succeeded. */
function countRetries(calls: readonly FollowedCall[]): number[] {
  const pending = new Map<string, number>();
  return [...calls]
    .reverse()
    .map(({ key, good }) => {
      const retries = pending.get(key) ?? 0;
      pending.set(key, good ? 1 : retries + 1);
      return retries;
    })
    .reverse();
}

/** How many calls of the run are a retry after some fault, each once. */
function countExtra(calls: readonly FollowedCall[]): number {
  const open = new Set<string>();
  let extra = 0;
  for (const { key, good, fault } of calls) {
    if (open.has(key)) extra += 1;
    if (good) open.delete(key);
    else if (fault !== undefined) open.add(key);
  }
  return extra;
}
