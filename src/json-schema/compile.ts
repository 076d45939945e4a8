/**
 * JSON Schema → validator, in the dialect that the schema names. Nothing is ever fetched, unknown
 * keywords and formats are ignored, and schemas of different origin cannot see each other's ids.
 * Loads the validator library, so import it only when a schema is used.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';
import { runWithin } from '../util/run-within.js';
import { type Dialect, dialectOf, isBeforeDraft06, upgradeOldDraft } from './dialect.js';
import { isSchemaPattern, schemaPattern } from './pattern.js';
import { assertSchemaSize, measureSchema } from './size.js';

export interface CompiledSchema {
  /** Stops at the first error. */
  first: ValidateFunction;
  /** Collects every error; compiled when it is first asked for. */
  all(): ValidateFunction;
}

export type { ErrorObject };

const COMPILE_BUDGET_MS = 5000;

const compiled = new WeakMap<object, CompiledSchema>();
const shared = new Map<string, Ajv>();

/** Throws `McptestError` code `schema-invalid` when the schema cannot be used. */
export function compileSchema(schema: unknown): CompiledSchema {
  if (typeof schema !== 'boolean' && !isObject(schema)) {
    throw invalid('a schema is an object, true or false');
  }
  const known = typeof schema === 'object' ? compiled.get(schema) : undefined;
  if (known !== undefined) return known;
  const fresh = build(schema);
  if (typeof schema === 'object') compiled.set(schema, fresh);
  return fresh;
}

function build(schema: Record<string, unknown> | boolean): CompiledSchema {
  const size = measureSchema(schema);
  assertSchemaSize(size);
  const dialect = dialectOf(schema);
  if (dialect === undefined) {
    const named = JSON.stringify((schema as Record<string, unknown>).$schema);
    throw invalid(`"$schema" names a dialect that is not known here (${named})`);
  }
  const text = isBeforeDraft06(schema) ? (upgradeOldDraft(schema) as typeof schema) : schema;
  let every: ValidateFunction | undefined;
  return {
    first: compileOnce(text, dialect, false, size.hasId),
    all: () => {
      every ??= compileOnce(text, dialect, true, size.hasId);
      return every;
    },
  };
}

function compileOnce(
  schema: Record<string, unknown> | boolean,
  dialect: Dialect,
  allErrors: boolean,
  alone: boolean,
): ValidateFunction {
  // A copy of the top level: the dialect is chosen already, and $async would change the validator's kind.
  const copy = typeof schema === 'boolean' ? schema : { ...schema };
  if (typeof copy === 'object') {
    delete copy.$schema;
    delete copy.$async;
  }
  const ajv = alone ? create(dialect, allErrors) : sharedAjv(dialect, allErrors);
  let done: { value: ValidateFunction } | undefined;
  try {
    done = runWithin(COMPILE_BUDGET_MS, () => ajv.compile(copy));
  } catch (error) {
    throw invalid(explain(error), error);
  } finally {
    if (typeof copy === 'object') ajv.removeSchema(copy);
    // A schema without an id is known under the empty one while it compiles, else "$ref": "#" leads nowhere.
    delete ajv.refs[''];
    // A compilation that was stopped or failed half-way may leave the shared one in any state.
    if (done === undefined) shared.delete(keyOf(dialect, allErrors));
  }
  if (done === undefined) throw invalid(`it could not be prepared within ${COMPILE_BUDGET_MS} ms`);
  return done.value;
}

function sharedAjv(dialect: Dialect, allErrors: boolean): Ajv {
  const key = keyOf(dialect, allErrors);
  const ajv = shared.get(key) ?? create(dialect, allErrors);
  shared.set(key, ajv);
  return ajv;
}

function keyOf(dialect: Dialect, allErrors: boolean): string {
  return `${dialect} ${allErrors}`;
}

function create(dialect: Dialect, allErrors: boolean): Ajv {
  const Class = dialect === 'draft-07' ? Ajv : dialect === '2019-09' ? Ajv2019 : Ajv2020;
  const ajv = new Class({
    allErrors,
    strict: false,
    logger: false,
    // Refs stay calls, so that definitions used many times are compiled once.
    inlineRefs: false,
    // "toString" is not a property just because every object inherits one.
    ownProperties: true,
    code: { regExp: Object.assign(schemaPattern, { code: 'unused' }) },
  });
  // The CommonJS default export is wrapped or not, depending on who loads it.
  const add = ('default' in formats ? formats.default : formats) as (target: Ajv) => unknown;
  add(ajv);
  ajv.addFormat('regex', isSchemaPattern);
  return ajv;
}

function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const missing = /^can't resolve reference (\S+)/.exec(text);
  if (missing) return `it refers to "${missing[1]}", which is not part of it (nothing is fetched)`;
  if (error instanceof RangeError) return 'it is nested too deeply';
  return text.replace(/^schema is invalid: /, '').replaceAll('data/', '/');
}

function invalid(why: string, cause?: unknown): McptestError {
  return new McptestError({ code: 'schema-invalid', message: `The schema cannot be used: ${why}.`, cause });
}
