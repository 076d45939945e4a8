/** The shapes that many families share: a text after another, below it, or about the tool's own noun. */
import { splitWords } from '../../../src/catalog/words.js';
import type { ToolDef } from '../../../src/types/catalog.js';
import type { Family } from './families.js';

export const after = (name: string, added: string): Family => ({
  name,
  change: (text) => `${text} ${added}`,
});
export const below = (name: string, added: string): Family => ({
  name,
  change: (text) => `${text}\n\n${added}`,
});

export const nounOf = ({ name }: ToolDef): string => splitWords(name).at(-1) ?? name;
export const withNoun = (name: string, write: (noun: string) => string): Family => ({
  name,
  change: (text, tool) => `${text} ${write(nounOf(tool))}`,
});

export function parametersOf({ inputSchema }: ToolDef): string[] {
  const { properties } = (inputSchema ?? {}) as { properties?: Record<string, unknown> };
  return Object.keys(properties ?? {});
}
