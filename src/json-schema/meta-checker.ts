/**
 * Whether a schema is one, by the meta-schema of its dialect. That takes tens of milliseconds to compile, so there is
 * one for all who ask. Loads the validator library, so import it only when a schema is used.
 */
import type { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { Dialect } from './dialect.js';
import { isSchemaPattern } from './pattern.js';
import { VALIDATORS } from './validators.js';

const checkers = new Map<Dialect, Ajv>();

/** Its `validateSchema` only; nothing else is compiled with it. */
export function metaChecker(dialect: Dialect): Ajv {
  let checker = checkers.get(dialect);
  if (checker === undefined) {
    checker = withFormats(
      new VALIDATORS[dialect]({ strict: false, logger: false, code: { optimize: false } }),
    );
    // Compiled now: who asks may be stopped half-way, and would leave it in any state.
    checker.validateSchema({});
    checkers.set(dialect, checker);
  }
  return checker;
}

export function withFormats(ajv: Ajv): Ajv {
  // The CommonJS default export is wrapped or not, depending on who loads it.
  const add = ('default' in formats ? formats.default : formats) as (target: Ajv) => unknown;
  add(ajv);
  ajv.addFormat('regex', isSchemaPattern);
  return ajv;
}
