/** One line of a blind set (`eval/blind/`) as a catalogue: the tool, and the siblings that it speaks of. */
import type { Catalog, ToolDef } from '../../../src/types/catalog.js';

export interface BlindLine {
  kind: string;
  name: string;
  description: string;
  params: string[];
  siblings?: { name: string; description: string }[];
}

export function blindCatalog(line: BlindLine): Catalog {
  return { server: 'blind', tools: [toolOf(line), ...(line.siblings ?? []).map(toolOf)] };
}

function toolOf({ name, description, params = [] }: Partial<BlindLine> & { name: string }): ToolDef {
  const properties = Object.fromEntries(params.map((param) => [param, { type: 'string' }]));
  return { name, description, inputSchema: { type: 'object', properties } } as ToolDef;
}
