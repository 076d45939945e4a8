/** `recovery:` what the agent did about the faults that `faults:` put in its way. */
import * as z from 'zod/mini';
import type { Metric } from '../types/metric.js';
import { own } from '../util/plain.js';
import { percent } from '../util/ratio.js';
import { indexClasses } from './classes.js';
import { lines, runLabel, show } from './explain.js';
import { recoveredCalls } from './recovered-calls.js';
import { expectSchema, gate, NO_RUNS, nothing } from './result.js';
import { array, type Run, readRuns } from './runs.js';
import type { MemberIndex } from './tool-id.js';

export interface Recovery {
  expect?: unknown[];
}

const TARGETS = ['recovery.recovered', 'recovery.gave_up', 'recovery.extra_calls'];

export const recovery: Metric<Recovery> = {
  block: 'recovery',
  schema: z
    .strictObject({ expect: expectSchema })
    .check(z.describe('Whether the agent gets past injected faults, and at what price in calls.')),
  needs: [],
  targets: TARGETS,
  defaults: () => [gate('recovery.recovered', '>=', 50)],
  measure(traces, _block, ctx) {
    if (traces.length === 0) return nothing(TARGETS, NO_RUNS);
    const runs = readRuns(traces, ctx);
    const classes = indexClasses(ctx.classes ?? [], runs.servers);
    const met = runs.list.map((run) => followFaults(run, classes));
    const all = met.flat();
    if (all.length === 0) return nothing(TARGETS, 'no run met a fault');
    return {
      figures: {
        'recovery.recovered': percent(all.filter((fault) => fault.recovered).length, all.length),
        'recovery.gave_up': all.filter((fault) => !fault.recovered && fault.retries === 0).length,
        'recovery.extra_calls': all.reduce((sum, fault) => sum + fault.retries, 0),
      },
      explain: lines(
        met.flatMap((faults, i) =>
          faults.map((fault) => {
            const end = fault.recovered ? 'recovered' : fault.retries === 0 ? 'gave up' : 'never succeeded';
            return `${runLabel(i, met.length)}${show(fault.kind)} at call ${fault.call + 1} (${show(fault.tool)}): ${end} after ${fault.retries} more`;
          }),
        ),
      ),
    };
  },
};

interface MetFault {
  call: number;
  kind: string;
  tool: string;
  recovered: boolean;
  /** Calls of the tool or its class made because of it. */
  retries: number;
}

function followFaults(run: Run, classes: MemberIndex): MetFault[] {
  const kinds = new Map<number, string>();
  for (const fault of array(run.trace.faults)) {
    const [call, kind] = [own(fault, 'call'), own(fault, 'kind')];
    if (typeof call === 'number' && run.calls[call] !== undefined) {
      kinds.set(call, typeof kind === 'string' ? kind : 'fault');
    }
  }
  // A call under a fault is no success, whatever it returned; a slow one may still be.
  const good = (index: number) =>
    !run.calls[index]!.failed && (kinds.get(index) === undefined || kinds.get(index) === 'slow');
  const later = recoveredCalls(run.calls, classes, (_, index) => good(index));
  const retries = countRetries(run, classes, good);
  return [...kinds]
    .sort(([a], [b]) => a - b)
    .map(([call, kind]) => {
      const own = good(call);
      return {
        call,
        kind,
        tool: run.calls[call]!.id,
        recovered: own || later[call]!,
        retries: own ? 0 : retries[call]!,
      };
    });
}

/** For each call, the later ones of its tool or class up to and with the first good one. */
function countRetries(run: Run, classes: MemberIndex, good: (index: number) => boolean): number[] {
  const pending = new Map<string, number>();
  const out: number[] = run.calls.map(() => 0);
  for (let i = run.calls.length - 1; i >= 0; i -= 1) {
    const call = run.calls[i]!;
    const lists = classes.listsOf(call);
    // Calls that stand for one another share their count under the first class that holds them.
    const key = lists.length > 0 ? `class ${lists[0]}` : `tool ${call.id}`;
    out[i] = pending.get(key) ?? 0;
    pending.set(key, good(i) ? 1 : out[i]! + 1);
  }
  return out;
}
