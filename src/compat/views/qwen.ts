/** As Qwen Code sends schemas to an OpenAI endpoint: what its grammars cannot hold is left out. */
import { isObject } from '../../util/plain.js';
import { rewriteSchema, type Schema, without } from './rewrite.js';

/** From here on a length is too much for a grammar. */
const TOO_LONG = 1999;
const LENGTHS = ['minLength', 'maxLength', 'minItems', 'maxItems'];
/** A schema of these alone, without arguments, is not sent. */
const ABOUT_NOTHING = [
  '$comment',
  '$schema',
  'additionalProperties',
  'deprecated',
  'description',
  'examples',
  'properties',
  'readOnly',
  'title',
  'type',
  'writeOnly',
];

export function qwenSchema(schema: unknown): unknown {
  if (isObject(schema) && takesNothing(schema)) return undefined;
  // It makes more of a schema that it can check itself, and one with an identifier is none.
  const more = isObject(schema) && !Object.hasOwn(schema, '$id');
  return rewriteSchema(schema, { schema: (copy) => relaxed(copy, more) });
}

function takesNothing(root: Schema): boolean {
  const { properties, additionalProperties: rest } = root;
  const declares =
    properties === undefined ? rest === false : isEmpty(properties) && (rest === false || rest === undefined);
  return declares && Object.keys(root).every((key) => ABOUT_NOTHING.includes(key));
}

function relaxed(schema: Schema, more: boolean): Schema {
  const { properties, type } = schema;
  const isOpen =
    hasOptional(schema) ||
    (more && (isEmpty(properties) || (properties === undefined && isObjectType(type))));
  const dropped = ['$schema', '$id', 'uniqueItems'];
  if (schema.additionalProperties === false && isOpen) dropped.push('additionalProperties');
  if (more && isEmpty(properties)) dropped.push('properties');
  if (more) dropped.push(...LENGTHS.filter((key) => Number(schema[key]) >= TOO_LONG));
  return without(schema, dropped);
}

function isEmpty(properties: unknown): boolean {
  return isObject(properties) && Object.keys(properties).length === 0;
}

function isObjectType(type: unknown): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

function hasOptional({ properties, required }: Schema): boolean {
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return isObject(properties) && Object.keys(properties).some((name) => !needed.includes(name));
}
