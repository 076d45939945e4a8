import { describe, expect, it, onTestFinished } from 'vitest';
import { scriptedDriver } from '../scripted.js';
import { serveLoopback } from './loopback.js';

const inputSchema = { type: 'object', properties: { q: { type: 'string' } } };
const catalog = { store: [{ name: 'read', description: 'Reads a value.', inputSchema }] };
const script = [{ call: 'store.read', args: { q: 'a' } }, { say: 'Done.' }];

async function model() {
  const made = await serveLoopback({
    driver: scriptedDriver([script]),
    prompt: 'Read it.',
    catalog: () => catalog,
  });
  onTestFinished(() => made.close());
  const post = async (path: string, body: object, key = made.key) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const response = await fetch(`${made.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  return { ...made, post };
}

const name = 'mcp__store__read';
const description = 'Reads a value.';
const openai = { type: 'function', function: { name, description, parameters: inputSchema } };

/** What is asked first, and again with the result of the call. */
const FORMATS: [string, string, object, object[], string][] = [
  [
    'Anthropic',
    '/v1/messages',
    {
      tools: [{ name, description, input_schema: inputSchema }],
      messages: [{ role: 'user', content: 'Read it.' }],
    },
    [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'call_mcptest_0_0', name, input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_mcptest_0_0', content: 'v' }] },
    ],
    'messages',
  ],
  [
    'chat',
    '/v1/chat/completions',
    { tools: [openai], messages: [{ role: 'user', content: 'Read it.' }] },
    [
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_mcptest_0_0', type: 'function', function: { name, arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call_mcptest_0_0', content: 'v' },
    ],
    'messages',
  ],
  [
    'Responses',
    '/v1/responses',
    {
      tools: [{ type: 'function', name, description, parameters: inputSchema }],
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Read it.' }] }],
    },
    [
      { type: 'function_call', call_id: 'call_mcptest_0_0', name, arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_mcptest_0_0', output: 'v' },
    ],
    'input',
  ],
  [
    'Gemini',
    '/v1beta/models/m:generateContent',
    {
      tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: inputSchema }] }],
      contents: [{ role: 'user', parts: [{ text: 'Read it.' }] }],
    },
    [
      { role: 'model', parts: [{ functionCall: { name, args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name, response: { output: 'v' } } }] },
    ],
    'contents',
  ],
];

describe('a model on loopback', () => {
  it.each(FORMATS)(
    'plays its script in the words of %s, whole and as a stream',
    async (...[, path, body, more, key]) => {
      const { post, seen } = await model();
      const streamed = path.replace(':generate', ':streamGenerate');
      for (const [where, stream] of [
        [path, false],
        [streamed, true],
      ] as const) {
        const first = await post(where, { ...body, stream });
        expect(first.text).toContain(name);
        expect(first.text).not.toContain('Done.');
        const history = (body as Record<string, object[]>)[key] ?? [];
        const second = await post(where, { ...body, [key]: [...history, ...more], stream });
        expect(second.text).toContain('Done.');
        expect(second.text).not.toContain(name);
      }
      expect(seen.turns).toHaveLength(2);
      expect([...seen.tools.keys()]).toEqual(['store.read']);
    },
  );

  it('answers plainly what is not about the task, and moves nothing', async () => {
    const { post, seen } = await model();
    const messages = [{ role: 'user', content: 'Read it.' }];
    expect((await post('/v1/messages', { messages })).text).toContain('"OK"');
    const format = { type: 'json_schema', json_schema: { schema: { enum: ['user', 'model'] } } };
    const json = await post('/v1/chat/completions', { messages, response_format: format });
    expect(json.text).toContain('\\"user\\"');
    expect((await post('/v1/messages/count_tokens', { messages })).status).toBe(200);
    expect(seen).toMatchObject({ asked: 0, aside: 2, turns: [] });
  });

  it('answers nobody without the key of the run', async () => {
    const { post, seen } = await model();
    expect((await post('/v1/messages', { messages: [] }, 'guess')).status).toBe(401);
    expect(seen.aside).toBe(0);
  });

  it('says which tool it wanted and was not offered', async () => {
    const { post, seen } = await model();
    const tools = [{ name: 'Bash', input_schema: { type: 'object' } }];
    const answer = await post('/v1/messages', { tools, messages: [{ role: 'user', content: 'Read it.' }] });
    expect(answer.text).toContain('store.read');
    expect([...seen.missing]).toEqual(['store.read']);
  });
});
