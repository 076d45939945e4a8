/**
 * The published JSON Schema of the suite language, made from the same shapes that check a suite. Apart
 * from them, because nothing but the schema itself needs the generator.
 */
import * as z from 'zod/mini';
import { MATCHERS } from '../match/registry.js';
import { suite } from './language.js';
import { definitionOf, type Shape, variantOf } from './shape.js';

export const SUITE_SCHEMA_ID = 'https://mcptest.sh/schema/v1.json';

type JsonSchema = Record<string, unknown>;

export function suiteJsonSchema(): JsonSchema {
  const { description, ...rest } = convert(suite);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: SUITE_SCHEMA_ID,
    title: 'mcptest suite',
    description,
    ...rest,
    patternProperties: { '^x-': { description: 'Ignored; a place for YAML anchors.' } },
    $defs: { arguments: argumentsDefinition, matcher: matcherDefinition(), target: targetDefinition },
  };
}

function convert(shape: Shape): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    target: 'draft-2020-12',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const definition = definitionOf(zodSchema);
      const variant = variantOf(zodSchema);
      if (definition !== undefined) jsonSchema.$ref = `#/$defs/${definition}`;
      if (variant !== undefined) jsonSchema.anyOf = variant.options.map(convert);
    },
  }) as JsonSchema;
  return schema;
}

const SCALARS = ['string', 'number', 'boolean', 'null'];

const argumentsDefinition = {
  description: 'A map of arguments, or a capture that holds one.',
  anyOf: [{ type: 'object' }, { type: 'string', pattern: '^\\$\\{captured\\.[A-Za-z_][\\w-]*\\}$' }],
};

const targetDefinition = {
  description: 'A dotted path with `[n]` and `["name"]` that starts with result, error or duration_ms.',
  type: 'string',
  minLength: 1,
};

function matcherDefinition(): JsonSchema {
  const properties: JsonSchema = {};
  for (const [name, { summary }] of Object.entries(MATCHERS)) {
    properties[name] = { description: summary };
    if (name.includes('_')) properties[name.replaceAll('_', '-')] = { description: summary };
  }
  return {
    description: 'What must hold of the target. A plain value means `exact`; several matchers must all hold.',
    anyOf: [{ type: SCALARS }, { type: 'object', minProperties: 1, additionalProperties: false, properties }],
  };
}
