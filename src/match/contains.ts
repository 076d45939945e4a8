/** A substring of a string, a member of an array, a key of an object. */
import { containerFor, holds } from './containment.js';
import { notApplicable, passIf } from './judgement.js';
import { anything } from './operand.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

export const contains: MatcherDef = {
  name: 'contains',
  summary: 'A string contains the text, an array the value, an object the key.',
  operand: anything,
  describe: (operand) => `contains ${show(operand)}`,
  test(actual, operand, ctx) {
    const held = holds(actual, operand);
    return held === undefined
      ? notApplicable(ctx, actual, containerFor(actual, operand))
      : passIf(held, ctx, actual);
  },
};
