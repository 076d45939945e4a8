/** Checks → verdict. A test without any check could not be judged. */
import type { Check, Outcome } from '../types/verdict.js';

export function verdictOf(checks: readonly Check[]): Outcome {
  if (checks.some((check) => check.outcome === 'fail')) return 'fail';
  if (checks.length === 0 || checks.some((check) => check.outcome === 'inconclusive')) return 'inconclusive';
  return 'pass';
}
