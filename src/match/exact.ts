/**
 * Deep JSON equality. `exact: null` also says that the target is absent. Where its parent is not there either, the path
 * may be mistyped, and that is not a pass.
 */
import { butOf, firstDifference } from './equal.js';
import { fail, inconclusive, pass } from './judgement.js';
import { anything } from './operand.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

export const exact: MatcherDef = {
  name: 'exact',
  summary:
    'Equals the value; the order of keys does not matter. `null` also passes when the target is absent and its parent is there.',
  operand: anything,
  describe: (operand) => (operand === null ? 'is null or absent' : `equals ${show(operand)}`),
  test(actual, operand, ctx) {
    const difference = firstDifference(operand, actual);
    return difference ? fail(ctx, butOf(difference, operand, actual)) : pass(ctx);
  },
  absent(operand, subject, ctx) {
    const reason = subject.found ? 'it is absent' : subject.reason;
    if (operand !== null) return fail(ctx, reason);
    const isMistyped = !subject.found && !subject.parentFound && subject.rootFound;
    return isMistyped ? inconclusive(`cannot judge that ${ctx.path} ${ctx.phrase}: ${reason}`) : pass(ctx);
  },
};
