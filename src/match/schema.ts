/** A JSON Schema, in the dialect that it names. The validator loads when a quick look does not settle it. */
import { isClearlyValid } from '../json-schema/is-clearly-valid.js';
import { isObject } from '../util/plain.js';
import { fail, pass } from './judgement.js';
import type { MatcherDef } from './types.js';

export const schema: MatcherDef = {
  name: 'schema',
  summary: 'Valid under the JSON Schema; the dialect is named by `$schema`, else it is 2020-12.',
  operand: (operand) =>
    isObject(operand) || typeof operand === 'boolean' ? undefined : 'takes a JSON Schema (an object)',
  describe: () => 'is valid under the schema',
  async test(actual, operand, ctx) {
    if (isClearlyValid(operand, actual)) return pass(ctx);
    const { validate } = await import('../json-schema/validate.js');
    const { valid, errors } = validate(operand, actual);
    if (valid) return pass(ctx);
    const shown = errors.slice(0, 3).map((error) => `${error.pointer || 'it'} ${error.message}`);
    const more = errors.length - shown.length;
    return fail(ctx, shown.join('; ') + (more > 0 ? ` (+${more} more)` : ''));
  },
};
