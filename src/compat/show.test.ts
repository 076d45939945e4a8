import { describe, expect, it } from 'vitest';
import type { Catalog } from '../types/catalog.js';
import { CLIENTS, findClient } from './clients.js';
import { presentName } from './present-name.js';
import { showClient, shownTools } from './show.js';
import { viewSchema } from './views/view-schema.js';

const LONG = 'a_name_of_a_tool_that_goes_on_and_on_until_it_is_longer_than_sixty_four_characters';
const as = (id: string, tool: string, server = 'shop') =>
  presentName(findClient(CLIENTS, id).view, server, tool).name;
const countTokens = (text: string) => text.length;
const INPUT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    count: { type: 'integer', minimum: 1, maximum: 9, default: 3, description: 'How many.' },
    kind: { const: 'k' },
    list: { type: 'array' },
    node: { $ref: '#/$defs/Node' },
    text: { type: ['string', 'null'] },
  },
  required: ['count', 'gone'],
  $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
};
const show = (id: string, catalog: Partial<Catalog> = {}, answer?: object) =>
  showClient(
    {
      catalog: {
        server: 'shop',
        tools: [{ name: 'get.order', description: 'Get it.', inputSchema: INPUT }],
        ...catalog,
      },
      server_name: 'shop',
      name_from: 'option',
    },
    findClient(CLIENTS, id),
    { countTokens, answer: answer && { tool: 'get.order', result: answer as Record<string, unknown> } },
  );

describe('names', () => {
  it('are prefixed, rewritten and cut as each client does', () => {
    expect(as('claude-code', 'get.order')).toBe('mcp__shop__get_order');
    expect(as('codex', 'get-order')).toBe('get_order');
    expect(as('gemini-cli', LONG)).toBe('mcp_shop_a_name_of_a_tool_that...ger_than_sixty_four_characters');
    expect(as('copilot-cli', 'get.order')).toBe('shop-get-order');
    expect(as('copilot-cli', LONG)).toHaveLength(64);
    expect(as('cline', 'dotted.na-me/x', 'probe')).toBe('probe__dotted_na-me_x_84a9b500');
    expect(as('vscode', 'get_order', 'A Very Long Server Name')).toBe('mcp_a_very_long_s_get_order');
    expect(as('n8n', 'b'.repeat(60), 'shop')).toBe(`sho_${'b'.repeat(60)}`);
    expect(as('n8n', 'b'.repeat(70))).toBe('b'.repeat(70));
    expect(as('librechat', 'get_order')).toBe('get_order_mcp_shop');
  });

  it('leaves out what the client drops, and says when nothing arrives', () => {
    const long = { name: 'n'.repeat(60), description: 'Get it.', inputSchema: { type: 'object' } };
    const cursor = show('cursor', { tools: [long, { ...long, name: 'get_order' }] });
    expect(cursor.tools.map(({ left_out }) => left_out !== undefined)).toEqual([true, false]);
    const many = Array.from({ length: 101 }, (_, at) => ({ ...long, name: `get_${at}` }));
    const left = show('windsurf', { tools: many }).tools.filter(({ left_out }) => left_out !== undefined);
    expect(left.map(({ tool }) => tool)).toEqual(['get_100']);
    const malformed = { tools: [{ name: 'get_order', inputSchema: { properties: {} } }] };
    expect(show('gemini-cli', malformed).fails).toContain('refuses the whole list');
    expect(show('codex', malformed).fails).toBeUndefined();
    expect(show('claude-api').fails).toContain('"get.order" does not match');
  });

  it('that become the same get a hash, or one of them is lost', () => {
    const tools = ['get.order', 'get_order'].map((name) => ({ name, inputSchema: { type: 'object' } }));
    const catalog = { server: 'shop', tools };
    const shown = (id: string) =>
      shownTools(catalog, findClient(CLIENTS, id), 'shop').map(({ name }) => name);
    expect(new Set(shown('codex')).size).toBe(2);
    expect(shown('codex').every((name) => /^get_order_[0-9a-f]{12}$/.test(name ?? ''))).toBe(true);
    expect(shown('opencode')).toEqual([undefined, 'shop_get_order']);
    expect(shown('zed')).toEqual(['get_order', undefined]);
    expect(show('codex', catalog).collisions).toEqual([
      { name: 'mcp__shop__get_order', tools: ['get.order', 'get_order'] },
    ]);
  });

  it('that a client does not take are told', () => {
    const tools = [{ name: 'get_order', inputSchema: { type: 'object', oneOf: [{ required: ['id'] }] } }];
    const [left] = show('claude-code', { tools }).tools;
    expect(left).toMatchObject({ left_out: expect.stringContaining('at the root'), tokens: 0 });
    expect(left?.name).toBeUndefined();
    expect(show('vscode', { tools }).tools[0]?.left_out).toBeUndefined();
  });
});

describe('schemas', () => {
  it('lose in Codex what is no type', () => {
    const [tool] = show('codex').tools;
    expect(tool?.input_schema).toMatchObject({
      properties: {
        count: { type: 'integer', description: 'How many.' },
        kind: { type: 'string', enum: ['k'] },
        list: { type: 'array', items: { type: 'string' } },
      },
    });
    expect(tool?.lost).toEqual([
      '/properties/count/default',
      '/properties/count/minimum',
      '/properties/count/maximum',
    ]);
    expect(tool?.changed).toEqual(['name', 'schema']);
  });

  it('over the budget lose descriptions first, then definitions', () => {
    const wordy = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`a${at}`, { type: 'string', description: 'x'.repeat(100) }]),
    );
    const shown = JSON.stringify(viewSchema('codex', { type: 'object', properties: wordy }));
    expect(shown).not.toContain('description');
    expect(Object.keys(JSON.parse(shown).properties)).toHaveLength(60);
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`n${at}`, { $ref: '#/$defs/D' }]),
    );
    const small = viewSchema('codex', { type: 'object', properties: many, $defs: { D: { type: 'string' } } });
    expect(JSON.stringify(small)).not.toContain('$ref');
  });

  it('are told in words by Copilot, and nothing is lost', () => {
    const [tool] = show('copilot-cli').tools;
    expect(tool?.input_schema).toMatchObject({
      properties: { count: { description: 'How many.\n\n{minimum: 1, maximum: 9}\n\n{default: 3}' } },
    });
    expect(tool?.lost).toEqual([]);
  });

  it('take the form of each client', () => {
    expect(viewSchema('vscode', { type: 'object', oneOf: [], required: ['a'] })).toEqual({
      type: 'object',
      required: [],
      properties: {},
    });
    expect(viewSchema('gemini-cli', INPUT)).toMatchObject({
      properties: { text: { type: 'string', nullable: true } },
    });
    expect(viewSchema('opencode', { type: 'object' })).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
    expect(viewSchema('plain', INPUT)).not.toHaveProperty('$schema');
    expect(Object.keys(viewSchema('continue', INPUT) as object).sort()).toEqual([
      'properties',
      'required',
      'type',
    ]);
    expect(viewSchema('zed', INPUT)).toMatchObject({ properties: { node: { properties: { next: {} } } } });
    expect(viewSchema('inlined', INPUT)).toMatchObject({ properties: { kind: { enum: ['k'] } } });
    expect(viewSchema('codex', 7)).toBe(7);
  });
});

describe('results', () => {
  const answer = { content: [{ type: 'text', text: 'In words.' }], structuredContent: { id: 7 } };

  it('are the half that the client shows', () => {
    expect(show('codex', {}, answer).result?.text).toBe('{"id":7}');
    expect(show('gemini-cli', {}, answer).result?.text).toBe('In words.');
    expect(show('copilot-cli', {}, answer).result?.text).toBe('In words.\n{"id":7}');
    expect(show('opencode', {}, { content: [], structuredContent: { id: 7 } }).result?.text).toBe('{"id":7}');
  });

  it('are cut as it cuts them', () => {
    const long = { content: [{ type: 'text', text: `${'a'.repeat(6000)}${'b'.repeat(6000)}` }] };
    expect(show('cline', {}, long).result).toMatchObject({ cut: 4000, characters: 12000 });
    expect(show('cline', {}, long).result?.text).toBe(`${'a'.repeat(4000)}${'b'.repeat(4000)}`);
    expect(
      show('codex', {}, { content: [{ type: 'text', text: 'a'.repeat(20000) }] }).result?.cut,
    ).toBeGreaterThan(9000);
    const rows = { content: [{ type: 'text', text: 'a\n'.repeat(3000) }] };
    expect(show('opencode', {}, rows).result?.text.split('\n')).toHaveLength(2000);
  });

  it('name the content that is lost', () => {
    const audio = { content: [{ type: 'audio', data: '', mimeType: 'audio/wav' }] };
    expect(show('zed', {}, audio).result?.lost).toEqual(['audio']);
  });
});

it('tools behind the first page are not shown by a client that reads one', () => {
  const tools = ['a', 'b'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  expect(show('zed', { tools, first_page: 1 }).tools[1]?.left_out).toMatch(/first page/);
  expect(show('vscode', { tools, first_page: 1 }).tools[1]?.left_out).toBeUndefined();
});
