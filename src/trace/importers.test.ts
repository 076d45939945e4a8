import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TRACE_FORMAT_NAMES } from './formats.js';
import { readTraces } from './read-traces.js';

const fixture = (name: string): { path: string } => ({
  path: fileURLToPath(new URL(`../../fixtures/traces/${name}`, import.meta.url)),
});

it('names the formats that can be asked for', () => {
  expect(TRACE_FORMAT_NAMES).toEqual([
    'mcptest',
    'claude-code',
    'codex',
    'gemini',
    'opencode',
    'copilot',
    'goose',
    'qwen',
    'cline',
    'openai-chat',
    'openai-responses',
    'anthropic',
    'vercel-ai',
    'otlp',
    'langsmith',
    'langfuse',
    'tau-bench',
    'proxy',
  ]);
});

describe('mcptest', () => {
  it('keeps every field, and arguments as they came', async () => {
    const { format, traces, warnings } = await readTraces(fixture('mcptest.json'));
    expect(format).toBe('mcptest');
    expect(warnings).toEqual([]);
    expect(traces).toHaveLength(1);
    const [trace] = traces;
    expect(trace?.calls.map((call) => call.args)).toEqual([
      { q: 'rain in Oslo' },
      'not an object',
      ['https://example.com'],
    ]);
    expect(trace?.calls[2]).toEqual({ tool: 'http.get', args: ['https://example.com'] });
    expect(trace).toMatchObject({
      agent: 'weather',
      servers: ['brave', 'http'],
      delegations: [{ from: 'planner', to: 'worker' }],
      tokens: { input: 200, output: 40, total: 240 },
      cost_usd: 0.01,
      faults: [{ call: 1, kind: 'error' }],
      distractors: ['brave.image_search'],
    });
    expect(trace?.catalog?.brave?.[0]?.name).toBe('web_search');
    expect(trace).not.toHaveProperty('note');
  });

  it('reads an array, JSONL, and the traces of a run envelope', async () => {
    const one = { calls: [{ tool: 'a', args: {} }] };
    const two = { calls: [{ tool: 'b', args: {} }] };
    const texts = [
      JSON.stringify([one, two]),
      JSON.stringify([one, two], null, 2),
      `${JSON.stringify(one)}\r\n\n${JSON.stringify(two)}\n`,
      JSON.stringify({ run_id: '01', version: 1, results: [{ trace: one }, { name: 'x' }, { trace: two }] }),
    ];
    for (const text of texts) {
      const { format, traces } = await readTraces({ text, name: 't' });
      expect(format).toBe('mcptest');
      expect(traces.map((trace) => trace.calls[0]?.tool)).toEqual(['a', 'b']);
    }
  });
});

describe('claude-code', () => {
  it('sets sessions apart, and sub-agents with who started them', async () => {
    const { format, traces, warnings } = await readTraces(fixture('claude-code.jsonl'));
    expect(format).toBe('claude-code');
    expect(warnings).toEqual([]);
    expect(traces).toHaveLength(2);
    const [rain, notes] = traces;
    expect(rain?.calls.map(({ server, tool, agent, is_error }) => [server, tool, agent, is_error])).toEqual([
      ['weather', 'get_rain', 'main', false],
      ['weather', 'get_rain', 'main', true],
      [undefined, 'Task', 'main', false],
      ['weather', 'history', 'researcher', false],
    ]);
    expect(rain).toMatchObject({
      delegations: [{ from: 'main', to: 'researcher' }],
      final_response: 'Bergen, with 31 mm against 12 mm.',
      prompt: 'Compare the rain in Oslo and Bergen',
      model: 'claude-example',
      // One response is written as several lines that repeat its usage.
      turns: [{ tokens: 120 }, { tokens: 180 }, { tokens: 212 }],
      tokens: { input: 500, output: 72, total: 572 },
    });
    expect(rain).not.toHaveProperty('agent');
    expect(notes?.calls).toEqual([{ tool: 'list', server: 'notes', args: {} }]);
    expect(notes).not.toHaveProperty('final_response');
  });

  it('reads what the command prints as stream-json, with cost and whole usage', async () => {
    const { traces } = await readTraces(fixture('claude-code-stream.jsonl'));
    expect(traces[0]).toMatchObject({
      servers: ['weather'],
      cost_usd: 0.02,
      tokens: { input: 145, output: 34, total: 179 },
      delegations: [{ from: 'main', to: 'researcher' }],
      final_response: '12 mm.',
    });
    expect(traces[0]?.calls.map((call) => call.agent)).toEqual(['main', 'researcher']);
  });

  it('puts calls of an appended sub-agent file where they happened', async () => {
    const line = (over: object, message: object): string =>
      JSON.stringify({
        type: 'assistant',
        sessionId: 's',
        ...over,
        message: { role: 'assistant', ...message },
      });
    const use = (id: string, name: string): object => ({
      content: [{ type: 'tool_use', id, name, input: { prompt: 'p' } }],
    });
    const text = [
      line({ timestamp: '2026-01-01T00:00:01Z', uuid: '1' }, use('1', 'Task')),
      line({ timestamp: '2026-01-01T00:00:09Z', uuid: '2' }, use('2', 'late')),
      line(
        { timestamp: '2026-01-01T00:00:05Z', uuid: '3', isSidechain: true, agentId: 'x1' },
        use('3', 'inner'),
      ),
    ].join('\n');
    const { traces, warnings } = await readTraces({ text, name: 't' });
    expect(traces[0]?.calls.map((call) => call.tool)).toEqual(['Task', 'inner', 'late']);
    // Nothing ties the side chain to the hand-off, so its id is its name, and that is said.
    expect(traces[0]?.calls[1]?.agent).toBe('x1');
    expect(warnings.join()).toContain('x1');
  });
});

it('openai-chat: parallel calls, unparsable and array arguments, an unfinished call', async () => {
  const { format, traces, warnings } = await readTraces(fixture('openai-chat.json'));
  expect(format).toBe('openai-chat');
  expect(warnings).toEqual([]);
  expect(traces[0]?.calls).toEqual([
    { tool: 'get_rain', server: 'weather', args: { city: 'Oslo' }, result: '12 mm' },
    { tool: 'get_rain', args: '{"city": Bergen', result: expect.any(String), is_error: true },
    { tool: 'get_rain', args: [1, 2] },
  ]);
  expect(traces[0]).toMatchObject({
    model: 'gpt-example-2026',
    final_response: '12 mm in Oslo.',
    tokens: { input: 90, output: 10, total: 100 },
  });
});

it('openai-responses: a chain of responses is one trace, with the catalogue the model saw', async () => {
  const { format, traces } = await readTraces(fixture('openai-responses.jsonl'));
  expect(format).toBe('openai-responses');
  expect(traces).toHaveLength(2);
  expect(traces[0]?.calls).toEqual([
    { tool: 'get_rain', server: 'weather', args: { city: 'Oslo' }, result: '12 mm', is_error: false },
    {
      tool: 'get_rain',
      server: 'weather',
      args: { city: 'Bergen' },
      result: 'station offline',
      is_error: true,
    },
    { tool: 'note', args: '{"text":', result: 'noted' },
    { tool: 'note', args: {} },
    { tool: 'web_search', args: { type: 'search', query: 'rain' }, is_error: false },
  ]);
  expect(traces[0]?.final_response).toBe('12 mm.');
  expect(traces[0]?.catalog?.weather?.[0]).toMatchObject({
    name: 'get_rain',
    inputSchema: { type: 'object' },
  });
  expect(traces[0]?.turns).toEqual([{ tokens: 70 }, { tokens: 85 }]);
});

it('anthropic: a repeated id answers the first open call, a result without a call is a warning', async () => {
  const { format, traces, warnings } = await readTraces(fixture('anthropic.json'));
  expect(format).toBe('anthropic');
  expect(
    traces[0]?.calls.map(({ server, args, result, is_error }) => [server, args, result, is_error]),
  ).toEqual([
    ['weather', { city: 'Oslo' }, [{ type: 'text', text: 'offline' }], true],
    [undefined, { city: 'Oslo' }, '12 mm', false],
    [undefined, { city: 'Bergen' }, '31 mm', false],
    [undefined, 'oops', undefined, undefined],
  ]);
  expect(traces[0]?.calls[3]).not.toHaveProperty('result');
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toMatch(/anthropic\.json:3 .*toolu_1/);
  expect(warnings[1]).toMatch(/anthropic\.json:15 .*toolu_404/);
  expect(traces[0]?.tokens).toEqual({ input: 104, output: 14, total: 118 });
});

describe('vercel-ai', () => {
  it('reads steps of version 4', async () => {
    const { format, traces } = await readTraces(fixture('vercel-ai-v4.json'));
    expect(format).toBe('vercel-ai');
    expect(traces[0]?.calls).toEqual([
      { tool: 'get_rain', args: { city: 'Oslo' }, result: { mm: 12 }, is_error: false },
      { tool: 'get_rain', args: { city: 'Bergen' } },
    ]);
    expect(traces[0]).toMatchObject({
      final_response: '12 mm.',
      model: 'example-model',
      tokens: { total: 59 },
    });
  });

  it('reads steps of version 5, with tool errors and MCP results that failed', async () => {
    const { traces } = await readTraces(fixture('vercel-ai-v5.json'));
    expect(traces).toHaveLength(1);
    expect(traces[0]?.calls.map(({ args, is_error }) => [args, is_error])).toEqual([
      [{ city: 'Oslo' }, true],
      ['raw', true],
      [{}, undefined],
    ]);
    expect(traces[0]?.calls[1]?.result).toBe('invalid input');
  });

  it('reads stored messages', async () => {
    const { traces } = await readTraces(fixture('vercel-ai-messages.json'));
    expect(traces[0]?.calls.map(({ tool, result, is_error }) => [tool, result, is_error])).toEqual([
      ['get_rain', 'offline', true],
      ['get_rain', '12 mm', false],
      ['note', undefined, undefined],
    ]);
    expect(traces[0]).toMatchObject({ prompt: 'Rain in Oslo?', final_response: '12 mm.' });
  });
});

describe('otlp', () => {
  it('orders spans by time, joins twins, and finds agents through spans of other kinds', async () => {
    const { format, traces, warnings } = await readTraces(fixture('otlp.json'));
    expect(format).toBe('otlp');
    expect(traces.map((trace) => trace.calls.map((call) => call.tool))).toEqual([
      ['list'],
      ['get_rain', 'get_rain', 'history'],
    ]);
    expect(traces[1]?.calls).toEqual([
      {
        tool: 'get_rain',
        server: 'weather',
        args: { city: 'Oslo' },
        result: '12 mm',
        is_error: false,
        duration_ms: 40,
        agent: 'planner',
      },
      {
        tool: 'get_rain',
        args: { city: 'Bergen' },
        result: 'station offline',
        is_error: true,
        duration_ms: 45,
        agent: 'planner',
      },
      { tool: 'history', args: {}, agent: 'worker' },
    ]);
    expect(traces[1]).toMatchObject({
      delegations: [{ from: 'planner', to: 'worker' }],
      turns: [{ tokens: 48 }, { tokens: 65 }],
      tokens: { input: 110, output: 15, total: 125 },
      prompt: 'Rain in Oslo?',
      final_response: '12 mm.',
    });
    expect(warnings.some((warning) => warning.includes('without GenAI spans'))).toBe(true);
  });

  it('ends its walk when the parents of spans form a loop', async () => {
    const span = (spanId: string, parentSpanId: string): object => ({
      traceId: 't',
      spanId,
      parentSpanId,
      startTimeUnixNano: 1,
      attributes: [
        { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
        { key: 'gen_ai.tool.name', value: { stringValue: spanId } },
      ],
    });
    const text = JSON.stringify({
      resourceSpans: [{ scopeSpans: [{ spans: [span('a', 'b'), span('b', 'a')] }] }],
    });
    const { traces } = await readTraces({ text, name: 't' });
    expect(traces[0]?.calls.map((call) => call.tool)).toEqual(['a', 'b']);
  });
});
