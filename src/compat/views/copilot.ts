/**
 * As Copilot CLI sends schemas, seen on the wire: keys in the order of the alphabet, and what the API could refuse
 * written behind the description, limits first, then everything else.
 */
import { canonicalJson } from '../../util/canonical-json.js';
import { isObject, setOwn } from '../../util/plain.js';
import { rewriteSchema, type Schema, without } from './rewrite.js';

const KEPT = ['$defs', '$ref', 'allOf', 'anyOf', 'const', 'description', 'enum', 'title', 'type'];
const OF_OBJECTS = ['additionalProperties', 'properties', 'required'];
/** In the order in which they are told. */
const LIMITS = [
  'not',
  'contentEncoding',
  'contentMediaType',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'multipleOf',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'patternProperties',
  'unevaluatedProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'minItems',
  'maxItems',
  'uniqueItems',
  'unevaluatedItems',
  'contains',
  'minContains',
  'maxContains',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
];

export function copilotSchema(schema: unknown): unknown {
  return rewriteSchema(schema, {
    before: (found, path) => {
      const sorted = inAlphabet(found);
      return path.length === 0 ? lowered(oneObject(sorted), true) : lowered(sorted, false);
    },
    schema: (copy) => copy,
  });
}

function lowered(schema: Schema, isRoot: boolean): Schema {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const kept: Schema = {};
  const others: string[] = [];
  for (const key of Object.keys(schema)) {
    if (isKept(key, types, isRoot)) setOwn(kept, key, inOrder(key, schema[key]));
    else if (key === 'oneOf' && !isRoot && schema.anyOf === undefined) kept.anyOf = schema[key];
    else if (!LIMITS.includes(key)) others.push(key);
  }
  if (types.includes('array') && kept.items === undefined) kept.items = {};
  if (isRoot && kept.properties === undefined) kept.properties = {};
  const limits = LIMITS.filter((key) => Object.hasOwn(schema, key));
  const notes = [kept.description, said(schema, limits), said(schema, others)].filter(
    (note) => typeof note === 'string' && note !== '',
  );
  if (notes.length > 0) kept.description = notes.join('\n\n');
  return kept;
}

function isKept(key: string, types: readonly unknown[], isRoot: boolean): boolean {
  if (key === 'anyOf' && isRoot) return false;
  if (key === 'items') return types.includes('array');
  return KEPT.includes(key) || (OF_OBJECTS.includes(key) && types.includes('object'));
}

function inOrder(key: string, value: unknown): unknown {
  return (key === 'properties' || key === '$defs') && isObject(value) ? inAlphabet(value) : value;
}

function inAlphabet(value: Schema): Schema {
  const copy: Schema = {};
  for (const name of Object.keys(value).sort()) setOwn(copy, name, value[name]);
  return copy;
}

/** Of a union at the root the names of arguments are left, of several objects at once the arguments themselves. */
function oneObject(root: Schema): Schema {
  const branches = (key: string): Schema[] => {
    const list = root[key];
    return Array.isArray(list) ? list.filter(isObject) : [];
  };
  const all = branches('allOf');
  const either = [...branches('anyOf'), ...branches('oneOf')];
  const copy = without(root, ['allOf']);
  const properties: Schema = isObject(copy.properties) ? { ...copy.properties } : {};
  for (const branch of all)
    for (const [name, one] of argumentsOf(branch))
      if (!Object.hasOwn(properties, name)) setOwn(properties, name, one);
  for (const branch of either)
    for (const [name] of argumentsOf(branch))
      if (!Object.hasOwn(properties, name)) setOwn(properties, name, {});
  if (Object.keys(properties).length > 0) copy.properties = properties;
  const required = [root, ...all].flatMap((one) => (Array.isArray(one.required) ? one.required : []));
  if (required.length > 0) copy.required = [...new Set(required)];
  return copy;
}

function argumentsOf({ properties }: Schema): [string, unknown][] {
  return isObject(properties) ? Object.entries(properties) : [];
}

function said(schema: Schema, keys: string[]): string {
  if (keys.length === 0) return '';
  return `{${keys.map((key) => `${key}: ${canonicalJson(schema[key])}`).join(', ')}}`;
}
