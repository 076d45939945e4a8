/** An input schema as text, taken apart once for everything that compares a description with it. */
import { walkSchema } from '../../json-schema/walk.js';
import type { SchemaNode } from '../../types/schema-node.js';
import { isObject, ownValue } from '../../util/plain.js';
import { MOST_SENTENCES, remembered } from '../../util/text.js';

export interface SchemaText {
  /** Every schema inside it, itself included. */
  nodes: SchemaNode[];
  /** Its JSON, lower-case. */
  json: string;
  /** The words of that. */
  words: readonly string[];
  /** The parameters in order, each with its text or the empty string. */
  parameters: { name: string; said: string }[];
}

export function schemaTextOf(schema: unknown): SchemaText {
  const properties = ownValue(schema, 'properties');
  const entries = isObject(properties) ? Object.entries(properties) : [];
  const json = jsonOf(schema).toLowerCase();
  return {
    nodes: walkSchema(schema),
    json,
    words: wordsOf(json),
    parameters: entries.map(([name, one]) => {
      const said = ownValue(one, 'description');
      return { name, said: typeof said === 'string' ? said : '' };
    }),
  };
}

export const WORD = /[\p{L}\p{N}]+/gu;

/** Lower-case, as they follow one another. */
export function wordsOf(text: string): readonly string[] {
  return text.length > SHORT ? findWords(text) : wordsOfShort(text);
}

function findWords(text: string): readonly string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Names and texts of parameters come again in the tools of a server. */
const SHORT = 200;
const wordsOfShort = remembered(MOST_SENTENCES, findWords);

function jsonOf(schema: unknown): string {
  try {
    return JSON.stringify(schema) ?? '';
  } catch {
    // Nested too deep to be written, and so to be repeated.
    return '';
  }
}
