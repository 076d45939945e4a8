/** An assertion against what was observed → a check, ready to be written down. */
import type { Assertion } from '../types/suite.js';
import type { Check, JudgedBy } from '../types/verdict.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { clip } from '../util/text.js';
import { isTooDeep, MAX_DEPTH } from './depth.js';
import { judgeMatcher } from './judge.js';
import { inconclusive } from './judgement.js';
import { lookup, parseTarget } from './target.js';
import type { Judgement, MatchContext, Subject } from './types.js';

const MAX_MESSAGE = 2000;

export async function evaluate(assertion: Assertion, root: unknown, ctx: MatchContext): Promise<Check> {
  const parsed = parseTarget(assertion.target);
  if (parsed.problem) {
    return asCheck(assertion, inconclusive(`the target cannot be read: ${parsed.problem.message}`));
  }
  if (isTooDeep(root)) {
    const why = `the answer is nested deeper than ${MAX_DEPTH} levels, so ${assertion.target} is not judged`;
    return asCheck(assertion, inconclusive(why));
  }
  const subject = lookup(root, parsed.segments);
  const told: JudgedBy[] = [];
  const judged = await judgeMatcher(assertion.matcher, subject, assertion.target, { ...ctx, told });
  const check = asCheck(assertion, judged, subject);
  return told.length > 0 ? { ...check, judged: told } : check;
}

/** The check that stands for an assertion; one matcher is named, several at once are `all_of`. */
export function asCheck(assertion: Assertion, judged: Judgement, subject?: Subject): Check {
  const [only, ...others] = Object.entries(assertion.matcher);
  const [name, expected] = only && others.length === 0 ? only : ['all_of', assertion.matcher];
  const own = assertion.message !== undefined && judged.outcome !== 'pass' ? `${assertion.message}: ` : '';
  const actual = subject?.found ? subject.value : undefined;
  const compared = (name === 'snapshot' && judged.evidence) || { expected, actual };
  return omitUndefined({
    target: assertion.target,
    matcher: name,
    ...compared,
    outcome: judged.outcome,
    message: clip(own + judged.message, MAX_MESSAGE),
    line: assertion.line,
  });
}
