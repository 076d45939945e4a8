/** How many characters (code points), items or keys there are. */
import { isObject } from '../util/plain.js';
import { notApplicable } from './judgement.js';
import type { MatcherDef } from './types.js';

function lengthOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length;
  if (typeof value !== 'string') return undefined;
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

export const length: MatcherDef = {
  name: 'length',
  summary: 'The number of characters, items or keys: a number, or a matcher for it.',
  operand(operand) {
    if (isObject(operand)) return undefined;
    return Number.isInteger(operand) && (operand as number) >= 0
      ? undefined
      : 'takes a whole number from 0 on, or a matcher such as { ">": 0 }';
  },
  nested: (operand, visit) => (isObject(operand) ? visit(operand, []) : operand),
  describe: (operand, phrase) =>
    isObject(operand) ? `has a length that ${phrase(operand)}` : `has length ${operand}`,
  test(actual, operand, ctx) {
    const value = lengthOf(actual);
    if (value === undefined) return notApplicable(ctx, actual, 'a string, an array or an object');
    return ctx.judge(operand, { found: true, value }, `the length of ${ctx.path}`);
  },
};
