/** The rows of `tdqs-judged-dev.jsonl`: definitions with the scores that a published judge gave them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDef } from '../../src/types/catalog.js';
import type { Dimension } from '../../src/types/tdqs.js';

export interface JudgedRow {
  owner: string;
  server: string;
  name: string;
  description: string;
  params: { name: string; required: boolean; hasDescription: boolean }[];
  hasAnnotations: boolean;
  hasOutputSchema: boolean;
  scores: Record<Dimension, number | null>;
}

export function judgedRows(folder: string): JudgedRow[] {
  const lines = readFileSync(join(folder, 'tdqs-judged-dev.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as JudgedRow);
}

/** The definition as far as it is published: what the documented parameters say is not. */
export function definitionOf(row: JudgedRow): ToolDef {
  const declared = row.params.map(({ name, hasDescription }) => [
    name,
    hasDescription ? { description: '(documented)' } : {},
  ]);
  return {
    name: row.name,
    description: row.description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(declared),
      required: row.params.filter(({ required }) => required).map(({ name }) => name),
    },
    ...(row.hasOutputSchema && { outputSchema: { type: 'object', properties: { result: {} } } }),
    // Which hints were declared is not published either; this one says nothing of safety.
    ...(row.hasAnnotations && { annotations: { openWorldHint: true } }),
  };
}
