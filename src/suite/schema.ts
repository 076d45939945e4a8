/**
 * The published JSON Schema of the suite language, made from the same shapes that check a suite. Apart
 * from them, because nothing but the schema itself needs the generator.
 */
import * as z from 'zod/mini';
import { MATCHERS } from '../match/registry.js';
import { expectSchema } from '../metrics/schemas/common.js';
import { fullLanguage } from './agent-language.js';
import { ROOTS } from './matchers.js';
import { definitionOf, nameOf, type Shape, variantOf } from './shape.js';

export const SUITE_SCHEMA_ID = 'https://mcptest.sh/schema/v1.json';

type JsonSchema = Record<string, unknown>;

export function suiteJsonSchema(): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const { description, ...rest } = convert(fullLanguage.suite, definitions);
  for (const schema of [rest, ...Object.values(definitions)]) allowReferences(schema);
  knowTargets(definitions.assertion);
  Object.assign(definitions, {
    agent_target: agentTargetDefinition,
    gate: gateDefinition,
    arguments: argumentsDefinition,
    matcher: matcherDefinition(),
    dataset_target: datasetTargetDefinition,
    reference: referenceDefinition,
    rubric: rubricDefinition,
    target: targetDefinition,
  });
  for (const schema of [rest, ...Object.values(definitions)]) tidyCompletion(schema);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: SUITE_SCHEMA_ID,
    title: 'mcptest suite',
    description,
    ...rest,
    patternProperties: { '^x-': { description: 'Ignored; a place for YAML anchors.' } },
    $defs: Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function convert(shape: Shape, definitions: Record<string, JsonSchema>): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    target: 'draft-2020-12',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const reference = definitionOf(zodSchema);
      if (reference !== undefined) jsonSchema.$ref = `#/$defs/${reference}`;
      const variant = variantOf(zodSchema);
      if (variant !== undefined)
        jsonSchema.anyOf = variant.options.map((option) => convert(option, definitions));
      // Metrics leave the words of their gates to the suite language.
      if (zodSchema === expectSchema) jsonSchema.items = { $ref: '#/$defs/gate' };
      if (jsonSchema.minItems === 0) delete jsonSchema.minItems;
      if (jsonSchema.multipleOf === 1) {
        jsonSchema.type = 'integer';
        delete jsonSchema.multipleOf;
      }
      const name = nameOf(zodSchema);
      if (name === undefined) return;
      definitions[name] = { ...jsonSchema };
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, { description: definitions[name].description, $ref: `#/$defs/${name}` });
    },
  }) as JsonSchema;
  return schema;
}

/** Where a number, a flag or a fixed word is expected, a variable can give it. */
function allowReferences(schema: JsonSchema): void {
  for (const [key, inner] of Object.entries(schema)) {
    if (key === 'propertyNames' || typeof inner !== 'object' || inner === null) continue;
    const schemas = key === 'properties' || Array.isArray(inner) ? Object.values(inner) : [inner];
    for (const one of schemas)
      if (typeof one === 'object' && one !== null) allowReferences(one as JsonSchema);
  }
  const { description, anyOf, ...own } = schema;
  if (description === undefined || 'const' in own) return;
  const options = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [own];
  if (!options.every(canBeVariable)) return;
  for (const key of Object.keys(own)) delete schema[key];
  schema.anyOf = [...options, { $ref: '#/$defs/reference' }];
}

/** Editors offer a key that is called `property` where any key may stand, and name a choice after its title. */
function tidyCompletion(schema: JsonSchema): void {
  const names = schema.propertyNames;
  if (typeof names === 'object' && names !== null) (names as JsonSchema).doNotSuggest = true;
  for (const option of Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]) : [])
    if (option.type === 'object' && Array.isArray(option.required))
      option.title ??= option.required.join(', ');
  for (const inner of Object.values(schema)) {
    if (typeof inner !== 'object' || inner === null) continue;
    for (const one of [inner, ...Object.values(inner)])
      if (typeof one === 'object' && one !== null && !Array.isArray(one)) tidyCompletion(one as JsonSchema);
  }
}

function canBeVariable(schema: JsonSchema): boolean {
  return 'enum' in schema || 'pattern' in schema || /^(number|integer|boolean)$/.test(String(schema.type));
}

const SCALARS = ['string', 'number', 'boolean', 'null'];

const argumentsDefinition = {
  description: 'A map of arguments, or a capture that holds one.',
  anyOf: [{ type: 'object' }, { type: 'string', pattern: '^\\$\\{captured\\.[A-Za-z_][\\w-]*\\}$' }],
};

const referenceDefinition = {
  description: `A variable such as \`\${name}\`, filled in before the value is checked.`,
  type: 'string',
  pattern: '\\$\\{',
};

/** `errorMessage`, `patternErrorMessage`, `defaultSnippets` and `doNotSuggest` are what editors read; validators pass them over. */
const TARGET = {
  pattern: `^(?:\\$\\{|(?:${ROOTS.join('|')})(?:$|[.[]))`,
  patternErrorMessage: `There is no such target. A target begins with ${ROOTS.slice(0, -1).join(', ')} or ${ROOTS.at(-1)}, such as \`result.content[0].text\`. \`mcptest docs target\` explains them.`,
};

const targetDefinition = {
  description: 'A dotted path with `[n]` and `["name"]` that starts with result, error or duration_ms.',
  type: 'string',
  minLength: 1,
  ...TARGET,
};

/** What most assertions look at: offered by editors. */
const COMMON_TARGETS: Record<string, string> = {
  'result.content[0].text': 'The text of the first part of the answer.',
  'result.structuredContent': 'The answer as data; go on with `.name` and `[0]`.',
  'result.isError': 'Whether the tool says that it failed. Write `{ not: true }` for success.',
  'error.code': 'The code of a JSON-RPC error.',
  'error.message': 'The text of a JSON-RPC error.',
  duration_ms: 'How long the call took, in milliseconds.',
};

function knowTargets(assertion: JsonSchema | undefined): void {
  const short = (assertion?.anyOf as JsonSchema[] | undefined)?.find((one) => 'propertyNames' in one);
  if (short === undefined) return;
  short.propertyNames = { type: 'string', ...TARGET };
  short.defaultSnippets = Object.entries(COMMON_TARGETS).map(([target, description]) => ({
    label: target,
    description,
    body: { [target]: '$1' },
  }));
}

const agentTargetDefinition = {
  description:
    'A path into the run (tool_calls, tool_names, final_response, conversation, cost_usd), or a figure of a metric of the test.',
  type: 'string',
  minLength: 1,
};

const datasetTargetDefinition = {
  description: 'A figure over all cases, such as `dataset.accuracy`.',
  type: 'string',
  pattern: '^dataset\\.',
};

const rubricDefinition = {
  description: 'What the judge is asked: text, weighted criteria, or a tree of yes and no.',
  anyOf: [
    { type: 'string', minLength: 1 },
    { type: 'array', minItems: 1 },
    { type: 'object', minProperties: 1 },
  ],
};

const gateDefinition = {
  description: 'A gate on a figure of the block: `{ target, matcher }`, or `{ <figure>: <matcher> }`.',
  anyOf: [
    {
      description: 'One gate.',
      type: 'object',
      required: ['target', 'matcher'],
      additionalProperties: false,
      properties: {
        target: { description: 'The figure.', type: 'string', minLength: 1 },
        matcher: { description: 'What must hold of it.', $ref: '#/$defs/matcher' },
        message: { description: 'Shown when the gate fails.', type: 'string', minLength: 1 },
      },
    },
    {
      description: 'One gate as `figure: matcher`.',
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '\\.' },
      additionalProperties: { $ref: '#/$defs/matcher' },
    },
  ],
};

const NO_MATCHER = `There is no such matcher. There are ${Object.keys(MATCHERS).join(', ')}; \`mcptest docs matcher\` explains them.`;

function matcherDefinition(): JsonSchema {
  const properties: JsonSchema = {};
  for (const [name, { summary }] of Object.entries(MATCHERS)) {
    properties[name] = { description: summary };
    if (name.includes('_'))
      properties[name.replaceAll('_', '-')] = { description: summary, doNotSuggest: true };
  }
  return {
    description: 'What must hold of the target. A plain value means `exact`; several matchers must all hold.',
    // One schema, not a choice of two: of a choice, editors show the complaint of the first.
    type: [...SCALARS, 'object'],
    minProperties: 1,
    additionalProperties: false,
    properties,
    errorMessage: NO_MATCHER,
  };
}
