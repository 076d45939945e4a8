/** Anthropic Messages: `POST /v1/messages`. */
import { isObject, ownValue } from '../../util/plain.js';
import type { WireFormat, WireMessage, WireTool, WireTurn } from './format.js';
import { argsOf, idAt, listAt, textAt, wordsOf } from './read-values.js';

export const anthropic: WireFormat = {
  path: /\/messages$/,
  read: (body) => ({
    model: textAt(body, 'model'),
    system: wordsOf(body.system),
    tools: listAt(body, 'tools').map(toolOf),
    messages: listAt(body, 'messages').flatMap(messagesOf),
    stream: body.stream === true,
    schema: ownValue(
      ownValue(ownValue(body, 'output_config') ?? body, 'format') ?? body.output_format,
      'schema',
    ),
  }),
  whole: (turn) => ({
    ...head(turn),
    content: blocksOf(turn),
    stop_reason: stopOf(turn),
    usage: usageOf(turn),
  }),
  events: (turn) => [
    event('message_start', {
      message: {
        ...head(turn),
        content: [],
        stop_reason: null,
        usage: { ...usageOf(turn), output_tokens: 0 },
      },
    }),
    ...blocksOf(turn).flatMap((block, index) => [
      event('content_block_start', { index, content_block: emptied(block) }),
      event('content_block_delta', { index, delta: deltaOf(block) }),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', {
      delta: { stop_reason: stopOf(turn), stop_sequence: null },
      usage: { output_tokens: turn.usage.output },
    }),
    event('message_stop', {}),
  ],
};

function toolOf(tool: unknown): WireTool {
  const description = ownValue(tool, 'description');
  return {
    name: textAt(tool, 'name'),
    ...(typeof description === 'string' && { description }),
    schema: ownValue(tool, 'input_schema'),
  };
}

function messagesOf(message: unknown): WireMessage[] {
  const content = ownValue(message, 'content');
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  if (ownValue(message, 'role') === 'assistant') {
    const calls = blocks
      .filter((block) => block.type === 'tool_use')
      .map((block) => ({ ...idAt(block, 'id'), name: textAt(block, 'name'), args: argsOf(block.input) }));
    return [{ role: 'assistant', text: wordsOf(content), calls }];
  }
  const results = blocks.filter((block) => block.type === 'tool_result');
  const rest = Array.isArray(content) ? blocks.filter((block) => block.type !== 'tool_result') : content;
  const text = wordsOf(rest);
  const out: WireMessage[] = [];
  if (results.length > 0)
    out.push({
      role: 'tool',
      results: results.map((block) => ({ ...idAt(block, 'tool_use_id'), text: wordsOf(block.content) })),
    });
  if (text !== '') out.push({ role: 'user', text });
  return out;
}

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };

function blocksOf({ text, calls }: WireTurn): Block[] {
  const said: Block[] = text ? [{ type: 'text', text }] : [];
  return [
    ...said,
    ...calls.map(({ id, name, args }): Block => ({ type: 'tool_use', id, name, input: args })),
  ];
}

function emptied(block: Block): Block {
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

function deltaOf(block: Block) {
  return block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
}

function head({ id, model }: WireTurn) {
  return { id, type: 'message', role: 'assistant', model, stop_sequence: null };
}

function stopOf({ finish }: WireTurn): string {
  return finish === 'tool-calls' ? 'tool_use' : 'end_turn';
}

function usageOf({ usage }: WireTurn) {
  return { input_tokens: usage.input, output_tokens: usage.output };
}

function event(type: string, data: object) {
  return { event: type, data: { type, ...data } };
}
