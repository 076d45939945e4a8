/** What a run is held to, before and after: floors, gates over the runs of a test, coverage, strength. Only what changed. */
import type { Floor, Group, RunEnvelope } from '../types/envelope.js';
import type { Check } from '../types/verdict.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { poolKey } from './compare-pools.js';

export type Held = 'holds' | 'fails' | 'not judged' | 'not asked for';

export interface GateChange {
  kind: 'floor' | 'gate' | 'coverage' | 'strength';
  /** The test, or what is measured. */
  name: string;
  file?: string;
  model?: string;
  base: Held;
  current: Held;
  /** The figure that is held against the gate. */
  figure: { base?: number; current?: number; asked?: string };
}

interface Gate {
  key: string;
  shown: Pick<GateChange, 'kind' | 'name' | 'file' | 'model'>;
  held: Held;
  value?: number;
  asked?: string;
}

export function compareGates(base: RunEnvelope, current: RunEnvelope): GateChange[] {
  const before = new Map(gatesOf(base).map((gate) => [gate.key, gate]));
  const after = new Map(gatesOf(current).map((gate) => [gate.key, gate]));
  const changes = [...new Set([...after.keys(), ...before.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const shown = (is ?? was)!.shown;
    const change: GateChange = {
      ...shown,
      base: was?.held ?? 'not asked for',
      current: is?.held ?? 'not asked for',
      figure: omitUndefined({ base: was?.value, current: is?.value, asked: is?.asked ?? was?.asked }),
    };
    return change.base === change.current ? [] : [change];
  });
  return changes.sort((a, b) => ORDER.indexOf(a.current) - ORDER.indexOf(b.current));
}

const ORDER: Held[] = ['fails', 'not judged', 'not asked for', 'holds'];

function gatesOf(run: RunEnvelope): Gate[] {
  return [
    ...(run.tool_selection ?? []).map(floorGate),
    ...(run.groups ?? []).flatMap(groupGates),
    ...(run.coverage?.gates ?? []).map(({ file, threshold, percent, passed }) =>
      omitUndefined({
        key: JSON.stringify(['coverage', file]),
        shown: { kind: 'coverage' as const, name: 'coverage of tools', file },
        held: heldOf(passed),
        value: percent,
        asked: `at least ${threshold} %`,
      }),
    ),
    ...(run.strength?.gates ?? []).map(({ file, min, rate, passed }) =>
      omitUndefined({
        key: JSON.stringify(['strength', file]),
        shown: omitUndefined({ kind: 'strength' as const, name: 'strength', file }),
        held: heldOf(passed),
        value: rate === undefined ? undefined : Math.floor(rate * 100),
        asked: `at least ${min} %`,
      }),
    ),
  ];
}

function heldOf(passed: boolean | undefined): Held {
  if (passed === undefined) return 'not judged';
  return passed ? 'holds' : 'fails';
}

function floorGate(floor: Floor): Gate {
  const { file, agent, model, min_selection_rate: least } = floor;
  return omitUndefined({
    key: `floor ${poolKey(floor)}`,
    shown: omitUndefined({ kind: 'floor' as const, name: agent, file, model }),
    held: floor.inconclusive === undefined ? heldOf(floor.passed) : ('not judged' as const),
    value: floor.selection_rate,
    asked: least === undefined ? undefined : `at least ${least}`,
  });
}

/** Each check on the pooled figures is a gate of its own. */
function groupGates(group: Group): Gate[] {
  return group.checks
    .filter(({ matcher }) => matcher !== 'floor')
    .map((check) =>
      omitUndefined({
        key: `gate ${poolKey(group)} ${check.target} ${check.matcher} ${JSON.stringify(check.expected)}`,
        shown: omitUndefined({
          kind: 'gate' as const,
          name: `${group.name}, ${check.target}`,
          file: group.file,
          model: group.model,
        }),
        held: outcomeHeld(check),
        value: typeof check.actual === 'number' ? check.actual : undefined,
        asked:
          check.expected === undefined ? undefined : `${check.matcher} ${JSON.stringify(check.expected)}`,
      }),
    );
}

function outcomeHeld({ outcome }: Check): Held {
  if (outcome === 'inconclusive') return 'not judged';
  return outcome === 'pass' ? 'holds' : 'fails';
}
