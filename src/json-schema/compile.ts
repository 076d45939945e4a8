/**
 * JSON Schema → validator, in the dialect that the schema names. Nothing is ever fetched, unknown
 * keywords and formats are ignored, and schemas of different origin cannot see each other's ids.
 * Loads the validator library, so import it only when a schema is used.
 */
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';
import { runWithin } from '../util/run-within.js';
import { clearlyCompiles } from './clearly-compiles.js';
import { type Dialect, dialectOf, isBeforeDraft06, upgradeOldDraft } from './dialect.js';
import { metaChecker, withFormats } from './meta-checker.js';
import { withProtoSaid } from './own-proto.js';
import { schemaPattern } from './pattern.js';
import { measureSchema, sizeProblem } from './size.js';
import { VALIDATORS } from './validators.js';

export interface CompiledSchema {
  /** Stops at the first error. */
  first: ValidateFunction;
  /** Collects every error; compiled when it is first asked for. */
  all(): ValidateFunction;
}

export type { ErrorObject };

/** `schema-invalid`. */
export class UnusableSchema extends McptestError {
  /** The message as a clause: no capital at the start, no full stop. */
  readonly clause: string;
  /** The `$ref` that leads out of the schema, where that is why. */
  readonly reference?: string;

  constructor(init: { message: string; clause: string; reference?: string; cause?: unknown }) {
    super({ code: 'schema-invalid', message: init.message, cause: init.cause });
    this.clause = init.clause;
    this.reference = init.reference;
  }
}

const COMPILE_BUDGET_MS = 5000;
const REFUSED = 'schema is invalid: ';

const compiled = new WeakMap<object, CompiledSchema>();
const shared = new Map<string, Ajv>();

/** Throws `UnusableSchema`. */
export function compileSchema(schema: unknown): CompiledSchema {
  if (typeof schema !== 'boolean' && !isObject(schema)) {
    throw unusable('a schema is an object, true or false');
  }
  const known = typeof schema === 'object' ? compiled.get(schema) : undefined;
  if (known !== undefined) return known;
  const fresh = build(schema);
  if (typeof schema === 'object') compiled.set(schema, fresh);
  return fresh;
}

function build(schema: Record<string, unknown> | boolean): CompiledSchema {
  const size = measureSchema(schema);
  const over = sizeProblem(size);
  if (over !== undefined) {
    const clause = `schema ${over}, so it is not used`;
    throw new UnusableSchema({ message: `The ${clause}.`, clause: `the ${clause}` });
  }
  const dialect = dialectOf(schema);
  if (dialect === undefined) {
    const named = JSON.stringify((schema as Record<string, unknown>).$schema);
    throw unusable(`"$schema" names a dialect that is not known here (${named})`);
  }
  const upgraded = isBeforeDraft06(schema) ? (upgradeOldDraft(schema) as typeof schema) : schema;
  const text = withProtoSaid(upgraded);
  // To check a schema by the meta-schema takes longer than to compile it.
  const meta = clearlyCompiles(schema) ? undefined : metaChecker(dialect);
  let every: ValidateFunction | undefined;
  return {
    first: compileOnce(text, { dialect, allErrors: false, alone: size.hasId, meta }),
    all: () => {
      every ??= compileOnce(text, { dialect, allErrors: true, alone: size.hasId });
      return every;
    },
  };
}

/** Which validator it takes. */
interface Kind {
  dialect: Dialect;
  allErrors: boolean;
}

function compileOnce(
  schema: Record<string, unknown> | boolean,
  { alone, meta, ...kind }: Kind & { alone: boolean; meta?: Ajv },
): ValidateFunction {
  // A copy of the top level: the dialect is chosen already, and $async would change the validator's kind.
  const copy = typeof schema === 'boolean' ? schema : { ...schema };
  if (typeof copy === 'object') {
    delete copy.$schema;
    delete copy.$async;
  }
  const ajv = alone ? create(kind) : sharedAjv(kind);
  let done: { value: ValidateFunction } | undefined;
  let intact = false;
  try {
    done = runWithin(COMPILE_BUDGET_MS, () => {
      meta?.validateSchema(copy, true);
      return ajv.compile(copy);
    });
    intact = done !== undefined;
  } catch (error) {
    // What the meta-schema refuses is refused before anything is compiled.
    intact = error instanceof Error && error.message.startsWith(REFUSED);
    throw failed(error);
  } finally {
    if (typeof copy === 'object') ajv.removeSchema(copy);
    // A schema without an id is known under the empty one while it compiles, else "$ref": "#" leads nowhere.
    delete ajv.refs[''];
    // A compilation that was stopped or failed half-way may leave the shared one in any state.
    if (!intact) shared.delete(keyOf(kind));
  }
  if (done === undefined) throw unusable(`it could not be prepared within ${COMPILE_BUDGET_MS} ms`);
  return done.value;
}

function sharedAjv(kind: Kind): Ajv {
  const key = keyOf(kind);
  const ajv = shared.get(key) ?? create(kind);
  shared.set(key, ajv);
  return ajv;
}

function keyOf({ dialect, allErrors }: Kind): string {
  return `${dialect} ${allErrors}`;
}

function create({ dialect, allErrors }: Kind): Ajv {
  const ajv = new VALIDATORS[dialect]({
    allErrors,
    validateSchema: false,
    strict: false,
    logger: false,
    // Refs stay calls, so that definitions used many times are compiled once.
    inlineRefs: false,
    // "toString" is not a property just because every object inherits one.
    ownProperties: true,
    code: { regExp: Object.assign(schemaPattern, { code: 'unused' }) },
  });
  return withFormats(ajv);
}

/** The library's complaint in our words. */
function failed(cause: unknown): UnusableSchema {
  const text = cause instanceof Error ? cause.message : String(cause);
  const reference = /^can't resolve reference (\S+)/.exec(text)?.[1];
  if (reference !== undefined) {
    const why = `it refers to "${reference}", which is not part of it (nothing is fetched)`;
    return unusable(why, { cause, reference });
  }
  if (cause instanceof RangeError) return unusable('it is nested too deeply', { cause });
  return unusable(text.replace(REFUSED, '').replaceAll('data/', '/'), { cause });
}

function unusable(why: string, more: { cause?: unknown; reference?: string } = {}): UnusableSchema {
  const message = `The schema cannot be used: ${why}.`;
  return new UnusableSchema({ ...more, message, clause: `the schema does not compile: ${why}` });
}
