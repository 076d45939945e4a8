/** A string that ends with the operand. */
import { notApplicable, passIf } from './judgement.js';
import { mustBeString } from './operand.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

export const endsWith: MatcherDef = {
  name: 'ends_with',
  summary: 'The text ends with the operand.',
  operand: mustBeString,
  describe: (operand) => `ends with ${show(operand)}`,
  test(actual, operand, ctx) {
    if (typeof actual !== 'string') return notApplicable(ctx, actual, 'a string');
    return passIf(actual.endsWith(operand as string), ctx, actual);
  },
};
