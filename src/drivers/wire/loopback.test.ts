import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Driver } from '../../types/driver.js';
import type { LanguageModel } from '../language-model.js';
import { lexicalDriver } from '../lexical.js';
import { scriptedDriver } from '../scripted.js';
import { serveLoopback } from './loopback.js';

const inputSchema = { type: 'object', properties: { q: { type: 'string' } } };
const catalog = { store: [{ name: 'read', description: 'Reads a value.', inputSchema }] };
const script = [{ call: 'store.read', args: { q: 'a' } }, { say: 'Done.' }];

async function model(driver: Driver = scriptedDriver([script])) {
  const made = await serveLoopback({
    driver,
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

type Prompt = Parameters<LanguageModel['doStream']>[0]['prompt'];
type Part =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;

/** What the package of a provider makes of a stream; it throws or says `error` where the form is wrong. */
async function heard(client: LanguageModel, prompt: Prompt) {
  const tools = [{ type: 'function' as const, name, description, inputSchema: inputSchema as object }];
  const { stream } = await client.doStream({ prompt, tools });
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  expect(parts.filter(({ type }) => type === 'error')).toEqual([]);
  expect(parts.at(-1)?.type).toBe('finish');
  return {
    calls: parts.filter((part) => part.type === 'tool-call'),
    text: parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join(''),
  };
}

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

  const CLIENTS: Record<string, (url: string, apiKey: string) => LanguageModel> = {
    Anthropic: (url, apiKey) => createAnthropic({ baseURL: `${url}/v1`, apiKey })('m'),
    chat: (url, apiKey) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat('m'),
    Responses: (url, apiKey) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).responses('m'),
    Gemini: (url, apiKey) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey })('m'),
  };
  const DRIVERS = [
    { driver: scriptedDriver([script]), args: { q: 'a' }, answer: 'Done.' },
    { driver: lexicalDriver(), args: {}, answer: 'The tool has answered.' },
  ];
  const pairs = Object.entries(CLIENTS).flatMap(([format, open]) =>
    DRIVERS.map((one) => ({ ...one, format, open })),
  );
  it.each(pairs)(
    'is understood by the client of $format, as a stream: $driver.model',
    async ({ open, driver, args, answer }) => {
      const { url, key, seen } = await model(driver);
      const client = open(url, key);
      const history: Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Read it.' }] }];
      const first = await heard(client, history);
      expect(first.calls).toMatchObject([{ toolName: name }]);
      const [call] = first.calls;
      expect(JSON.parse(call?.input ?? '')).toMatchObject(args);
      const { toolCallId = '', toolName = '' } = call ?? {};
      history.push(
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId, toolName, input: JSON.parse(call?.input ?? '{}') }],
        },
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: 'v' } }],
        },
      );
      expect(await heard(client, history)).toMatchObject({ calls: [], text: answer });
      expect(seen.turns).toHaveLength(2);
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

  it('remembers the tools of a server that has ended', async () => {
    const { post, seen } = await model();
    const messages = [{ role: 'user', content: 'Read it.' }];
    const own = { name: 'Bash', input_schema: { type: 'object' } };
    const tools = [own, { name, description, input_schema: inputSchema }];
    await post('/v1/messages', { tools, messages });
    await post('/v1/messages', { tools: [own], messages });
    expect([...seen.tools.keys()]).toEqual(['store.read']);
    expect([...seen.missing]).toEqual(['store.read']);
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
