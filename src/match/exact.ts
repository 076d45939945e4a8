/** Deep JSON equality. `exact: null` also says that the target is absent. */
import { butOf, firstDifference } from './equal.js';
import { fail, pass } from './judgement.js';
import { anything } from './operand.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

export const exact: MatcherDef = {
  name: 'exact',
  summary:
    'Equals the value; the order of keys does not matter. `null` also passes when the target is absent.',
  operand: anything,
  describe: (operand) => (operand === null ? 'is null or absent' : `equals ${show(operand)}`),
  test(actual, operand, ctx) {
    const difference = firstDifference(operand, actual);
    return difference ? fail(ctx, butOf(difference, operand, actual)) : pass(ctx);
  },
  absent(operand, subject, ctx) {
    if (operand === null) return pass(ctx);
    return fail(ctx, subject.found ? 'it is absent' : subject.reason);
  },
};
