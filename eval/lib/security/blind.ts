/** One line of a blind set (`eval/blind/`) as a catalogue: the tool, and the siblings that it speaks of. */
import type { Catalog, ToolDef } from '../../../src/types/catalog.js';

export interface BlindLine {
  kind: string;
  name: string;
  description: string;
  /** A name, or a name with what its schema says. */
  params: (string | ({ name: string } & Record<string, unknown>))[];
  siblings?: { name: string; description: string }[];
}

export function blindCatalog(line: BlindLine): Catalog {
  return { server: 'blind', tools: [toolOf(line), ...(line.siblings ?? []).map(toolOf)] };
}

function toolOf({ name, description, params = [] }: Partial<BlindLine> & { name: string }): ToolDef {
  const properties = Object.fromEntries(
    params.map((param) => {
      if (typeof param === 'string') return [param, { type: 'string' }];
      const { name: key, ...schema } = param;
      return [key, schema];
    }),
  );
  return { name, description, inputSchema: { type: 'object', properties } } as ToolDef;
}
