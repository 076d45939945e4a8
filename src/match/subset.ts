/**
 * An object that contains another, at every level: keys beyond the operand's do not matter. Arrays must
 * have the same length, and each item contains its counterpart.
 */
import { isObject } from '../util/plain.js';
import { butOf, type Difference, firstDifference } from './equal.js';
import { fail, notApplicable, pass } from './judgement.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

type Path = (string | number)[];

function lacking(wanted: unknown, actual: unknown, path: Path): Difference | undefined {
  const bothArrays = Array.isArray(wanted) && Array.isArray(actual) && wanted.length === actual.length;
  if (!bothArrays && !(isObject(wanted) && isObject(actual))) return firstDifference(wanted, actual, path);
  for (const [key, inner] of Object.entries(wanted)) {
    if (!Object.hasOwn(actual, key)) return { path, text: `${show(key, 100)} is missing` };
    const difference = lacking(inner, (actual as Record<string, unknown>)[key], [...path, key]);
    if (difference) return difference;
  }
  return undefined;
}

export const subset: MatcherDef = {
  name: 'subset',
  summary: 'The object has at least these keys with these values, at every level.',
  operand: (operand) => (isObject(operand) ? undefined : 'takes an object'),
  describe: (operand) => `contains ${show(operand)}`,
  test(actual, operand, ctx) {
    if (!isObject(actual)) return notApplicable(ctx, actual, 'an object');
    const difference = lacking(operand, actual, []);
    return difference ? fail(ctx, butOf(difference, operand, actual)) : pass(ctx);
  },
};
