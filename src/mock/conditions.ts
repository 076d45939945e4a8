/** `when:` of a manifest: targets and matchers of the suite language, over the arguments of a call. */
import { evaluate } from '../match/evaluate.js';
import { normaliseMatcher } from '../match/normalise.js';
import { targetProblem } from '../match/target.js';
import { validateMatcher } from '../match/validate.js';
import type { Assertion } from '../types/suite.js';
import { ROOTS } from './answers.js';
import type { ManifestProblem, Path } from './manifest-reader.js';

export function readConditions(
  when: { path: Path; conditions: Record<string, unknown> },
  report: (problem: ManifestProblem) => void,
): Assertion[] {
  const assertions: Assertion[] = [];
  for (const [target, matcher] of Object.entries(when.conditions)) {
    const path = [...when.path, target];
    const problem = targetProblem(target, ROOTS);
    if (problem) report({ path, message: withHint(problem.message, problem.hint), at: 'key' });
    const problems = validateMatcher(matcher);
    for (const { path: inner, message, hint } of problems) {
      report({
        path: [...path, ...inner],
        message: withHint(message, hint),
        at: inner.length === 0 ? 'value' : 'key',
      });
    }
    if (!problem && problems.length === 0) assertions.push({ target, matcher: normaliseMatcher(matcher) });
  }
  return assertions;
}

function withHint(message: string, hint: string | null): string {
  return hint === null ? message : `${message}; did you mean "${hint}"?`;
}

/** Only what surely holds counts: a condition that cannot be judged does not. */
export async function conditionsHold(when: Assertion[], root: Record<string, unknown>): Promise<boolean> {
  for (const condition of when) {
    const { outcome } = await evaluate(condition, root, { test: 'when' });
    if (outcome !== 'pass') return false;
  }
  return true;
}
