/** Made-up tools of the size and shape of real ones, each with a text of its own, and requests for them. */
import type { ToolDef } from '../../src/types/catalog.js';

const NOUNS = ['boat', 'quay', 'mooring', 'tide', 'ferry', 'lock', 'beacon', 'harbour'];
const VERBS = ['Finds', 'Lists', 'Creates', 'Removes', 'Updates', 'Moves'];

export function madeUpTools(count: number): ToolDef[] {
  return Array.from({ length: count }, (_, i): ToolDef => {
    const [noun, verb] = [NOUNS[i % NOUNS.length]!, VERBS[i % VERBS.length]!];
    return {
      name: `${verb.toLowerCase()}_${noun}_${i}`,
      description: `${verb} one ${noun} of row ${i} by its number. Use it when a skipper asks for row ${i}. Returns JSON with name, length and draught.`,
      inputSchema: {
        type: 'object',
        properties: {
          number: { type: 'integer', description: `The number of the ${noun}.` },
          note: { type: 'string', enum: ['short', 'long', `row ${i}`] },
        },
        required: ['number'],
      },
    };
  });
}

export function madeUpIntents(tools: readonly ToolDef[], count: number): { query: string; gold: string[] }[] {
  return tools.slice(0, count).map(({ name }, i) => ({
    query: `please ${VERBS[i % VERBS.length]} the ${NOUNS[i % NOUNS.length]} in row ${i}`,
    gold: [name],
  }));
}
