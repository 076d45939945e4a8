/**
 * A quick yes for the schemas that most tools have, without loading the validator (tens of milliseconds). True
 * means valid without doubt; false means "ask the validator". What the value does not touch is not looked at.
 */
import { isObject, ownValue } from '../util/plain.js';
import { isRemark } from './clearly-compiles.js';
import { resolveRef } from './walk.js';

/** `valid` looks at a part of the schema. */
type Check = (
  operand: unknown,
  value: unknown,
  within: { schema: Record<string, unknown>; valid: (schema: unknown, value: unknown) => boolean } & Whole,
) => boolean;

interface Whole {
  root: unknown;
  /** How many references may still be followed: some lead in circles. */
  refs: { left: number };
}

const MOST_REFS = 50;

const TYPES = new Map<unknown, (value: unknown) => boolean>([
  ['object', isObject],
  ['array', Array.isArray],
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => typeof value === 'number'],
  ['integer', (value) => Number.isInteger(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['null', (value) => value === null],
]);

const always: Check = () => true;
const bound =
  (
    measure: (value: unknown) => number | undefined,
    holds: (actual: number, limit: number) => boolean,
  ): Check =>
  (limit, value) => {
    const actual = measure(value);
    return typeof limit === 'number' && (actual === undefined || holds(actual, limit));
  };
const atLeast = (actual: number, limit: number) => actual >= limit;
const atMost = (actual: number, limit: number) => actual <= limit;
const size = (value: unknown) => (typeof value === 'number' ? value : undefined);
/** Counted one by one: an array of the characters of a very long text would not fit. */
const length = (value: unknown) => {
  if (typeof value !== 'string') return undefined;
  let characters = 0;
  for (const _ of value) characters += 1;
  return characters;
};
const count = (value: unknown) => (Array.isArray(value) ? value.length : undefined);

/** Groups and choices may take for ever, and so may many open repetitions of a long text. */
const MOST_LETTERS = 100;
const SIMPLE = /^[^()|]*$/;
const EXACT = /\{\d{1,3}\}/g;

function fits(pattern: unknown, value: unknown): boolean {
  if (typeof value !== 'string') return true;
  if (typeof pattern !== 'string' || value.length > MOST_LETTERS || !SIMPLE.test(pattern)) return false;
  if ((pattern.replace(EXACT, '').match(/[*+{]/g) ?? []).length > 2) return false;
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return false;
  }
}

/** Texts that are of the format whatever else one may say of it; far from all that are. */
const FORMATS = new Map<unknown, RegExp>([
  ['uri', /^https?:\/\/[a-z0-9]+(?:\.[a-z]+)+(?:\/[a-z0-9._-]+)*\/?$/],
  ['email', /^[a-z0-9]+@[a-z0-9]+\.[a-z]+$/],
  ['date', /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/],
  [
    'date-time',
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/,
  ],
  ['uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['password', /^/],
  ['binary', /^/],
]);
/** What else the validator checks; any other format is a remark. */
const OTHER_FORMATS = new Set<unknown>([
  ...['time', 'iso-time', 'iso-date-time', 'duration', 'uri-reference', 'uri-template', 'url', 'hostname'],
  ...['ipv4', 'ipv6', 'regex', 'json-pointer', 'json-pointer-uri-fragment', 'relative-json-pointer'],
  ...['byte', 'int32', 'int64', 'float', 'double'],
]);

/** A model of its own, as most frameworks write them. */
const DEFINITION = /^#\/(?:\$defs|definitions)\/\w+$/;

const CHECKS = new Map<string, Check>([
  ...[
    'title',
    'description',
    'default',
    'examples',
    'deprecated',
    'readOnly',
    'writeOnly',
    '$comment',
    '$defs',
  ].map((key): [string, Check] => [key, always]),
  ['definitions', always],
  [
    '$schema',
    (uri) => typeof uri === 'string' && /json-schema\.org\/(draft-07|draft\/2020-12)\/schema#?$/.test(uri),
  ],
  ['type', (type, value) => [type].flat().some((name) => TYPES.get(name)?.(value) ?? false)],
  ['enum', (list, value) => Array.isArray(list) && typeof value !== 'object' && list.includes(value)],
  ['const', (only, value) => typeof value !== 'object' && only === value],
  [
    'required',
    (names, value) =>
      Array.isArray(names) && (!isObject(value) || names.every((n) => Object.hasOwn(value, n))),
  ],
  [
    'properties',
    (map, value, { valid }) =>
      isObject(map) &&
      (!isObject(value) ||
        Object.keys(value).every((key) => !Object.hasOwn(map, key) || valid(map[key], value[key]))),
  ],
  [
    'additionalProperties',
    (more, value, { schema: { properties } }) =>
      more === true ||
      !isObject(value) ||
      Object.keys(value).every((key) => isObject(properties) && Object.hasOwn(properties, key)),
  ],
  [
    'items',
    (schema, value, { valid }) => !Array.isArray(value) || value.every((item) => valid(schema, item)),
  ],
  ['minimum', bound(size, atLeast)],
  ['maximum', bound(size, atMost)],
  ['minLength', bound(length, atLeast)],
  ['maxLength', bound(length, atMost)],
  ['minItems', bound(count, atLeast)],
  ['maxItems', bound(count, atMost)],
  ['exclusiveMinimum', bound(size, (actual, limit) => actual > limit)],
  ['exclusiveMaximum', bound(size, (actual, limit) => actual < limit)],
  ['uniqueItems', (_, value) => !Array.isArray(value) || value.length < 2],
  [
    'format',
    (name, value) =>
      typeof value !== 'string' || (FORMATS.get(name)?.test(value) ?? !OTHER_FORMATS.has(name)),
  ],
  ['pattern', fits],
  ['allOf', (list, value, { valid }) => Array.isArray(list) && list.every((schema) => valid(schema, value))],
  ['anyOf', (list, value, { valid }) => isClosed(list) && list.some((schema) => valid(schema, value))],
  [
    'oneOf',
    (list, value, { valid }) =>
      isClosed(list) &&
      list.filter((schema) => !isOfOtherType(schema, value)).length === 1 &&
      list.some((schema) => valid(schema, value)),
  ],
  [
    '$ref',
    (to, value, { root, refs, valid }) => {
      refs.left -= 1;
      if (refs.left < 0 || typeof to !== 'string' || !DEFINITION.test(to)) return false;
      const target = resolveRef(root, { $ref: to }).schema;
      return ownValue(target, '$ref') === undefined && valid(target, value);
    },
  ],
]);

/** The validator may look at all of them: one that refers to the whole would keep it busy for ever. */
function isClosed(list: unknown): list is unknown[] {
  return Array.isArray(list) && !JSON.stringify(list).includes('"$ref"');
}

/** Whether a schema refuses a value by its type alone. */
function isOfOtherType(schema: unknown, value: unknown): boolean {
  if (!isObject(schema)) return false;
  return [schema.type].flat().every((name) => TYPES.has(name) && !TYPES.get(name)?.(value));
}

export function isClearlyValid(schema: unknown, value: unknown): boolean {
  const whole: Whole = { root: schema, refs: { left: MOST_REFS } };
  const valid = (part: unknown, at: unknown): boolean => {
    if (!isObject(part)) return false;
    const within = { ...whole, schema: part, valid };
    return Object.keys(part).every(
      (key) => CHECKS.get(key)?.(part[key], at, within) ?? isRemark(key, part[key]),
    );
  };
  return valid(schema, value);
}
