import { expect, it } from 'vitest';
import { readTraces } from './read-traces.js';

type Values = Record<string, string | number>;

function span(id: string, parent: string, attributes: Values, more: object = {}): object {
  return {
    traceId: 't',
    spanId: id,
    parentSpanId: parent,
    name: id,
    startTimeUnixNano: id.charCodeAt(0),
    endTimeUnixNano: id.charCodeAt(0) + 1,
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    })),
    ...more,
  };
}

const FAILED = { status: { code: 2, message: 'offline' } };

/** An agent (a) asks a model (b), calls two tools (c, d) and asks again (e), as each instrumentation says it. */
const DIALECTS: Record<string, object[]> = {
  'the GenAI conventions of today': [
    span('a', '', { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.provider.name': 'x' }),
    span('b', 'a', {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 50,
      'gen_ai.usage.output_tokens': 10,
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Rain?"}]}]',
    }),
    span('c', 'a', {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_rain',
      'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
      'gen_ai.tool.call.result': '12 mm',
    }),
    span('d', 'a', {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'get_rain',
      'error.type': 'tool_error',
    }),
    span('e', 'a', {
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': 70,
      'gen_ai.usage.output_tokens': 20,
      'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"12 mm."}]}]',
    }),
  ],
  'the GenAI conventions of 2024, with events': [
    span(
      'b',
      '',
      {
        'gen_ai.system': 'openai',
        'gen_ai.request.model': 'm',
        'gen_ai.usage.prompt_tokens': 50,
        'gen_ai.usage.completion_tokens': 10,
      },
      {
        events: [
          { name: 'gen_ai.user.message', attributes: [{ key: 'content', value: { stringValue: 'Rain?' } }] },
        ],
      },
    ),
    span('c', 'b', {
      'gen_ai.tool.name': 'get_rain',
      tool_arguments: '{"city":"Oslo"}',
      tool_response: '12 mm',
    }),
    span('d', 'b', { 'gen_ai.tool.name': 'get_rain' }, FAILED),
    span(
      'e',
      '',
      {
        'gen_ai.system': 'openai',
        'gen_ai.request.model': 'm',
        'gen_ai.usage.prompt_tokens': 70,
        'gen_ai.usage.completion_tokens': 20,
      },
      {
        events: [
          {
            name: 'gen_ai.choice',
            attributes: [
              { key: 'message', value: { stringValue: '{"role":"assistant","content":"12 mm."}' } },
            ],
          },
        ],
      },
    ),
  ],
  OpenInference: [
    span('a', '', { 'openinference.span.kind': 'AGENT' }),
    span('b', 'a', {
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'm',
      'llm.token_count.prompt': 50,
      'llm.token_count.completion': 10,
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'Rain?',
    }),
    span('c', 'a', {
      'openinference.span.kind': 'TOOL',
      'tool.name': 'get_rain',
      'input.value': '{"city":"Oslo"}',
      'output.value': '12 mm',
    }),
    span('d', 'a', { 'openinference.span.kind': 'TOOL', 'tool.name': 'get_rain' }, FAILED),
    span('e', 'a', {
      'openinference.span.kind': 'LLM',
      'llm.token_count.prompt': 70,
      'llm.token_count.completion': 20,
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': '12 mm.',
    }),
  ],
  OpenLLMetry: [
    span('a', '', { 'traceloop.span.kind': 'agent' }),
    span('b', 'a', {
      'llm.request.type': 'chat',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.prompt_tokens': 50,
      'gen_ai.usage.completion_tokens': 10,
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': 'Rain?',
    }),
    span('c', 'a', {
      'traceloop.span.kind': 'tool',
      'traceloop.entity.name': 'get_rain',
      'traceloop.entity.input': '{"inputs":{"city":"Oslo"}}',
      'traceloop.entity.output': '{"output":"12 mm"}',
    }),
    span('d', 'a', { 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'get_rain' }, FAILED),
    span('e', 'a', {
      'llm.request.type': 'chat',
      'gen_ai.usage.prompt_tokens': 70,
      'gen_ai.usage.completion_tokens': 20,
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': '12 mm.',
    }),
  ],
  'the Vercel AI SDK': [
    span('a', '', { 'ai.operationId': 'ai.generateText' }),
    span('b', 'a', {
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.model.id': 'm',
      'ai.usage.promptTokens': 50,
      'ai.usage.completionTokens': 10,
      'ai.prompt.messages': '[{"role":"user","content":"Rain?"}]',
    }),
    span('c', 'a', {
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.name': 'get_rain',
      'ai.toolCall.args': '{"city":"Oslo"}',
      'ai.toolCall.result': '12 mm',
    }),
    span('d', 'a', { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'get_rain' }, FAILED),
    span('e', 'a', {
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.usage.inputTokens': 70,
      'ai.usage.outputTokens': 20,
      'ai.response.text': '12 mm.',
    }),
  ],
  Langfuse: [
    span('b', '', {
      'langfuse.observation.type': 'generation',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 50,
      'gen_ai.usage.output_tokens': 10,
      'langfuse.observation.input': '[{"role":"user","content":"Rain?"}]',
    }),
    span('c', '', {
      'langfuse.observation.type': 'tool',
      'gen_ai.tool.name': 'get_rain',
      'langfuse.observation.input': '{"city":"Oslo"}',
      'langfuse.observation.output': '12 mm',
    }),
    span('d', '', { 'langfuse.observation.type': 'tool', 'gen_ai.tool.name': 'get_rain' }, FAILED),
    span('e', '', {
      'langfuse.observation.type': 'generation',
      'gen_ai.usage.input_tokens': 70,
      'gen_ai.usage.output_tokens': 20,
      'langfuse.observation.output': '{"role":"assistant","content":"12 mm."}',
    }),
  ],
};

it.each(Object.entries(DIALECTS))('reads spans of %s', async (_name, spans) => {
  const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  const { traces } = await readTraces({ text, name: 't' });
  expect(traces).toHaveLength(1);
  expect(traces[0]?.calls.map(({ tool, args, is_error }) => [tool, args, is_error])).toEqual([
    ['get_rain', { city: 'Oslo' }, false],
    ['get_rain', {}, true],
  ]);
  expect(traces[0]).toMatchObject({
    model: 'm',
    prompt: 'Rain?',
    final_response: '12 mm.',
    tokens: { input: 120, output: 30, total: 150 },
    turns: [{ tokens: 60 }, { tokens: 90 }],
  });
});

it('reads names as the protocol file has them', async () => {
  const attributes = [
    { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
    { key: 'gen_ai.tool.name', value: { stringValue: 'list' } },
  ];
  const one = {
    trace_id: 't',
    span_id: 's',
    name: 'x',
    start_time_unix_nano: '1',
    end_time_unix_nano: '2',
    attributes,
  };
  const text = JSON.stringify({ resource_spans: [{ scope_spans: [{ spans: [one] }] }] });
  const { traces } = await readTraces({ text, name: 't' });
  expect(traces[0]?.calls[0]?.tool).toBe('list');
});

it('counts a span once that was sent again, and keeps those that only share an id', async () => {
  const call = (id: string, city: string, more: object = {}) =>
    span(
      id,
      '',
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_rain',
        'gen_ai.tool.call.arguments': JSON.stringify({ city }),
      },
      more,
    );
  const sent = [call('c', 'Oslo'), call('d', 'Bergen'), call('c', 'Voss', { startTimeUnixNano: 120 })];
  const line = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: sent }] }] });
  const { traces, warnings } = await readTraces({ text: `${line}\n${line}\n`, name: 't' });
  expect(traces.map(({ calls }) => calls.map(({ args }) => args))).toEqual([
    [{ city: 'Oslo' }, { city: 'Bergen' }, { city: 'Voss' }],
  ]);
  expect(warnings).toContain('left out 3 spans that an exporter sent again');
});
