/** As Copilot CLI sends schemas: what the API could refuse is written behind the description. */
import { pick, rewriteSchema, type Schema } from './rewrite.js';

const KEPT = [
  '$defs',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'const',
  'definitions',
  'description',
  'enum',
  'items',
  'properties',
  'required',
  '$ref',
  'title',
  'type',
];

export function copilotSchema(schema: unknown): unknown {
  return rewriteSchema(schema, {
    schema: (copy, depth) => {
      const told = Object.keys(copy).filter((key) => !KEPT.includes(key) && key !== 'default');
      const notes = [
        copy.description,
        told.length > 0 ? said(copy, told) : undefined,
        Object.hasOwn(copy, 'default') ? said(copy, ['default']) : undefined,
      ].filter((note) => typeof note === 'string' && note !== '');
      const kept = pick(copy, KEPT);
      if (notes.length > 0) kept.description = notes.join('\n\n');
      const types = Array.isArray(copy.type) ? copy.type : [copy.type];
      if (types.includes('array') && kept.items === undefined) kept.items = {};
      if (depth === 0 && kept.properties === undefined) kept.properties = {};
      return kept;
    },
  });
}

function said(schema: Schema, keys: string[]): string {
  return `{${keys.map((key) => `${key}: ${JSON.stringify(schema[key])}`).join(', ')}}`;
}
