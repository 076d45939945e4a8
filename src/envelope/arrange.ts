/**
 * Puts a value into the shape that is written: keys in the order of the schema (others after them, as
 * they came), nothing that JSON cannot hold. What comes out equals itself after a trip through JSON.
 */
import { isObject } from '../util/plain.js';
import type { SchemaNode } from './schema-parts.js';

/** Deeper values are cut: `JSON.stringify` would exhaust the stack on what a hostile server nests. */
const MAX_DEPTH = 200;

export function arrange(value: unknown, schema: SchemaNode | undefined, depth = 0): unknown {
  if (depth > MAX_DEPTH) return `[nested deeper than ${MAX_DEPTH} levels]`;
  if (Array.isArray(value)) return value.map((item) => arrange(item, schema?.items, depth + 1) ?? null);
  if (isObject(value)) return arrangeObject(value, schema, depth);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return arrangeNumber(value, schema);
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
}

function arrangeObject(value: Record<string, unknown>, schema: SchemaNode | undefined, depth: number) {
  const known = schema?.properties ?? {};
  const keys = [...Object.keys(known), ...Object.keys(value).filter((key) => !Object.hasOwn(known, key))];
  const out: Record<string, unknown> = Object.create(null);
  for (const key of keys) {
    if (!Object.hasOwn(value, key)) continue;
    const inner = Object.hasOwn(known, key) ? known[key] : schema?.additionalProperties;
    const arranged = arrange(value[key], inner, depth + 1);
    if (arranged !== undefined) out[key] = arranged;
  }
  return out;
}

/** A figure that cannot be computed is absent; elsewhere a number JSON cannot hold is named in words. */
function arrangeNumber(value: number, schema: SchemaNode | undefined): unknown {
  if (Number.isFinite(value)) return value === 0 ? 0 : value;
  return schema?.type === 'number' || schema?.type === 'integer' ? undefined : String(value);
}
