/**
 * Puts a value into the shape that is written: keys in the order of the schema (others after them, as
 * they came), nothing that JSON cannot hold. What comes out equals itself after a trip through JSON.
 */
import { copyBefore, isObject, isPacked, setOwn } from '../util/plain.js';
import type { SchemaNode } from './schema-parts.js';

/** Deeper values are cut: `JSON.stringify` would exhaust the stack on what a hostile server nests. */
const MAX_DEPTH = 200;

/** Rows that were arranged when they were shown are not arranged again with the whole. */
const done = new WeakSet<object>();

export function arrangeOnce<T extends object>(value: T, schema: SchemaNode | undefined): T {
  const arranged = arrange(value, schema) as T;
  done.add(arranged);
  return arranged;
}

export function arrange(value: unknown, schema: SchemaNode | undefined, depth = 0): unknown {
  if (depth > MAX_DEPTH) return `[nested deeper than ${MAX_DEPTH} levels]`;
  if (Array.isArray(value)) return arrangeList(value, schema?.items, depth + 1);
  if (isObject(value)) return arrangeObject(value, schema, depth);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return arrangeNumber(value, schema);
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
}

/** What is written as it is, whatever the schema says: most of what there is. */
function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || value === null;
}

/** The list itself where nothing in it changes. */
function arrangeList(list: unknown[], items: SchemaNode | undefined, depth: number): unknown[] {
  let out: unknown[] | undefined;
  for (let at = 0; at < list.length; at += 1) {
    const item = list[at];
    const next = isPlain(item) ? item : (arrange(item, items, depth) ?? null);
    if (out === undefined && !Object.is(next, item)) out = list.slice(0, at);
    out?.push(next);
  }
  return out ?? list;
}

/** A key of a schema: where it stands in it, and what is below it. */
interface KnownKey {
  place: number;
  node: SchemaNode | undefined;
}

const knownKeys = new WeakMap<object, ReadonlyMap<string, KnownKey>>();

function keysOf(properties: Record<string, SchemaNode>): ReadonlyMap<string, KnownKey> {
  const known = knownKeys.get(properties);
  if (known) return known;
  const made = new Map(Object.entries(properties).map(([key, node], place) => [key, { place, node }]));
  knownKeys.set(properties, made);
  return made;
}

/** Whether the keys of the schema come first and in its order. */
function isInOrder(value: object, known: ReadonlyMap<string, KnownKey>): boolean {
  let last = -1;
  for (const key in value) {
    const place = known.get(key)?.place ?? known.size;
    if (place < last) return false;
    last = place;
  }
  return true;
}

/** The object itself where nothing in it changes: most of a run is in order as it comes. */
function arrangeObject(value: Record<string, unknown>, schema: SchemaNode | undefined, depth: number) {
  if (done.has(value) || isPacked(value)) return value;
  const properties = schema?.properties;
  const known = properties && keysOf(properties);
  if (known && !isInOrder(value, known)) return reordered(value, schema, depth);
  let out: Record<string, unknown> | undefined =
    Object.getPrototypeOf(value) === Object.prototype ? undefined : {};
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    const inner = value[key];
    const next = isPlain(inner) ? inner : arrange(inner, nodeOf(key, known, schema), depth + 1);
    if (out === undefined && (next === undefined || !Object.is(next, inner))) out = copyBefore(value, key);
    if (out !== undefined && next !== undefined) setOwn(out, key, next);
  }
  return out ?? value;
}

function nodeOf(key: string, known: ReadonlyMap<string, KnownKey> | undefined, schema?: SchemaNode) {
  const found = known?.get(key);
  return found ? found.node : schema?.additionalProperties;
}

function reordered(
  value: Record<string, unknown>,
  schema: SchemaNode | undefined,
  depth: number,
): Record<string, unknown> {
  const known = schema?.properties;
  const out: Record<string, unknown> = {};
  const put = (key: string, inner: SchemaNode | undefined): void => {
    const arranged = isPlain(value[key]) ? value[key] : arrange(value[key], inner, depth + 1);
    if (arranged !== undefined) setOwn(out, key, arranged);
  };
  for (const key in known) if (Object.hasOwn(value, key)) put(key, known[key]);
  for (const key of Object.keys(value))
    if (known === undefined || !Object.hasOwn(known, key)) put(key, schema?.additionalProperties);
  return out;
}

/** A figure that cannot be computed is absent; elsewhere a number JSON cannot hold is named in words. */
function arrangeNumber(value: number, schema: SchemaNode | undefined): unknown {
  if (Number.isFinite(value)) return value === 0 ? 0 : value;
  return schema?.type === 'number' || schema?.type === 'integer' ? undefined : String(value);
}
