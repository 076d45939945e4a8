/** One line of a blind set (`eval/blind/`) as a catalogue: the tool, and the siblings that it speaks of. */
import type { Catalog, ToolDef } from '../../../src/types/catalog.js';

export interface BlindLine {
  kind: string;
  name: string;
  description: string;
  /** A name, or a name with what its schema says. */
  params: (string | ({ name: string } & Record<string, unknown>))[];
  siblings?: { name: string; description: string }[];
  title?: string;
  annotations?: Record<string, unknown>;
  outputSchema?: unknown;
  /** Of the same server. */
  prompts?: Record<string, unknown>[];
}

export function blindCatalog(line: BlindLine): Catalog {
  const { siblings = [], prompts } = line;
  return { server: 'blind', tools: [toolOf(line), ...siblings.map(toolOf)], ...(prompts && { prompts }) };
}

function toolOf(line: Partial<BlindLine> & { name: string }): ToolDef {
  const { name, description, params = [], title, annotations, outputSchema } = line;
  const properties = Object.fromEntries(
    params.map((param) => {
      if (typeof param === 'string') return [param, { type: 'string' }];
      const { name: key, ...schema } = param;
      return [key, schema];
    }),
  );
  return {
    name,
    description,
    inputSchema: { type: 'object', properties },
    ...(title !== undefined && { title }),
    ...(annotations !== undefined && { annotations }),
    ...(outputSchema !== undefined && { outputSchema }),
  } as ToolDef;
}
