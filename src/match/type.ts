/** The JSON type of a value; `integer` is a number without a fraction. */
import { didYouMean } from '../util/did-you-mean.js';
import { passIf } from './judgement.js';
import type { MatcherDef } from './types.js';

const TYPES: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};

export const type: MatcherDef = {
  name: 'type',
  summary: 'One of string, number, integer, boolean, array, object, null.',
  operand(operand) {
    const name = operand === null ? 'null' : operand;
    if (typeof name === 'string' && Object.hasOwn(TYPES, name)) return undefined;
    const near = typeof name === 'string' ? didYouMean(name, Object.keys(TYPES)) : undefined;
    return `takes one of ${Object.keys(TYPES).join(', ')}${near ? ` (did you mean ${near}?)` : ''}`;
  },
  describe: (operand) => `is of type ${operand}`,
  test: (actual, operand, ctx) => passIf(TYPES[String(operand)]?.(actual) ?? false, ctx, actual),
};
