/** A copy of a schema in which every schema inside was rewritten, innermost first. */
import { isObject, setOwn } from '../../util/plain.js';

export type Schema = Record<string, unknown>;

const ONE = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
]);
const LIST = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const MAP = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']);
/** Deeper ones, and more, are cut off: nobody shows them to a model. */
const MAX_DEPTH = 100;
const MAX_SCHEMAS = 20_000;

export interface Rewriting {
  /** Gets the copy, whose own schemas are rewritten already. */
  schema(copy: Schema, depth: number): unknown;
  /** Gets the schema as it stands, before anything inside is looked at. */
  before?(schema: Schema, path: readonly unknown[]): unknown;
}

export function rewriteSchema(root: unknown, rewriting: Rewriting): unknown {
  let left = MAX_SCHEMAS;
  const visit = (value: unknown, path: readonly unknown[]): unknown => {
    left -= 1;
    const seen = isObject(value) ? (rewriting.before?.(value, path) ?? value) : value;
    if (!isObject(seen)) return seen;
    if (path.length > MAX_DEPTH || left < 0) return {};
    const inner = [...path, value, seen];
    const copy: Schema = {};
    for (const [key, part] of Object.entries(seen))
      setOwn(
        copy,
        key,
        visitPart(key, part, (one) => visit(one, inner)),
      );
    return rewriting.schema(copy, path.length / 2);
  };
  return visit(root, []);
}

function visitPart(key: string, part: unknown, visit: (value: unknown) => unknown): unknown {
  if (Array.isArray(part)) return LIST.has(key) ? part.map(visit) : part;
  if (!isObject(part)) return part;
  if (ONE.has(key)) return visit(part);
  if (!MAP.has(key)) return part;
  const copy: Schema = {};
  for (const [name, value] of Object.entries(part)) setOwn(copy, name, visit(value));
  return copy;
}

/** Only these keys, in this order. */
export function pick(schema: Schema, keys: readonly string[]): Schema {
  const copy: Schema = {};
  for (const key of keys) if (Object.hasOwn(schema, key)) copy[key] = schema[key];
  return copy;
}

export function without(schema: Schema, keys: readonly string[]): Schema {
  const copy: Schema = {};
  for (const [key, value] of Object.entries(schema)) if (!keys.includes(key)) setOwn(copy, key, value);
  return copy;
}
