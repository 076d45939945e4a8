/**
 * What a catalogue costs in tokens each time a model sees it. The text counted of a tool is its name,
 * its description (none counts as empty) and `JSON.stringify(inputSchema)`, each counted by itself and
 * added up. The counter is given, so that the tokenizer loads only where it is used.
 */
import type { ToolDef } from '../types/catalog.js';
import { deepJson } from '../util/deep-json.js';
import { ownValue } from '../util/plain.js';

export interface ToolTokens {
  name: string;
  tokens: number;
  name_tokens: number;
  description_tokens: number;
  schema_tokens: number;
}

export interface TokenSurface {
  total: number;
  by_tool: ToolTokens[];
}

export function tokenSurface(tools: readonly ToolDef[], countTokens: (text: string) => number): TokenSurface {
  const by_tool = tools.map((tool) => {
    const name = nameOf(tool);
    const name_tokens = countTokens(name);
    const description_tokens = typeof tool.description === 'string' ? countTokens(tool.description) : 0;
    const schema_tokens = countTokens(schemaText(tool.inputSchema));
    return {
      name,
      tokens: name_tokens + description_tokens + schema_tokens,
      name_tokens,
      description_tokens,
      schema_tokens,
    };
  });
  return { total: by_tool.reduce((sum, tool) => sum + tool.tokens, 0), by_tool };
}

/** A name that is no string costs what it takes to write it down. */
function nameOf(tool: ToolDef): string {
  const name: unknown = ownValue(tool, 'name');
  return typeof name === 'string' ? name : schemaText(name);
}

function schemaText(schema: unknown): string {
  try {
    return JSON.stringify(schema) ?? '';
  } catch {
    // Nested too deep for the recursion of JSON.stringify; it costs as much all the same.
    return deepJson(schema);
  }
}
