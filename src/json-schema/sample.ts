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

/** One run of `sample`. */
interface SampleState {
  root: unknown;
  decisions: Decisions;
  /** Values that may still be made. */
  left: number;
}

interface Place {
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

function choose<T>(ways: readonly T[], state: SampleState): T {
  const { take, ways: met } = state.decisions;
  if (ways.length < 2 || met.length >= MAX_DECISIONS) return ways[0] as T;
  met.push(ways.length);
  return ways[Math.min(take[met.length - 1] ?? 0, ways.length - 1)] as T;
}

function make(given: unknown, state: SampleState, place: Place): unknown {
  state.left -= 1;
  if (state.left < 0 || place.depth > MAX_DEPTH) return null;
  if (!isObject(given)) return 'example';
  const schema = flatten(given, state, 0);
  if (Object.hasOwn(schema, 'const')) return schema.const;
  const ready = readyValues(schema, place.nth);
  const way = choose([...ready, undefined], state);
  if (way !== undefined) return way.value;
  switch (typeOf(schema, state)) {
    case 'object':
      return object(schema, state, place);
    case 'array':
      return array(schema, state, place);
    case 'integer':
    case 'number':
      return number(schema, place.nth);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return choose(sampleTexts(schema, place.name, place.nth), state);
  }
}

/** References, `allOf`, one branch of `anyOf`, `oneOf` and `if`, all in one schema. */
function flatten(given: Schema, state: SampleState, depth: number): Schema {
  let schema = given;
  const add = (part: unknown) => {
    if (isObject(part)) schema = mergeSchemas(schema, flatten(part, state, depth + 1));
  };
  if (depth > MAX_DEPTH || state.left < 0) return schema;
  state.left -= 1;
  if (typeof ownValue(schema, '$ref') === 'string') {
    const { schema: target } = resolveRef(state.root, schema);
    const { $ref: _ref, ...rest } = schema;
    schema = rest;
    if (target !== given) add(target);
  }
  const { allOf, anyOf, oneOf, if: when, then, else: otherwise, ...plain } = schema;
  schema = plain;
  if (Array.isArray(allOf)) for (const part of allOf.slice(0, MAX_DECISIONS)) add(part);
  for (const branches of [anyOf, oneOf]) {
    if (Array.isArray(branches) && branches.length > 0) add(choose(nullLast(branches), state));
  }
  if (when !== undefined) for (const part of choose([[otherwise], [when, then]], state)) add(part);
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
  if (Array.isArray(examples)) out.push(...examples.slice(nth, nth + 3));
  out.push(...turned.slice(0, 20));
  return out.map((value) => ({ value }));
}

function typeOf(schema: Schema, state: SampleState): unknown {
  const type = ownValue(schema, 'type');
  if (Array.isArray(type)) {
    const ways = [...type.filter((one) => one !== 'null'), ...type.filter((one) => one === 'null')];
    return choose(ways.length > 0 ? ways : ['null'], state);
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
function object(schema: Schema, state: SampleState, { depth }: Place): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const properties = ownValue(schema, 'properties');
  const known = isObject(properties) ? properties : {};
  const rest = ownValue(schema, 'additionalProperties');
  const set = (name: string) => {
    const inner = Object.hasOwn(known, name) ? known[name] : rest;
    const made = make(inner, state, { name, depth: depth + 1, nth: 0 });
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

function array(schema: Schema, state: SampleState, { name, depth }: Place): unknown[] {
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
    make(first[nth] ?? rest, state, { name: singular(name), depth: depth + 1, nth }),
  );
}

function singular(name: string): string {
  return name.replace(/(?<=[a-z])s$/, '');
}

/** Where a number may lie; `above` and `below` are themselves outside. */
interface Range {
  low: number;
  high: number;
  above: number;
  below: number;
}

function number(schema: Schema, nth: number): number {
  const above = bound(schema, 'exclusiveMinimum') ?? Number.NEGATIVE_INFINITY;
  const below = bound(schema, 'exclusiveMaximum') ?? Number.POSITIVE_INFINITY;
  const low = Math.max(bound(schema, 'minimum') ?? Number.NEGATIVE_INFINITY, above);
  const high = Math.min(bound(schema, 'maximum') ?? Number.POSITIVE_INFINITY, below);
  const range = { low, high, above, below };
  const usual = Math.min(Math.max(1, low), high) + nth;
  const step = bound(schema, 'multipleOf') || (schema.type === 'integer' ? 1 : 0);
  return step > 0 ? multipleNear(usual, step, range) : numberNear(usual, range);
}

function multipleNear(usual: number, step: number, { high, above, below }: Range): number {
  const next = Math.ceil(usual / step) * step;
  const value = next === above ? next + step : next;
  if (value <= high && value !== below) return value;
  return Math.floor((below === high ? high - step : high) / step) * step;
}

function numberNear(usual: number, { low, high, above, below }: Range): number {
  if (usual === above) return Number.isFinite(high) ? (low + high) / 2 : above + 1;
  if (usual === below) return Number.isFinite(low) ? (low + high) / 2 : below - 1;
  return usual;
}

function bound(schema: Schema, key: string): number | undefined {
  const value = ownValue(schema, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
