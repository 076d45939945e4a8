/** A floor over too few runs, or one inside the interval of its rate, is neither held nor broken. */
import type { Floor } from '../types/envelope.js';
import type { RunOptions } from '../types/suite.js';
import type { Check } from '../types/verdict.js';
import { wilson } from '../util/intervals.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { plural } from '../util/text.js';

/** `minimum` is the share of runs that the floor asks for. A broken token budget stays broken. */
export function judgeFloor(
  floor: Floor,
  minimum: number,
  { min_trials, confidence_pct }: NonNullable<RunOptions['inconclusive']>,
): Floor {
  if (floor.inconclusive !== undefined || floor.per_run.some((run) => run.over_budget)) return floor;
  const open = (why: string): Floor => ({ ...floor, passed: false, inconclusive: why, reasons: [] });
  if (min_trials !== undefined && floor.runs < min_trials)
    return open(`${plural(floor.runs, 'run')} of the ${min_trials} that a floor is judged on`);
  if (confidence_pct === undefined) return floor;
  const [low, high] = wilson(floor.selected, floor.runs, confidence_pct / 100);
  if (minimum <= low || minimum > high) return floor;
  const shown = (rate: number) => `${Math.round(rate * 1000) / 10}%`;
  return open(
    `at ${confidence_pct} % confidence the rate lies between ${shown(low)} and ${shown(high)}, and the floor of ${shown(minimum)} is inside`,
  );
}

/** A floor that does not hold, as a check of the test that it is about; one that holds needs none. */
export function floorChecks({ passed, inconclusive, reasons, ...floor }: Floor): Check[] {
  if (passed) return [];
  const why = reasons.length > 0 ? reasons.join('; ') : 'the floor did not hold';
  return [
    omitUndefined({
      target: 'tool_selection',
      matcher: 'floor',
      expected: floor.min_selection_rate,
      actual: floor.selection_rate,
      outcome: inconclusive === undefined ? ('fail' as const) : ('inconclusive' as const),
      message: inconclusive ?? why,
    }),
  ];
}
