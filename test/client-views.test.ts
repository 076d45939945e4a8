/** `client:` and `tool_search:` of agent tests: the model sees tools as a client shows them, or finds them by a search. */
import { describe, expect, it } from 'vitest';
import { LOOPBACK_KEY, startProvider } from '../fixtures/provider/loopback.js';
import { run } from '../src/verbs/run.js';
import { folder } from './lib/cli.js';

const MOCK = {
  mock_server: {
    name: 'shop',
    tools: [
      {
        name: 'get.order',
        description: 'Get an order by its number.',
        input_schema: { type: 'object', properties: { id: { type: 'string', pattern: '^[0-9]+$' } } },
        response: { content: [{ type: 'text', text: 'In words.' }], structuredContent: { id: 7 } },
      },
      {
        name: 'send_parcel',
        description: 'Send a parcel to a customer.',
        input_schema: { type: 'object', properties: {} },
        response: { content: [{ type: 'text', text: 'Sent.' }] },
      },
    ],
  },
};

const suite = (agent: object) => ({
  servers: { shop: { command: ['mcptest', 'mock', '--tools-from', './mock.yml'] } },
  agents: [{ name: 'one', model: 'scripted', prompt: 'Go.', ...agent }],
});

async function runOne(agent: object, mock: object = MOCK) {
  const cwd = folder({ 'mcptest.yml': JSON.stringify(suite(agent)), 'mock.yml': JSON.stringify(mock) });
  const { envelope } = await run({ cwd, save: false });
  return envelope.results[0];
}

describe('client', () => {
  it('keeps the names of the server in what is measured', async () => {
    const row = await runOne({
      client: 'codex',
      script: [{ call: 'shop.get.order' }, { say: 'Done.' }],
      expect: [{ final_response: 'Done.' }],
    });
    expect(row?.verdict).toBe('pass');
    expect(row?.trace?.calls.map(({ tool }) => tool)).toEqual(['get.order']);
  });

  it('does not offer what the client leaves out', async () => {
    const [tool] = MOCK.mock_server.tools;
    const either = { type: 'object', anyOf: [{ required: ['id'] }, { required: ['customer'] }] };
    const mock = { mock_server: { name: 'shop', tools: [{ ...tool, input_schema: either }] } };
    const agent = {
      client: 'claude-code',
      script: [{ call: 'shop.get.order' }, { say: 'Done.' }],
      expect: [{ final_response: 'Done.' }],
    };
    const row = await runOne(agent, mock);
    expect(JSON.stringify(row)).toContain('There is no tool named');
  });

  it('that nobody knows makes the test inconclusive', async () => {
    const row = await runOne({
      client: 'curser',
      script: [{ say: 'Done.' }],
      expect: [{ final_response: 'Done.' }],
    });
    expect(row?.verdict).toBe('inconclusive');
    expect(JSON.stringify(row?.checks)).toContain('there is no client');
  });
});

describe('tool_search', () => {
  const script = (query: string) => [
    { call: 'tool_search', args: { query } },
    { call: 'shop.send_parcel' },
    { say: 'Done.' },
  ];

  it('lets a tool be called once it was found, and counts that call alone', async () => {
    const row = await runOne({
      tool_search: { k: 1 },
      script: script('send a parcel'),
      expect: [{ final_response: 'Done.' }],
    });
    expect(row?.trace?.calls.map(({ tool, is_error }) => [tool, is_error])).toEqual([['send_parcel', false]]);
    expect(row?.notes).toContain('tool search "send a parcel": shop__send_parcel');
  });

  it('by a pattern, and refuses what was not found', async () => {
    const found = await runOne({
      tool_search: { kind: 'regex' },
      script: script('par[ct]el'),
      expect: [{ final_response: 'Done.' }],
    });
    expect(found?.trace?.calls.map(({ is_error }) => is_error)).toEqual([false]);
    const missed = await runOne({
      tool_search: { kind: 'regex' },
      script: script('('),
      expect: [{ final_response: 'Done.' }],
    });
    expect(missed?.trace?.calls.every(({ is_error }) => is_error)).toBe(true);
  });

  it('is left to Anthropic where a Claude model is asked, in its own format, and is recorded', async () => {
    const provider = await startProvider('anthropic', [
      {
        searches: [{ query: 'send a parcel', found: ['shop__send_parcel'] }],
        calls: [{ name: 'shop__send_parcel', args: {} }],
      },
      { text: 'Done.' },
    ]);
    const models = { 'claude-x': { provider: 'anthropic', base_url: provider.url } };
    const agent = { model: 'claude-x', tool_search: {}, expect: [{ final_response: 'Done.' }] };
    const cwd = folder({
      'mcptest.yml': JSON.stringify({ ...suite(agent), models }),
      'mock.yml': JSON.stringify(MOCK),
    });
    const env = { ...process.env, ANTHROPIC_API_KEY: LOOPBACK_KEY };
    try {
      const recorded = await run({ cwd, env, save: false, record: true });
      const replayed = await run({ cwd, env: {}, save: false });
      for (const { envelope } of [recorded, replayed]) {
        const [row] = envelope.results;
        expect(row?.verdict, JSON.stringify(row)).toBe('pass');
        expect(row?.trace?.calls.map(({ tool, is_error }) => [tool, is_error])).toEqual([
          ['send_parcel', false],
        ]);
        expect(row?.notes).toContain('tool search "send a parcel": shop__send_parcel');
      }
      const [first, second] = provider.requests.map(({ body }) => body);
      expect(provider.requests).toHaveLength(2);
      expect(first.tools[0]).toEqual({
        type: 'tool_search_tool_bm25_20251119',
        name: 'tool_search_tool_bm25',
      });
      expect(
        first.tools
          .slice(1)
          .map((tool: Record<string, unknown>) => [tool.name, tool.defer_loading])
          .sort(),
      ).toEqual([
        [expect.stringContaining('shop__get_order'), true],
        ['shop__send_parcel', true],
      ]);
      // What the provider did by itself goes back to it as it came.
      expect(second.messages[1].content.map(({ type }: { type: string }) => type)).toEqual([
        'server_tool_use',
        'tool_search_tool_result',
        'tool_use',
      ]);
      expect(second.messages[1].content[1].content.tool_references).toEqual([
        { type: 'tool_reference', tool_name: 'shop__send_parcel' },
      ]);
      expect(
        second.tools
          .slice(1)
          .map(({ name }: { name: string }) => name)
          .sort(),
      ).toEqual([expect.stringContaining('shop__get_order'), 'shop__send_parcel']);
    } finally {
      await provider.close();
    }
  });
});
