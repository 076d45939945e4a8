/** Parts of the schemas that several verbs share. Short on purpose: a model pays for every word of them. */
import type { Schema } from './verb.js';

export const text = (description: string, maxLength = 999): Schema => ({
  type: 'string',
  maxLength,
  description,
});
export const flag = (description: string): Schema => ({ type: 'boolean', description });
export const names = (description: string): Schema => ({
  type: 'array',
  items: { type: 'string', maxLength: 999 },
  maxItems: 999,
  description,
});

/** How much is told; the last one is what comes unasked. */
export const detail = (description: string, levels = ['summary', 'full']): Schema => ({
  enum: levels,
  description,
});

/** How a server under test is named. */
export const TARGET = {
  url: text('HTTP URL'),
  bearer_token_env: text('Token variable'),
  command: {
    type: 'array',
    items: { type: 'string', maxLength: 1999 },
    maxItems: 99,
    description: 'Stdio argv',
  },
  env: {
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 1999 },
    description: 'Environment',
  },
};

export function input(properties: Schema, required: string[] = [], example?: Schema): Schema {
  const schema: Schema = { type: 'object', properties, required, additionalProperties: false };
  if (example) schema.examples = [example];
  return schema;
}

/** Exactly one of `url` and `command` is checked by the gate, which can say more than a schema can. */
export function targeted(properties: Schema = {}, required: string[] = [], example: Schema = {}): Schema {
  return input({ ...TARGET, ...properties }, required, { command: ['./server'], ...example });
}

const TYPES = {
  s: { type: 'string' },
  n: { type: 'integer' },
  r: { type: 'number' },
  b: { type: 'boolean' },
  o: { type: 'object' },
  a: { type: 'array' },
} satisfies Record<string, Schema>;

type TypeLetter = keyof typeof TYPES;

/** `{ name: 's', count: 'n?' }`: the letter is the type, a question mark makes it optional. */
export function output(fields: Record<string, TypeLetter | `${TypeLetter}?`>): Schema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([key, type]) => [key, TYPES[type.replace('?', '') as TypeLetter]]),
    ),
    required: entries.filter(([, type]) => !type.endsWith('?')).map(([key]) => key),
  };
}

export const READS = { readOnlyHint: true, openWorldHint: false } as const;
/** Starts or asks the server under test, but calls none of its tools. */
export const ASKS = { readOnlyHint: true, openWorldHint: true } as const;
export const RUNS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
} as const;
