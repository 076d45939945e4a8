/** Checks a value against our own schema; a dozen keywords, so that reading a run loads no validator. */
import { isObject } from '../util/plain.js';
import { toPointer } from '../util/pointer.js';
import type { SchemaNode } from './schema-parts.js';

type Path = (string | number)[];

/** The first thing that is wrong, as `/pointer: what`, or undefined. */
export function firstFault(value: unknown, schema: SchemaNode, path: Path = []): string | undefined {
  const fault = faultHere(value, schema);
  if (fault) return `${toPointer(path) || 'the document'}: ${fault}`;
  if (Array.isArray(value)) return faultInItems(value, schema, path);
  return isObject(value) ? faultInFields(value, schema, path) : undefined;
}

function faultHere(value: unknown, schema: SchemaNode): string | undefined {
  if ('const' in schema && value !== schema.const) return `must be ${JSON.stringify(schema.const)}`;
  if (schema.enum && !schema.enum.includes(value)) return `must be one of ${schema.enum.join(', ')}`;
  if (schema.type && !hasType(value, schema.type))
    return `must be of type ${[schema.type].flat().join(' or ')}`;
  if (schema.minimum !== undefined && (value as number) < schema.minimum) {
    return `must not be below ${schema.minimum}`;
  }
  const missing = schema.required?.find((key) => !Object.hasOwn(value as object, key));
  return missing === undefined ? undefined : `${missing} is missing`;
}

function faultInItems(items: unknown[], schema: SchemaNode, path: Path): string | undefined {
  if (!schema.items) return undefined;
  for (const [index, item] of items.entries()) {
    const fault = firstFault(item, schema.items, [...path, index]);
    if (fault) return fault;
  }
  return undefined;
}

function faultInFields(value: Record<string, unknown>, schema: SchemaNode, path: Path): string | undefined {
  for (const key of Object.keys(value)) {
    const inner = ownNode(schema.properties, key) ?? schema.additionalProperties;
    const fault = inner && firstFault(value[key], inner, [...path, key]);
    if (fault) return fault;
  }
  return undefined;
}

function ownNode(nodes: SchemaNode['properties'], key: string): SchemaNode | undefined {
  return nodes && Object.hasOwn(nodes, key) ? nodes[key] : undefined;
}

function hasType(value: unknown, types: string | string[]): boolean {
  return [types].flat().some((type) => {
    if (type === 'array') return Array.isArray(value);
    if (type === 'object') return isObject(value);
    if (type === 'integer') return Number.isInteger(value);
    return typeof value === type;
  });
}
