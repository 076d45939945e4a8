/** The comparators. `==` and `!=` take any JSON value, the others numbers. */
import { butOf, equal, firstDifference } from './equal.js';
import { fail, notApplicable, pass, passIf } from './judgement.js';
import { anything, mustBeNumber } from './operand.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

export const equals: MatcherDef = {
  name: '==',
  summary: 'Equals the value. An absent target never passes.',
  operand: anything,
  describe: (operand) => `equals ${show(operand)}`,
  test(actual, operand, ctx) {
    const difference = firstDifference(operand, actual);
    return difference ? fail(ctx, butOf(difference, operand, actual)) : pass(ctx);
  },
};

export const differs: MatcherDef = {
  name: '!=',
  summary: 'Exists and does not equal the value.',
  operand: anything,
  describe: (operand) => `differs from ${show(operand)}`,
  test: (actual, operand, ctx) => (equal(operand, actual) ? fail(ctx, `it is ${show(actual)}`) : pass(ctx)),
};

function ordering(name: string, words: string, holds: (a: number, b: number) => boolean): MatcherDef {
  return {
    name,
    summary: `A number that is ${words} the operand.`,
    operand: mustBeNumber,
    describe: (operand) => `is ${words} ${show(operand)}`,
    test(actual, operand, ctx) {
      if (typeof actual !== 'number') return notApplicable(ctx, actual, 'a number');
      return passIf(holds(actual, operand as number), ctx, actual);
    },
  };
}

export const above = ordering('>', 'above', (a, b) => a > b);
export const atLeast = ordering('>=', 'at least', (a, b) => a >= b);
export const below = ordering('<', 'below', (a, b) => a < b);
export const atMost = ordering('<=', 'at most', (a, b) => a <= b);
