/** What is said of a floor on stderr. The words are pinned. */
import type { MeasuredFloor } from '../types/envelope.js';
import { percent } from '../util/ratio.js';
import { show, tally } from './explain.js';

/** The lines for stderr: one for the floor, and on a breach the failed conditions and the runs that missed. */
export function floorLines(floor: MeasuredFloor, name: string): string[] {
  const tokens = floor.tokens
    ? `tokens ${floor.tokens.median} median / ${floor.tokens.max} max`
    : 'tokens unknown';
  const passK =
    floor.pass_k === undefined ? 'unknown' : `${percent(Math.round(floor.pass_k * floor.runs), floor.runs)}%`;
  const out = [
    `tool-selection floor [${state(floor)}] ${name}: selection ${floor.selected}/${floor.runs} ` +
      `(${percent(floor.selected, floor.runs)}%), pass^k ${passK}, ${tokens}`,
  ];
  if (floor.inconclusive !== undefined) out.push(`FLOOR ${name}: inconclusive: ${floor.inconclusive}`);
  for (const reason of floor.reasons) out.push(`FLOOR ${name}: ${reason}`);
  if (floor.reasons.length > 0) out.push(...missedRuns(floor));
  return out;
}

function state(floor: MeasuredFloor): string {
  if (floor.passed) return 'PASS';
  return floor.inconclusive === undefined ? 'FAIL' : 'INCONCLUSIVE';
}

/** One line for each run that missed the tool or its budget. */
function missedRuns(floor: MeasuredFloor): string[] {
  return floor.per_run.flatMap((run) => {
    const faults: string[] = [];
    if (!run.selected) faults.push(missedTool(run, floor));
    if (run.over_budget) faults.push(overBudget(run));
    return faults.length === 0 ? [] : [`  run ${run.run}: ${faults.join('; ')}`];
  });
}

type FloorRun = MeasuredFloor['per_run'][number];

export function missedTool({ called }: FloorRun, { expected_tool }: MeasuredFloor): string {
  const tool = expected_tool === undefined ? 'the expected tool' : `\`${show(expected_tool)}\``;
  return `did not select ${tool}, called ${called.length === 0 ? 'nothing' : tally(called)}`;
}

export function overBudget({ tokens }: FloorRun): string {
  return `${tokens} tokens, over budget`;
}
