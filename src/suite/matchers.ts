/** Targets and matchers as a suite may write them, with what is wrong with them in the suite's words. */
import { normaliseMatcher } from '../match/normalise.js';
import { parseTarget, targetProblem } from '../match/target.js';
import type { MatcherProblem } from '../match/types.js';
import { validateMatcher } from '../match/validate.js';
import type { Complaint } from './shape.js';

/** What only some tests see: the root of the target, and the key, or the kind of test, that it needs. */
const SEEN_BY: Record<string, string> = {
  logs: 'log_level',
  template: 'template',
  uri: 'template',
  acknowledged: 'subscribe',
  updates: 'subscribe',
  task: 'task',
  created: 'task',
  statuses: 'task',
  app: 'app',
  capabilities: 'capabilities',
  extensions: 'capabilities',
  server_info: 'capabilities',
  protocol_version: 'capabilities',
  instructions: 'capabilities',
  era: 'capabilities',
};

/** What a target starts with; a capability that measures more adds its roots here. */
export const ROOTS = [
  'result',
  'error',
  'duration_ms',
  'progress',
  'notifications',
  'cancelled',
  ...Object.keys(SEEN_BY),
];

/** Undefined for a target that every test may look at. */
export function rootSeenBy(target: string): string | undefined {
  const parsed = parseTarget(target);
  const root = parsed.problem ? '' : String(parsed.segments[0]);
  return Object.hasOwn(SEEN_BY, root) ? SEEN_BY[root] : undefined;
}

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
