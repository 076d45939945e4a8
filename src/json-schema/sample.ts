/**
 * One value for a schema, following a list of decisions (which branch, the default or not): the same
 * decisions give the same value. It ends on every schema, also on one that contains itself; whether the
 * value is valid is for the caller to find out.
 */
import { isObject, ownValue, setOwn } from '../util/plain.js';
import { mergeSchemas } from './merge-schemas.js';
import { sampleTexts } from './sample-text.js';
import { resolveRef } from './walk.js';

type Schema = Record<string, unknown>;

export interface Decisions {
  /** What to take at each point, in the order in which they are met; beyond its end always the first. */
  take: readonly number[];
  /** How many ways there were at each point met. */
  ways: number[];
}

interface Making {
  root: unknown;
  decisions: Decisions;
  /** Values that may still be made. */
  left: number;
}

interface Spot {
  /** The property's name, or that of the list. */
  name: string;
  depth: number;
  /** Position among equals in a list. */
  nth: number;
}

const MAX_VALUES = 2000;
const MAX_DEPTH = 24;
/** Lists that may be empty stay empty below this depth, so that trees come to an end. */
const FULL_LISTS_DEPTH = 6;
const MAX_ITEMS = 1000;
const MAX_DECISIONS = 200;

export function sample(schema: unknown, decisions: Decisions): unknown {
  return make(schema, { root: schema, decisions, left: MAX_VALUES }, { name: '', depth: 0, nth: 0 });
}

function choose<T>(ways: readonly T[], making: Making): T {
  const { take, ways: met } = making.decisions;
  if (ways.length < 2 || met.length >= MAX_DECISIONS) return ways[0]!;
  met.push(ways.length);
  return ways[Math.min(take[met.length - 1] ?? 0, ways.length - 1)]!;
}

function make(given: unknown, making: Making, spot: Spot): unknown {
  making.left -= 1;
  if (making.left < 0 || spot.depth > MAX_DEPTH) return null;
  if (!isObject(given)) return 'example';
  const schema = flatten(given, making, 0);
  if (Object.hasOwn(schema, 'const')) return schema.const;
  const ready = readyValues(schema, spot.nth);
  const way = choose([...ready, undefined], making);
  if (way !== undefined) return way.value;
  switch (typeOf(schema, making)) {
    case 'object':
      return object(schema, making, spot);
    case 'array':
      return array(schema, making, spot);
    case 'integer':
    case 'number':
      return number(schema, spot.nth);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return choose(sampleTexts(schema, spot.name, spot.nth), making);
  }
}

/** References, `allOf`, one branch of `anyOf`, `oneOf` and `if`, all in one schema. */
function flatten(given: Schema, making: Making, depth: number): Schema {
  let schema = given;
  const add = (part: unknown) => {
    if (isObject(part)) schema = mergeSchemas(schema, flatten(part, making, depth + 1));
  };
  if (depth > MAX_DEPTH || making.left < 0) return schema;
  making.left -= 1;
  if (typeof ownValue(schema, '$ref') === 'string') {
    const { schema: target } = resolveRef(making.root, schema);
    const { $ref: _ref, ...rest } = schema;
    schema = rest;
    if (target !== given) add(target);
  }
  const { allOf, anyOf, oneOf, if: when, then, else: otherwise, ...plain } = schema;
  schema = plain;
  if (Array.isArray(allOf)) for (const part of allOf.slice(0, MAX_DECISIONS)) add(part);
  for (const branches of [anyOf, oneOf]) {
    if (Array.isArray(branches) && branches.length > 0) add(choose(nullLast(branches), making));
  }
  if (when !== undefined) for (const part of choose([[otherwise], [when, then]], making)) add(part);
  return schema;
}

function nullLast(branches: unknown[]): unknown[] {
  const isNull = (branch: unknown) => ownValue(branch, 'type') === 'null';
  return [...branches.filter((one) => !isNull(one)), ...branches.filter(isNull)];
}

/** What the schema itself offers: its default, its examples, its enum. */
function readyValues(schema: Schema, nth: number): { value: unknown }[] {
  const examples = ownValue(schema, 'examples');
  const values = ownValue(schema, 'enum');
  const turned = Array.isArray(values) ? [...values.slice(nth), ...values.slice(0, nth)] : [];
  const out: unknown[] = nth === 0 && Object.hasOwn(schema, 'default') ? [schema.default] : [];
  out.push(...(Array.isArray(examples) ? examples.slice(nth, nth + 3) : []), ...turned.slice(0, 20));
  return out.map((value) => ({ value }));
}

function typeOf(schema: Schema, making: Making): unknown {
  const type = ownValue(schema, 'type');
  if (Array.isArray(type)) {
    const ways = [...type.filter((one) => one !== 'null'), ...type.filter((one) => one === 'null')];
    return choose(ways.length > 0 ? ways : ['null'], making);
  }
  if (type !== undefined) return type;
  const has = (...keys: string[]) => keys.some((key) => Object.hasOwn(schema, key));
  if (has('properties', 'required', 'additionalProperties', 'minProperties')) return 'object';
  if (has('items', 'prefixItems', 'minItems', 'contains')) return 'array';
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')
    ? 'number'
    : 'string';
}

/** The required properties, and as many others as `minProperties` asks for. */
function object(schema: Schema, making: Making, { depth }: Spot): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const properties = ownValue(schema, 'properties');
  const known = isObject(properties) ? properties : {};
  const rest = ownValue(schema, 'additionalProperties');
  const set = (name: string) => {
    const inner = Object.hasOwn(known, name) ? known[name] : rest;
    const made = make(inner, making, { name, depth: depth + 1, nth: 0 });
    setOwn(value, name, made);
  };
  const required = ownValue(schema, 'required');
  for (const name of Array.isArray(required) ? required : []) if (typeof name === 'string') set(name);
  const least = Math.min(bound(schema, 'minProperties') ?? 0, MAX_ITEMS);
  for (const name of Object.keys(known)) {
    if (Object.keys(value).length >= least) break;
    if (!Object.hasOwn(value, name)) set(name);
  }
  for (let n = 1; Object.keys(value).length < least && n <= least; n += 1) set(`key${n}`);
  return value;
}

function array(schema: Schema, making: Making, { name, depth }: Spot): unknown[] {
  const most = bound(schema, 'maxItems') ?? Number.POSITIVE_INFINITY;
  const usual = depth < FULL_LISTS_DEPTH ? 1 : 0;
  const wanted = Math.min(Math.max(bound(schema, 'minItems') ?? 0, Math.min(usual, most)), MAX_ITEMS);
  const tuple = ownValue(schema, 'prefixItems') ?? ownValue(schema, 'items');
  const first = Array.isArray(tuple) ? tuple : [];
  const items = ownValue(schema, 'items');
  const rest = isObject(items)
    ? items
    : (ownValue(schema, 'contains') ?? ownValue(schema, 'additionalItems'));
  const length = Math.max(wanted, Math.min(first.length, most));
  return Array.from({ length }, (_unused, nth) =>
    make(first[nth] ?? rest, making, { name: singular(name), depth: depth + 1, nth }),
  );
}

function singular(name: string): string {
  return name.replace(/(?<=[a-z])s$/, '');
}

function number(schema: Schema, nth: number): number {
  const whole = schema.type === 'integer';
  const step = bound(schema, 'multipleOf') || (whole ? 1 : 0);
  const above = bound(schema, 'exclusiveMinimum');
  const below = bound(schema, 'exclusiveMaximum');
  const low = Math.max(
    bound(schema, 'minimum') ?? Number.NEGATIVE_INFINITY,
    above ?? Number.NEGATIVE_INFINITY,
  );
  const high = Math.min(
    bound(schema, 'maximum') ?? Number.POSITIVE_INFINITY,
    below ?? Number.POSITIVE_INFINITY,
  );
  let value = Math.min(Math.max(1, low), high) + nth;
  if (step > 0) {
    value = Math.ceil(value / step) * step;
    if (value === above) value += step;
    if (value > high || value === below)
      value = Math.floor((below === high ? high - step : high) / step) * step;
    return value;
  }
  if (value === above) value = Number.isFinite(high) ? (low + high) / 2 : above + 1;
  else if (value === below) value = Number.isFinite(low) ? (low + high) / 2 : below - 1;
  return value;
}

function bound(schema: Schema, key: string): number | undefined {
  const value = ownValue(schema, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
