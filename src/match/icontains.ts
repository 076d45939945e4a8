/** `contains` without regard to upper and lower case. */
import { containerFor, holds } from './containment.js';
import { notApplicable, passIf } from './judgement.js';
import { mustBeString } from './operand.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

export const icontains: MatcherDef = {
  name: 'icontains',
  summary: 'Like `contains`, but upper and lower case make no difference.',
  operand: mustBeString,
  describe: (operand) => `contains ${show(operand)} in any case`,
  test(actual, operand, ctx) {
    const held = holds(actual, operand, true);
    return held === undefined
      ? notApplicable(ctx, actual, containerFor(actual, operand))
      : passIf(held, ctx, actual);
  },
};
