/**
 * A quick yes for the schemas that most tools have, without loading the validator (tens of milliseconds). True
 * means that it compiles without doubt; false means "ask `quickCheck`".
 */

import { isValidRegex } from '../regex/safe-regex.js';
import { isObject, ownValue } from '../util/plain.js';
import { measureSchema } from './size.js';
import { resolveRef, walkSchema } from './walk.js';

type Test = (value: unknown) => boolean;

const MAX_NODES = 2000;
const MAX_DEPTH = 50;
const TYPES = new Set<unknown>(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const DIALECT = /^https?:\/\/json-schema\.org\/(draft-07|draft\/2020-12)\/schema#?$/;

const always: Test = () => true;
const isText: Test = (value) => typeof value === 'string';
const isFlag: Test = (value) => typeof value === 'boolean';
const isNumber: Test = (value) => typeof value === 'number';
const isCount: Test = (value) => Number.isInteger(value) && (value as number) >= 0;
const isSchema: Test = (value) => typeof value === 'boolean' || isObject(value);
const isMap: Test = (value) => isObject(value) && Object.values(value).every(isSchema);
/** One or more, each once, and each of them good. */
const some =
  (good: Test, least = 1): Test =>
  (value) =>
    Array.isArray(value) &&
    value.length >= least &&
    value.every(good) &&
    new Set(value).size === value.length;

const KEYWORDS = new Map<string, Test>([
  ['$schema', (value) => typeof value === 'string' && DIALECT.test(value)],
  ['$ref', isText],
  ['type', (value) => TYPES.has(value) || some((name) => TYPES.has(name))(value)],
  ['enum', some((value) => typeof value !== 'object' || value === null)],
  ['required', some(isText, 0)],
  ['pattern', (value) => typeof value === 'string' && isValidRegex(value, 'u')],
  ...named(['items', 'additionalProperties', 'propertyNames', 'not'], isSchema),
  ...named(['const', 'default'], always),
  ...named(['examples'], Array.isArray),
  ...named(['title', 'description', '$comment', 'format'], isText),
  ...named(['deprecated', 'readOnly', 'writeOnly', 'uniqueItems'], isFlag),
  ...named(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], isNumber),
  ...named(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'], isCount),
  ...named(['properties', '$defs', 'definitions'], isMap),
  ...named(['allOf', 'anyOf', 'oneOf'], some(isSchema)),
]);

export function clearlyCompiles(root: unknown): boolean {
  if (!isObject(root)) return false;
  const { nodes: size, depth } = measureSchema(root);
  if (size > MAX_NODES || depth > MAX_DEPTH) return false;
  const nodes = walkSchema(root);
  const walked = new Set<unknown>(nodes.map(({ schema }) => schema));
  return nodes.every(({ schema }) => {
    if (typeof schema === 'boolean') return true;
    if (schema !== root && ownValue(schema, '$schema') !== undefined) return false;
    if (!Object.keys(schema).every((key) => KEYWORDS.get(key)?.(schema[key]) ?? isRemark(key, schema[key])))
      return false;
    if (ownValue(schema, '$ref') === undefined) return true;
    const target = resolveRef(root, schema).schema;
    return ownValue(target, '$ref') === undefined && walked.has(target);
  });
}

/** Words that validators know besides those above, in any dialect. */
const SETTLED_ELSEWHERE = new Set([
  ...[
    'id',
    'nullable',
    'discriminator',
    'multipleOf',
    'dependencies',
    'dependentRequired',
    'dependentSchemas',
  ],
  ...['contains', 'minContains', 'maxContains', 'prefixItems', 'additionalItems', 'patternProperties'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'if', 'then', 'else'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
]);

/** Frameworks add words of their own, which no validator reads; inside an object they could name a schema. */
export function isRemark(key: string, value: unknown): boolean {
  const isKnown = key.startsWith('$') || KEYWORDS.has(key) || SETTLED_ELSEWHERE.has(key);
  return !isKnown && typeof value !== 'object';
}

function named(names: string[], test: Test): [string, Test][] {
  return names.map((name) => [name, test]);
}
