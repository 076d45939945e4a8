/** `mcptest plan-runs`: how many runs a claim about a rate needs. */
import { McptestError } from '../util/errors.js';
import { allPassRuns, planRuns } from '../util/intervals.js';

export interface PlanRunsInput {
  /** The interval reaches so far to either side, 0 to 1. */
  half_width?: number;
  /** The rate that runs without a failure are to certify, 0 to 1. */
  floor?: number;
  /** Percent; 95 unless told. */
  confidence?: number;
}

export function planRunCount({ half_width, floor, confidence = 95 }: PlanRunsInput): number {
  if ((half_width === undefined) === (floor === undefined))
    throw usage('give either --half-width or --floor', 'For example --half-width 0.05, or --floor 0.9.');
  if (!(confidence > 0 && confidence < 100))
    throw usage('the confidence must be above 0 and below 100 percent', 'For example --confidence 95.');
  const level = confidence / 100;
  if (floor !== undefined) return allPassRuns(fraction(floor, 'floor', 0.9), level);
  return planRuns(fraction(half_width, 'half-width', 0.05), level);
}

function fraction(value: number | undefined, name: string, example: number): number {
  if (value !== undefined && value > 0 && value < 1) return value;
  throw usage(`the ${name} must be above 0 and below 1`, `For example --${name} ${example}.`);
}

function usage(message: string, hint: string): McptestError {
  return new McptestError({ code: 'bad-plan-runs', message, hint });
}
