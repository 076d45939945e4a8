/** A number within a distance of another. */
import { isObject } from '../util/plain.js';
import { notApplicable, passIf } from './judgement.js';
import { mustBeNumber } from './operand.js';
import type { MatcherDef } from './types.js';

export const approx: MatcherDef = {
  name: 'approx',
  summary: 'A number that differs from `value` by at most `within`.',
  operand(operand) {
    const wrong = 'takes { value, within }, two numbers';
    if (!isObject(operand) || mustBeNumber(operand.value) || mustBeNumber(operand.within)) return wrong;
    return (operand.within as number) < 0 ? 'needs a "within" from 0 on' : undefined;
  },
  options: (operand) => [{ path: [], map: operand, known: ['value', 'within'] }],
  describe(operand) {
    const { value, within } = operand as { value: number; within: number };
    return `is within ${within} of ${value}`;
  },
  test(actual, operand, ctx) {
    if (typeof actual !== 'number') return notApplicable(ctx, actual, 'a number');
    const { value, within } = operand as { value: number; within: number };
    return passIf(Math.abs(actual - value) <= within, ctx, actual);
  },
};
