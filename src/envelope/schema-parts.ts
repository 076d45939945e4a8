/** Words for writing a JSON Schema in which nothing goes without a description. */

export interface SchemaNode {
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: readonly unknown[];
  minimum?: number;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  additionalProperties?: SchemaNode;
}

/** A field of an object; `required` unless marked. */
export interface Field {
  node: SchemaNode;
  optional: boolean;
}

export const text = (description: string): Field => field({ description, type: 'string' });
export const flag = (description: string): Field => field({ description, type: 'boolean' });
export const figure = (description: string): Field => field({ description, type: 'number' });
export const count = (description: string): Field => field({ description, type: 'integer', minimum: 0 });
export const anything = (description: string): Field => field({ description });
export const freeObject = (description: string): Field => field({ description, type: 'object' });
export const oneOf = (description: string, values: readonly string[]): Field =>
  field({ description, enum: values });
export const constant = (description: string, value: unknown): Field => field({ description, const: value });
export const texts = (description: string): Field =>
  field({ description, type: 'array', items: { type: 'string' } });
export const counts = (description: string): Field =>
  field({ description, type: 'array', items: { type: 'integer', minimum: 0 } });
export const figures = (description: string): Field =>
  field({ description, type: 'object', additionalProperties: { type: 'number' } });

export function list(description: string, items: SchemaNode): Field {
  return field({ description, type: 'array', items });
}

export function one(node: SchemaNode): Field {
  return field(node);
}

export function maybe(inner: Field): Field {
  return { node: inner.node, optional: true };
}

/** Keys that are not named here are allowed: later versions of the tool add fields, never take one away. */
export function object(description: string, fields: Record<string, Field>): SchemaNode {
  const required = Object.entries(fields).flatMap(([key, { optional }]) => (optional ? [] : [key]));
  return {
    description,
    type: 'object',
    required,
    properties: Object.fromEntries(Object.entries(fields).map(([key, { node }]) => [key, node])),
  };
}

function field(node: SchemaNode): Field {
  return { node, optional: false };
}
