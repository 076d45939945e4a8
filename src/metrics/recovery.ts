/** `recovery:` what the agent did about the faults that `faults:` put in its way. */
import type { MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { ownValue } from '../util/plain.js';
import { percent } from '../util/ratio.js';
import { indexClasses } from './classes.js';
import { lines, runLabel, show } from './explain.js';
import { recoveredCalls } from './recovered-calls.js';
import { NO_RUNS, nothing } from './result.js';
import { array, type Run, readRuns } from './runs.js';
import type { Recovery } from './schemas/recovery.js';
import type { MemberIndex } from './tool-id.js';

export function measureRecovery(traces: Trace[], _block: Recovery, ctx: MetricContext): MetricResult {
  if (traces.length === 0) return nothing('recovery', NO_RUNS);
  const runs = readRuns(traces, ctx);
  const classes = indexClasses(ctx.classes ?? [], runs.servers);
  const met = runs.list.map((run) => followFaults(run, classes));
  const all = met.flatMap((run) => run.faults);
  if (all.length === 0) return nothing('recovery', 'no run met a fault');
  return {
    figures: {
      'recovery.recovered': percent(all.filter((fault) => fault.recovered).length, all.length),
      'recovery.gave_up': all.filter((fault) => !fault.recovered && fault.retries === 0).length,
      'recovery.extra_calls': met.reduce((sum, run) => sum + run.extra, 0),
    },
    explain: lines(
      met.flatMap(({ faults }, i) =>
        faults.map((fault) => {
          const end = fault.recovered ? 'recovered' : fault.retries === 0 ? 'gave up' : 'never succeeded';
          return `${runLabel(i, met.length)}${show(fault.kind)} at call ${fault.call + 1} (${show(fault.tool)}): ${end} after ${fault.retries} more`;
        }),
      ),
    ),
  };
}

interface MetFault {
  call: number;
  kind: string;
  tool: string;
  recovered: boolean;
  /** Later calls of the tool or its class, up to and with the one that succeeded. */
  retries: number;
}

function followFaults(run: Run, classes: MemberIndex): { faults: MetFault[]; extra: number } {
  const kinds = new Map<number, string>();
  for (const fault of array(run.trace.faults)) {
    const [call, kind] = [ownValue(fault, 'call'), ownValue(fault, 'kind')];
    if (typeof call === 'number' && run.calls[call] !== undefined) {
      kinds.set(call, typeof kind === 'string' ? kind : 'fault');
    }
  }
  // A call under a fault is no success, whatever it returned; a slow one may still be.
  const good = (index: number) =>
    !run.calls[index]!.failed && (kinds.get(index) === undefined || kinds.get(index) === 'slow');
  const later = recoveredCalls(run.calls, classes, (_, index) => good(index));
  const { retries, extra } = countRetries(run, classes, kinds, good);
  const faults = [...kinds]
    .sort(([a], [b]) => a - b)
    .map(([call, kind]) => {
      const harmless = good(call);
      return {
        call,
        kind,
        tool: run.calls[call]!.id,
        recovered: harmless || later[call]!,
        retries: harmless ? 0 : retries[call]!,
      };
    });
  return { faults, extra };
}

/** For each call the retries after it, and how many calls of the run are a retry after some fault, each once. */
function countRetries(
  run: Run,
  classes: MemberIndex,
  kinds: ReadonlyMap<number, string>,
  good: (index: number) => boolean,
): { retries: number[]; extra: number } {
  // Calls that stand for one another share a key: the first class that holds them.
  const keys = run.calls.map((call) => {
    const lists = classes.listsOf(call);
    return lists.length > 0 ? `class ${lists[0]}` : `tool ${call.id}`;
  });
  const pending = new Map<string, number>();
  const retries = keys.map(() => 0);
  for (let i = keys.length - 1; i >= 0; i -= 1) {
    retries[i] = pending.get(keys[i]!) ?? 0;
    pending.set(keys[i]!, good(i) ? 1 : retries[i]! + 1);
  }
  const open = new Set<string>();
  let extra = 0;
  for (const [i, key] of keys.entries()) {
    if (open.has(key)) extra += 1;
    if (good(i)) open.delete(key);
    else if (kinds.has(i)) open.add(key);
  }
  return { retries, extra };
}
