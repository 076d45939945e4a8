/** OpenAI chat completions: `POST /v1/chat/completions`. */
import { isObject, ownValue } from '../../util/plain.js';
import type { WireFormat, WireMessage, WireTool, WireTurn } from './format.js';
import { argsOf, idAt, listAt, textAt, wordsOf } from './read-values.js';

export const openaiChat: WireFormat = {
  path: /\/chat\/completions$/,
  read: (body) => {
    const all = listAt(body, 'messages').filter(isObject);
    const isTold = (one: Record<string, unknown>) => one.role === 'system' || one.role === 'developer';
    return {
      model: textAt(body, 'model'),
      system: all
        .filter(isTold)
        .map((one) => wordsOf(one.content))
        .join('\n'),
      tools: listAt(body, 'tools').map(toolOf),
      messages: all.filter((one) => !isTold(one)).map(messageOf),
      stream: body.stream === true,
      schema: ownValue(ownValue(body.response_format, 'json_schema'), 'schema'),
    };
  },
  whole: (turn) => ({
    ...head(turn, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: turn.text ?? null,
          ...(turn.calls.length > 0 && { tool_calls: callsOf(turn) }),
        },
        finish_reason: finishOf(turn),
      },
    ],
    usage: usageOf(turn),
  }),
  events: (turn) => [
    chunk(turn, { role: 'assistant', content: turn.text ?? '' }, null),
    ...callsOf(turn).map((call, index) => chunk(turn, { tool_calls: [{ index, ...call }] }, null)),
    chunk(turn, {}, finishOf(turn)),
    { data: { ...head(turn, 'chat.completion.chunk'), choices: [], usage: usageOf(turn) } },
  ],
  last: '[DONE]',
};

function toolOf(tool: unknown): WireTool {
  const fn = ownValue(tool, 'function');
  const description = ownValue(fn, 'description');
  return {
    name: textAt(fn, 'name'),
    ...(typeof description === 'string' && { description }),
    schema: ownValue(fn, 'parameters'),
  };
}

function messageOf(message: Record<string, unknown>): WireMessage {
  const text = wordsOf(message.content);
  if (message.role === 'tool') return { role: 'tool', results: [{ ...idAt(message, 'tool_call_id'), text }] };
  if (message.role !== 'assistant') return { role: 'user', text };
  const calls = listAt(message, 'tool_calls').map((call) => {
    const fn = ownValue(call, 'function');
    return { ...idAt(call, 'id'), name: textAt(fn, 'name'), args: argsOf(ownValue(fn, 'arguments')) };
  });
  return { role: 'assistant', text, calls };
}

function callsOf({ calls }: WireTurn) {
  return calls.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
}

function chunk(turn: WireTurn, delta: object, finish_reason: string | null) {
  const choices = [{ index: 0, delta, finish_reason }];
  return { data: { ...head(turn, 'chat.completion.chunk'), choices } };
}

function head({ id, model }: WireTurn, object: string) {
  return { id, object, created: 1, model };
}

function finishOf({ finish }: WireTurn): string {
  return finish === 'tool-calls' ? 'tool_calls' : 'stop';
}

function usageOf({ usage }: WireTurn) {
  return { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.total };
}
