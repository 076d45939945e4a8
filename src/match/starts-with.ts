/** A string that starts with the operand. */
import { notApplicable, passIf } from './judgement.js';
import { mustBeString } from './operand.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

export const startsWith: MatcherDef = {
  name: 'starts_with',
  summary: 'The text begins with the operand.',
  operand: mustBeString,
  describe: (operand) => `starts with ${show(operand)}`,
  test(actual, operand, ctx) {
    if (typeof actual !== 'string') return notApplicable(ctx, actual, 'a string');
    return passIf(actual.startsWith(operand as string), ctx, actual);
  },
};
