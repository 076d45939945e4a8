/** Targets and matchers as a suite may write them, with what is wrong with them in the suite's words. */
import { normaliseMatcher } from '../match/normalise.js';
import { targetProblem } from '../match/target.js';
import type { MatcherProblem } from '../match/types.js';
import { validateMatcher } from '../match/validate.js';
import type { Complaint } from './shape.js';

/** What a target starts with; a capability that measures more adds its roots here. */
const ROOTS = ['result', 'error', 'duration_ms', 'progress', 'notifications', 'cancelled'];

export { normaliseMatcher };

export function judgeTarget(value: unknown): Complaint[] {
  if (typeof value !== 'string')
    return [{ path: [], message: 'expected a target such as `result.content[0].text`' }];
  const problem = targetProblem(value, ROOTS);
  if (problem === undefined) return [];
  const { message, hint } = problem;
  return [{ path: [], message, hint: hint !== null && ROOTS.includes(hint) ? suggest(hint) : hint }];
}

export function judgeMatcher(value: unknown): Complaint[] {
  return validateMatcher(value).map(asComplaint);
}

/** A hint of a matcher is a word that was probably meant. */
export function asComplaint(problem: MatcherProblem): Complaint {
  return { ...problem, hint: problem.hint === null ? null : suggest(problem.hint) };
}

function suggest(word: string): string {
  return `did you mean \`${word}\`?`;
}
