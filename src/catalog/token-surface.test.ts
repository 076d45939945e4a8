import { describe, expect, it, test } from 'vitest';
import { tokenCounter } from '../tokens/token-counter.js';
import { tokenSurface } from './token-surface.js';

describe('tokenSurface', () => {
  it('counts name, description and schema of each tool by themselves', () => {
    const tools = [
      { name: 'ab', description: 'abc', inputSchema: { a: 1 } },
      { name: 'x', inputSchema: undefined },
      { name: 'y', description: 7 as unknown as string, inputSchema: true },
    ];
    expect(tokenSurface(tools, (text) => text.length)).toEqual({
      total: 18,
      by_tool: [
        { name: 'ab', tokens: 12, name_tokens: 2, description_tokens: 3, schema_tokens: 7 },
        { name: 'x', tokens: 1, name_tokens: 1, description_tokens: 0, schema_tokens: 0 },
        { name: 'y', tokens: 5, name_tokens: 1, description_tokens: 0, schema_tokens: 4 },
      ],
    });
  });

  it('counts in cl100k_base tokens', async () => {
    const count = await tokenCounter();
    const tool = { name: 'search', description: 'Search the public web.', inputSchema: { type: 'object' } };
    // search | Search| the| public| web|. | {"|type|":"|object|"}
    expect(tokenSurface([tool], count).by_tool[0]).toMatchObject({
      name_tokens: 1,
      description_tokens: 5,
      schema_tokens: 5,
    });
  });
});

test('a schema that nests deeper than JSON.stringify can follow costs what it costs', () => {
  let schema: unknown = { type: 'string' };
  for (let depth = 0; depth < 20_000; depth += 1) schema = { properties: { a: schema } };
  const { by_tool } = tokenSurface([{ name: 'deep', inputSchema: schema }], (text) => text.length);
  expect(by_tool[0]?.schema_tokens).toBeGreaterThan(20_000);
});

test.each([[null], [7], [{}], [undefined], [['a']]])(
  'a tool called %j is counted and does not throw',
  (name) => {
    const { by_tool } = tokenSurface([{ name } as never], (text) => text.length);
    expect(typeof by_tool[0]?.name).toBe('string');
  },
);
