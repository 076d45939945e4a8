/** A number within a distance of another. */
import { isObject } from '../util/plain.js';
import { clip } from '../util/text.js';
import { passIf, unfit } from './judgement.js';
import { mustBeNumber, strangeKey } from './operand.js';
import type { MatcherDef } from './types.js';

export const approx: MatcherDef = {
  name: 'approx',
  summary: 'A number no further than `within` from `value`.',
  operand(operand) {
    const wrong = 'takes { value, within }, two numbers';
    if (!isObject(operand) || mustBeNumber(operand.value) || mustBeNumber(operand.within)) return wrong;
    if ((operand.within as number) < 0) return 'needs a "within" from 0 on';
    const strange = strangeKey(operand, ['value', 'within']);
    return strange === undefined ? undefined : `has no option "${clip(strange, 60)}", only value and within`;
  },
  describe(operand) {
    const { value, within } = operand as { value: number; within: number };
    return `is within ${within} of ${value}`;
  },
  test(actual, operand, ctx) {
    if (typeof actual !== 'number') return unfit(ctx, actual, 'a number');
    const { value, within } = operand as { value: number; within: number };
    return passIf(Math.abs(actual - value) <= within, ctx, actual);
  },
};
