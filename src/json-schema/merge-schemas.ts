/** Two schemas that must both hold, as one: good enough to make a value from, not to judge one with. */
import { isObject, ownValue } from '../util/plain.js';

type Schema = Record<string, unknown>;

const LARGER = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const SMALLER = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);

export function mergeSchemas(a: Schema, b: Schema): Schema {
  const out: Schema = { ...a };
  for (const [key, theirs] of Object.entries(b)) {
    if (key === '__proto__') continue;
    const ours = ownValue(a, key);
    out[key] = ours === undefined ? theirs : both(key, ours, theirs);
  }
  return out;
}

function both(key: string, ours: unknown, theirs: unknown): unknown {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    if (LARGER.has(key)) return Math.max(ours, theirs);
    if (SMALLER.has(key)) return Math.min(ours, theirs);
  }
  if (key === 'properties' && isObject(ours) && isObject(theirs)) return properties(ours, theirs);
  if (key === 'required' && Array.isArray(ours) && Array.isArray(theirs)) {
    return [...new Set([...ours, ...theirs])];
  }
  if (key === 'allOf' && Array.isArray(ours) && Array.isArray(theirs)) return [...ours, ...theirs];
  if (key === 'type' || key === 'enum') {
    const allowed = new Set([theirs].flat());
    const common = [ours].flat().filter((one) => allowed.has(one));
    if (common.length > 0) return key === 'type' && common.length === 1 ? common[0] : common;
  }
  return theirs;
}

function properties(ours: Schema, theirs: Schema): Schema {
  const out: Schema = { ...ours };
  for (const [name, schema] of Object.entries(theirs)) {
    if (name === '__proto__') continue;
    out[name] = Object.hasOwn(ours, name) ? { allOf: [ours[name], schema] } : schema;
  }
  return out;
}
