/** `variables:` — values that `${name}` reads. */
import * as z from 'zod/mini';
import { isObject } from '../../util/plain.js';
import { block, define, map, optional, pattern, variant } from '../shape.js';
import { ENV_NAME } from './server.js';

const NAME = {
  expression: /^[A-Za-z_][\w-]*$/,
  message: 'a variable name holds letters, digits, `_` and `-`',
};

const literal = z
  .union([z.string(), z.number(), z.boolean(), z.null()], {
    error: 'expected text, a number, true, false, null, or a map with `env`',
  })
  .check(z.describe('The value itself.'));

const fromEnv = block('A value from the environment.', () => ({
  env: pattern('Name of the environment variable.', ENV_NAME, 'expected the name of an environment variable'),
  default: optional(literal),
}));

const variable = define(
  'variable',
  variant('A value, or `{ env: NAME, default }`.', [literal, fromEnv], (value) => (isObject(value) ? 1 : 0)),
);

export const variables = map(
  `Values that \`\${name}\` reads in the values of the suite, not in keys; \`--var name=value\` overrides them.`,
  variable,
  NAME,
);
