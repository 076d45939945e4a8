/**
 * A plain value of a JSON Schema, always the same one: `const`, `default`, the first of `examples` or
 * `enum`, else the smallest value that its type and bounds allow. A best effort: patterns and the
 * finer keywords are not looked at.
 */
import { isObject, ownValue } from '../util/plain.js';

const MAX_DEPTH = 12;
/** A schema that contains itself several times over would else grow with every level. */
const MAX_VALUES = 2000;
/** Padding stops here, whatever `minLength` or `minItems` ask for. */
const MAX_SIZE = 100;

interface Context {
  root: unknown;
  /** Values that may still be made. */
  left: number;
}

const FORMATS: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'someone@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  'uri-reference': '/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

export function sampleValue(schema: unknown): unknown {
  return sample(schema, { root: schema, left: MAX_VALUES }, 0);
}

function sample(schema: unknown, ctx: Context, depth: number): unknown {
  ctx.left -= 1;
  if (!isObject(schema) || depth > MAX_DEPTH || ctx.left < 0) return null;
  for (const key of ['const', 'default']) if (Object.hasOwn(schema, key)) return schema[key];
  for (const key of ['examples', 'enum']) {
    const list = ownValue(schema, key);
    if (Array.isArray(list) && list.length > 0) return list[0];
  }
  const ref = ownValue(schema, '$ref');
  if (typeof ref === 'string') return sample(resolve(ref, ctx.root), ctx, depth + 1);
  for (const key of ['anyOf', 'oneOf']) {
    const branches = ownValue(schema, key);
    if (Array.isArray(branches) && branches.length > 0) {
      const branch = branches.find((one) => ownValue(one, 'type') !== 'null') ?? branches[0];
      return merge(plain(schema, ctx, depth), sample(branch, ctx, depth + 1));
    }
  }
  const parts = ownValue(schema, 'allOf');
  if (!Array.isArray(parts)) return plain(schema, ctx, depth);
  return parts
    .slice(0, MAX_SIZE)
    .map((part) => sample(part, ctx, depth + 1))
    .reduce(merge, plain(schema, ctx, depth));
}

function merge(a: unknown, b: unknown): unknown {
  return isObject(a) && isObject(b) ? { ...a, ...b } : (b ?? a);
}

function plain(schema: Record<string, unknown>, ctx: Context, depth: number): unknown {
  switch (typeOf(schema)) {
    case 'object':
      return object(schema, ctx, depth);
    case 'array': {
      const items = ownValue(schema, 'items');
      const first = ownValue(schema, 'prefixItems');
      const start = Array.isArray(first) ? first.map((item) => sample(item, ctx, depth + 1)) : [];
      const least = Math.min(number(schema, 'minItems') ?? 1, MAX_SIZE);
      if (!isObject(items)) return start;
      return [...start, ...Array.from({ length: least - start.length }, () => sample(items, ctx, depth + 1))];
    }
    case 'string':
      return text(schema);
    case 'integer':
    case 'number': {
      const above = number(schema, 'exclusiveMinimum');
      const least = number(schema, 'minimum') ?? (above === undefined ? 0 : above + 1);
      const value = Math.min(Math.max(0, least), number(schema, 'maximum') ?? Number.POSITIVE_INFINITY);
      return typeOf(schema) === 'integer' ? Math.ceil(value) : value;
    }
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function object(schema: Record<string, unknown>, ctx: Context, depth: number): Record<string, unknown> {
  const value: Record<string, unknown> = Object.create(null);
  const properties = ownValue(schema, 'properties');
  const required = ownValue(schema, 'required');
  const wanted = new Set(Array.isArray(required) ? required.map(String) : []);
  for (const [key, child] of Object.entries(isObject(properties) ? properties : {})) {
    // Optional properties end with the depth, so that a schema that contains itself comes to an end.
    if (wanted.has(key) || depth < 3) value[key] = sample(child, ctx, depth + 1);
    wanted.delete(key);
  }
  for (const key of wanted) value[key] = 'text';
  return value;
}

function text(schema: Record<string, unknown>): string {
  const format = ownValue(schema, 'format');
  const example = ownValue(FORMATS, String(format));
  if (typeof example === 'string') return example;
  const least = Math.min(number(schema, 'minLength') ?? 0, MAX_SIZE);
  return 'text'.padEnd(least, '.').slice(0, number(schema, 'maxLength') ?? undefined);
}

function typeOf(schema: Record<string, unknown>): unknown {
  const type = ownValue(schema, 'type');
  if (Array.isArray(type)) return type.find((one) => one !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if (Object.hasOwn(schema, 'properties') || Object.hasOwn(schema, 'required')) return 'object';
  return Object.hasOwn(schema, 'items') || Object.hasOwn(schema, 'prefixItems') ? 'array' : 'null';
}

function number(schema: Record<string, unknown>, key: string): number | undefined {
  const value = ownValue(schema, key);
  return typeof value === 'number' ? value : undefined;
}

function resolve(ref: string, root: unknown): unknown {
  if (!ref.startsWith('#')) return undefined;
  return ref
    .slice(1)
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .reduce<unknown>((at, part) => (Array.isArray(at) ? at[Number(part)] : ownValue(at, part)), root);
}
