/** A JSON Schema, in the dialect that it names. The validator loads when a quick look does not settle it. */
import { isClearlyValid } from '../json-schema/is-clearly-valid.js';
import { isObject, ownValue } from '../util/plain.js';
import { fromPointer } from '../util/pointer.js';
import { fail, pass } from './judgement.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

/** Keywords that say all there is to say, in the words of the matchers that mean the same. */
const PLAIN: Record<string, (value: unknown) => string> = {
  type: (value) => `is of type ${[value].flat().join(' or ')}`,
  const: (value) => `equals ${show(value)}`,
  enum: (value) => `is one of ${show(value)}`,
  minimum: (value) => `is at least ${value}`,
  maximum: (value) => `is at most ${value}`,
  exclusiveMinimum: (value) => `is above ${value}`,
  exclusiveMaximum: (value) => `is below ${value}`,
};

export const schema: MatcherDef = {
  name: 'schema',
  summary: 'Valid under the JSON Schema. `$schema` names the dialect; without it, 2020-12 is used.',
  operand: (operand) =>
    isObject(operand) || typeof operand === 'boolean' ? undefined : 'takes a JSON Schema (an object)',
  describe: (operand) => plainPhrase(operand) ?? 'is valid under the schema',
  async test(actual, operand, ctx) {
    if (isClearlyValid(operand, actual)) return pass(ctx);
    const { validate } = await import('../json-schema/validate.js');
    const { valid, errors } = validate(operand, actual);
    if (valid) return pass(ctx);
    if (plainPhrase(operand) !== undefined) return fail(ctx, `it is ${show(actual)}`);
    const shown = errors.slice(0, 3).map(({ pointer, message }) => errorText(actual, pointer, message));
    const more = errors.length - shown.length;
    return fail(ctx, shown.join('; ') + (more > 0 ? ` (+${more} more)` : ''));
  },
};

/** `is at least 0 and is at most 5`, for a schema that asks for nothing else. */
function plainPhrase(operand: unknown): string | undefined {
  const entries = isObject(operand) ? Object.entries(operand) : [];
  const words = entries.map(([key, value]) => (Object.hasOwn(PLAIN, key) ? PLAIN[key]?.(value) : undefined));
  return words.length === 0 || words.includes(undefined) ? undefined : words.join(' and ');
}

/** `/celsius is "warm" and must be a number`: what is there, and what should be. */
function errorText(root: unknown, pointer: string, message: string): string {
  const name = pointer || 'it';
  const value = valueAt(root, pointer);
  const isWhole = /^must (?:be|match|have at) /.test(message) && value !== undefined;
  return isWhole ? `${name} is ${show(value, 100)} and ${message}` : `${name} ${message}`;
}

function valueAt(root: unknown, pointer: string): unknown {
  return fromPointer(pointer).reduce<unknown>(
    (value, key) => (Array.isArray(value) ? value[Number(key)] : ownValue(value, key)),
    root,
  );
}
