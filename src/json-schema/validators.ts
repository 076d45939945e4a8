/** The validator library, by dialect. Loads it, so import it only when a schema is used. */
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Dialect } from './dialect.js';

export const VALIDATORS = {
  'draft-07': Ajv,
  '2019-09': Ajv2019,
  '2020-12': Ajv2020,
} satisfies Record<Dialect, new (...args: never[]) => Ajv>;
