/** Observed values → the schema that they share: types and the keys that were always there. Bounded and pure. */
import { isObject } from '../util/plain.js';

const MAX_DEPTH = 4;
const MAX_KEYS = 50;
const MAX_ITEMS = 200;

type Schema = Record<string, unknown>;

/** Keys in alphabetical order, so that the same observation gives the same text. */
export function inferSchema(values: readonly unknown[], depth = 0): Schema {
  const types = [...new Set(values.map(typeName))].sort();
  const type = types.length === 1 ? types[0] : types;
  if (depth >= MAX_DEPTH || types.length !== 1) return { type };
  if (type === 'array') {
    const items = values.flatMap((value) => value as unknown[]).slice(0, MAX_ITEMS);
    return items.length === 0 ? { type } : { items: inferSchema(items, depth + 1), type };
  }
  if (type !== 'object') return { type };
  const objects = values as Schema[];
  const required = Object.keys(objects[0] ?? {})
    .filter((key) => key !== '__proto__' && objects.every((one) => Object.hasOwn(one, key)))
    .sort()
    .slice(0, MAX_KEYS);
  if (required.length === 0) return { type };
  const properties = Object.fromEntries(
    required.map((key) => [
      key,
      inferSchema(
        objects.map((one) => one[key]),
        depth + 1,
      ),
    ]),
  );
  return { properties, required, type };
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return typeof value;
}
