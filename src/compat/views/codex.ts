/** As Codex lowers input schemas: a few keywords, types filled in, and made smaller above 5,000 bytes. */
import { deepJson } from '../../util/deep-json.js';
import { isObject, ownValue, setOwn } from '../../util/plain.js';
import { pick, rewriteSchema, type Schema, without } from './rewrite.js';

const KEPT = [
  '$ref',
  'type',
  'description',
  'enum',
  'items',
  'minItems',
  'properties',
  'required',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  '$defs',
  'definitions',
];
const UNIONS = ['anyOf', 'oneOf', 'allOf'];
const DEFINITIONS = ['$defs', 'definitions'];
const BUDGET = 5000;
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

export function codexSchema(schema: unknown, { budget = true } = {}): unknown {
  const lowered = withUsedDefinitions(rewriteSchema(schema, { schema: lower }));
  return budget ? withinBudget(lowered) : lowered;
}

/** Definitions to which no reference leads, not even through another, are left out. */
function withUsedDefinitions(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const used = new Set<string>();
  const open: unknown[] = [without(schema, DEFINITIONS)];
  const follow = ($ref: unknown): void => {
    const [, key = '', name = ''] =
      /^#\/(\$defs|definitions)\/([^/]+)/.exec(typeof $ref === 'string' ? $ref : '') ?? [];
    if (name === '' || used.has(`${key}/${name}`)) return;
    used.add(`${key}/${name}`);
    open.push(ownValue(schema[key], name));
  };
  while (open.length > 0)
    rewriteSchema(open.pop(), {
      schema: (copy) => {
        if (copy.$ref !== undefined) follow(copy.$ref);
        return copy;
      },
    });
  const left = DEFINITIONS.flatMap((key) => {
    const all = schema[key];
    if (!isObject(all)) return [];
    const kept = Object.entries(all).filter(([name]) => used.has(`${key}/${name}`));
    return kept.length > 0 ? [[key, Object.fromEntries(kept)] as const] : [];
  });
  return { ...without(schema, DEFINITIONS), ...Object.fromEntries(left) };
}

function lower(schema: Schema): Schema {
  const filled = fillTypes(schema);
  if (filled === undefined) return {};
  const copy = pick(filled, KEPT);
  const properties = copy.properties;
  if (isObject(properties)) copy.properties = sorted(asSchemas(properties));
  for (const key of DEFINITIONS) if (isObject(copy[key])) copy[key] = sorted(copy[key]);
  if (typeof copy.items === 'boolean' || Array.isArray(copy.items)) copy.items = { type: 'string' };
  for (const key of UNIONS) if (Array.isArray(copy[key])) copy[key] = copy[key].map(asSchema);
  return copy;
}

function asSchema(value: unknown): unknown {
  return typeof value === 'boolean' ? { type: 'string' } : value;
}

function asSchemas(properties: Schema): Schema {
  const copy: Schema = {};
  for (const [name, value] of Object.entries(properties)) setOwn(copy, name, asSchema(value));
  return copy;
}

function sorted(properties: Schema): Schema {
  const copy: Schema = {};
  for (const name of Object.keys(properties).sort()) setOwn(copy, name, properties[name]);
  return copy;
}

/** Nothing is left of a schema that says neither a type nor anything from which one follows. */
function fillTypes(schema: Schema): Schema | undefined {
  const copy: Schema = { ...schema };
  if (Object.hasOwn(copy, 'const')) copy.enum = [copy.const];
  const isOpen = copy.type === undefined && ![...UNIONS, '$ref'].some((key) => Object.hasOwn(copy, key));
  if (isOpen) {
    const guessed = guessedType(copy);
    if (guessed === undefined) return undefined;
    copy.type = guessed;
  }
  const types = Array.isArray(copy.type) ? copy.type : [copy.type];
  if (types.includes('object') && copy.properties === undefined) copy.properties = {};
  if (types.includes('array') && copy.items === undefined) copy.items = { type: 'string' };
  return copy;
}

function guessedType(schema: Schema): string | undefined {
  const has = (...keys: string[]): boolean => keys.some((key) => Object.hasOwn(schema, key));
  if (has('properties', 'required', 'additionalProperties')) return 'object';
  if (has('items', 'prefixItems')) return 'array';
  if (has('enum', 'format')) return 'string';
  return has(...NUMBERS) ? 'number' : undefined;
}

/** Each step loses more than the one before, and none is taken that is not needed. */
function withinBudget(schema: unknown): unknown {
  const steps = [withoutDescriptions, withoutReferences, withoutDepth, withoutUnions];
  let at = schema;
  for (const step of steps) {
    if (Buffer.byteLength(deepJson(at)) <= BUDGET) return at;
    at = step(at);
  }
  return at;
}

function withoutDescriptions(schema: unknown): unknown {
  return rewriteSchema(schema, { schema: (copy) => without(copy, ['description']) });
}

function withoutReferences(schema: unknown): unknown {
  return rewriteSchema(schema, {
    schema: (copy) => (typeof ownValue(copy, '$ref') === 'string' ? {} : without(copy, DEFINITIONS)),
  });
}

function withoutDepth(schema: unknown): unknown {
  return rewriteSchema(schema, {
    schema: (copy, depth) => (depth >= 3 && (copy.properties || copy.items) ? {} : copy),
  });
}

function withoutUnions(schema: unknown): unknown {
  return rewriteSchema(schema, {
    schema: (copy) => (UNIONS.some((key) => Object.hasOwn(copy, key)) ? without(copy, UNIONS) : copy),
  });
}
