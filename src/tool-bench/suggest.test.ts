import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { ToolDef } from '../types/catalog.js';
import { parseBenchSpec } from './parse-spec.js';
import { runBench } from './run-bench.js';
import { draftQuery, suggestSpec } from './suggest.js';

const tools: ToolDef[] = [
  { name: 'get_forecast', description: 'Return the weather forecast for a city, as JSON.' },
  { name: 'list_berths', description: 'List free berths of a harbour by length of the vessel.' },
  { name: 'bookFerry', description: 'Book a seat on a ferry and return the ticket number.' },
];
const parse = (text: string) => parseBenchSpec(text, 'draft.yml', async () => JSON.stringify({ tools }));

describe('suggestSpec', () => {
  it('drafts a spec that parses, runs and finds its tools', async () => {
    const spec = await parse(suggestSpec({ server: 's', tools }));
    expect(spec.catalog.tools).toEqual(tools);
    expect(spec.mutations).toHaveLength(3);
    expect(runBench(spec).accuracy).toBe(1);
  });

  it('refers to a file when it is told to', async () => {
    const text = suggestSpec({ server: 's', tools }, { catalog_path: 'a b.json' });
    expect(text).toContain('catalog_path: "a b.json"');
    expect((await parse(text)).intents).toHaveLength(3);
  });

  it('puts the request in other words than the description', () => {
    for (const tool of tools) {
      const query = draftQuery(tool).toLowerCase();
      const words = String(tool.description).toLowerCase().split(/\s+/);
      const copied = words.some(
        (_, i) => i + 4 <= words.length && query.includes(words.slice(i, i + 4).join(' ')),
      );
      expect(copied, query).toBe(false);
    }
    expect(draftQuery(tools[0]!)).toMatch(/^I want to find out about forecast\. It is about /);
  });

  it('drafts a valid spec from any tools', async () => {
    const tool = fc.record(
      {
        name: fc.oneof(fc.string({ minLength: 1 }), fc.string({ unit: 'binary', minLength: 1 })),
        description: fc.string({ unit: 'binary' }),
        inputSchema: fc.jsonValue({ maxDepth: 3 }),
      },
      { requiredKeys: ['name'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(tool, { minLength: 1, maxLength: 4 }), async (any) => {
        const named = JSON.parse(JSON.stringify(any)) as ToolDef[];
        const spec = await parse(suggestSpec({ server: 's', tools: named }));
        expect(spec.catalog.tools).toEqual(named);
        runBench(spec);
      }),
    );
  });
});
