/** A value against a JSON Schema, within a time budget, with errors that a person can read. */
import { EXIT, McptestError } from '../util/errors.js';
import { runWithin } from '../util/run-within.js';
import { clip } from '../util/text.js';
import { compileSchema, type ErrorObject } from './compile.js';

export interface SchemaError {
  /** RFC 6901 pointer into the value; empty for the value itself. */
  pointer: string;
  /** A clause that follows the pointer: `must be a string`. */
  message: string;
}

export interface Validation {
  valid: boolean;
  /** At most ten. */
  errors: SchemaError[];
}

const BUDGET_MS = 1000;
const MAX_ERRORS = 10;
/** For larger values only the first error is looked for: a million bad items would be a million errors. */
const FULL_REPORT_NODES = 20_000;

/** Throws `McptestError`: `schema-invalid`, or `schema-timeout` when the value could not be judged in time. */
export function validate(schema: unknown, value: unknown): Validation {
  const compiled = compileSchema(schema);
  if (run(compiled.first, value)) return { valid: true, errors: [] };
  let raw = compiled.first.errors ?? [];
  if (fewerNodesThan(value, FULL_REPORT_NODES)) {
    const all = compiled.all();
    run(all, value);
    raw = all.errors ?? raw;
  }
  return { valid: false, errors: readable(raw).slice(0, MAX_ERRORS) };
}

function run(check: (value: unknown) => unknown, value: unknown): boolean {
  let done: { value: boolean } | undefined;
  try {
    done = runWithin(BUDGET_MS, () => check(value) === true);
  } catch (cause) {
    throw notJudged('the value is nested too deeply for it', cause);
  }
  if (done === undefined) throw notJudged(`it gave no answer within ${BUDGET_MS} ms`);
  return done.value;
}

function notJudged(why: string, cause?: unknown): McptestError {
  return new McptestError({
    code: 'schema-timeout',
    message: `the value could not be checked against the schema: ${why}`,
    hint: 'Simplify the schema, or check a smaller value.',
    exitCode: EXIT.inconclusive,
    cause,
  });
}

function readable(raw: ErrorObject[]): SchemaError[] {
  const seen = new Set<string>();
  const out: SchemaError[] = [];
  // Errors from inside the branches come first; the summary of a branch says less than they do.
  for (const error of raw.slice(0, 200)) {
    const entry = { pointer: error.instancePath, message: sentence(error) };
    const key = `${entry.pointer} ${entry.message}`;
    if (!seen.has(key)) out.push(entry);
    seen.add(key);
  }
  return out;
}

function sentence(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return `must have property ${quoted(params.missingProperty)}`;
    case 'additionalProperties':
      return `must not have property ${quoted(params.additionalProperty)}`;
    case 'unevaluatedProperties':
      return `must not have property ${quoted(params.unevaluatedProperty)}`;
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).slice(0, 20).map(quoted);
      return `must be one of ${clip(allowed.join(', '), 300)}`;
    }
    case 'const':
      return `must be ${quoted(params.allowedValue)}`;
    case 'pattern':
      return `must match the pattern ${quoted(params.pattern)}`;
    case 'format':
      return `must be a valid ${clip(String(params.format), 100)}`;
    case 'type':
      return `must be ${[params.type].flat().map(withArticle).join(' or ')}`;
    case 'multipleOf':
      return `must be a multiple of ${params.multipleOf}`;
    case 'uniqueItems':
      return `must not have the same item twice (items ${params.j} and ${params.i})`;
    case 'false schema':
      return 'is not allowed';
    default:
      return limitSentence(error.keyword, params.limit) ?? otherSentence(error);
  }
}

const LIMITS: Record<string, [before: string, one: string, many: string]> = {
  minimum: ['must be at least', '', ''],
  maximum: ['must be at most', '', ''],
  exclusiveMinimum: ['must be above', '', ''],
  exclusiveMaximum: ['must be below', '', ''],
  minLength: ['must have at least', ' character', ' characters'],
  maxLength: ['must have at most', ' character', ' characters'],
  minItems: ['must have at least', ' item', ' items'],
  maxItems: ['must have at most', ' item', ' items'],
  minProperties: ['must have at least', ' property', ' properties'],
  maxProperties: ['must have at most', ' property', ' properties'],
};

function limitSentence(keyword: string, limit: unknown): string | undefined {
  const words = Object.hasOwn(LIMITS, keyword) ? LIMITS[keyword] : undefined;
  if (words === undefined) return undefined;
  const [before, one, many] = words;
  return `${before} ${limit}${limit === 1 ? one : many}`;
}

/** What the branches of a schema say comes before this; it only sums them up. */
const SUMMARIES: Record<string, string> = {
  anyOf: 'must be valid under one of the alternatives',
  oneOf: 'must be valid under exactly one of the alternatives',
  not: 'must not be valid under what the schema excludes',
  contains: 'must have an item that the schema asks for',
  propertyNames: 'has a property whose name is not allowed',
};

function otherSentence({ keyword, message }: ErrorObject): string {
  if (Object.hasOwn(SUMMARIES, keyword)) return SUMMARIES[keyword] as string;
  return clip(message ?? `breaks "${keyword}"`, 300);
}

function withArticle(type: unknown): string {
  if (type === 'null') return 'null';
  return /^[aeio]/.test(String(type)) ? `an ${type}` : `a ${type}`;
}

function quoted(value: unknown): string {
  return clip(JSON.stringify(value) ?? 'undefined', 200);
}

function fewerNodesThan(value: unknown, limit: number): boolean {
  const open = [value];
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen + open.length > limit) return false;
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner = Object.values(next);
    if (inner.length > limit) return false;
    for (const item of inner) open.push(item);
  }
  return true;
}
