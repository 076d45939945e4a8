/** The labelled descriptions of the data folder, each in the catalogue in which a client would see it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '../../../src/types/catalog.js';

export interface LabelledTool {
  set: string;
  /** What is left out together: the server, or the whole set where no server is named. */
  group: string;
  poisoned: boolean;
  description: string;
  /** The tool among the clean ones of its server; it is the first of them. */
  catalog: Catalog;
  /** Undefined where no server is named. */
  neighbours?: Catalog;
}

interface Row {
  set: string;
  server: string | null;
  tool: string | null;
  description: string;
  label: 'poisoned' | 'clean';
}

export function labelledTools(folder: string): LabelledTool[] {
  const lines = readFileSync(join(folder, 'security-dev.jsonl'), 'utf8').split('\n').filter(Boolean);
  const rows = lines.map((line) => JSON.parse(line) as Row);
  return rows.map((row) => {
    const { set, server, description } = row;
    const tool = { name: row.tool ?? nameFor(description), description, inputSchema: { type: 'object' } };
    const clean = rows.filter((each) => server !== null && each.server === server && each.label === 'clean');
    const neighbours = clean
      .filter((each) => each !== row)
      .map((each) => ({
        name: each.tool ?? '',
        description: each.description,
        inputSchema: { type: 'object' },
      }));
    const name = server ?? set;
    return {
      set,
      group: name,
      poisoned: row.label === 'poisoned',
      description,
      catalog: { server: name, tools: [tool, ...neighbours] },
      ...(server !== null && { neighbours: { server: name, tools: neighbours } }),
    };
  });
}

const SMALL = /^(?:the|a|an|of|for|to|from|on|in|and|this|that|it|is|your|you)$/;

/** A name such as its author would have given; a text without any would give itself away. */
function nameFor(description: string): string {
  const words = description.toLowerCase().match(/[a-z]+/g) ?? [];
  return words
    .filter((word) => !SMALL.test(word))
    .slice(0, 3)
    .join('_');
}
