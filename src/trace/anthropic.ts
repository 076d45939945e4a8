/** Anthropic's Messages API: a list of messages, a request body that holds one, or responses. */
import { isObject, ownValue } from '../util/plain.js';
import { anthropicUsage, isCallBlock, isResultBlock, readBlocks } from './anthropic-blocks.js';
import { conversationReader } from './conversations.js';
import { listField, someType, stringField, textOf } from './fields.js';
import type { Recognition, TraceImporter } from './importer.js';
import { kindOf, type Place, shapeError } from './place.js';
import { recogniseMessages } from './recognise-messages.js';
import type { TraceBuilder } from './trace-builder.js';

export const anthropic: TraceImporter = {
  title: 'messages of the Anthropic API (tool_use, tool_result, mcp_tool_use)',
  signs: ['role', 'content', 'messages', 'model', 'stop_reason', 'usage', 'type=message'],
  recognise(value) {
    const messages = listField(value, 'messages');
    if (messages) return recogniseMessages(messages, recogniseMessage);
    return recogniseMessage(value);
  },
  start: (context) =>
    conversationReader(context, (value, at, traces) => {
      const messages = listField(value, 'messages');
      if (!messages) return readMessage(value, at, [], traces.loose());
      const trace = traces.whole();
      trace.model = stringField(value, 'model');
      for (const [index, message] of messages.entries()) {
        if (!isObject(message)) throw shapeError(at, ['messages', index], 'a message must be an object');
        readMessage(message, at, ['messages', index], trace);
      }
      const response = ownValue(value, 'response');
      if (isObject(response)) readMessage(response, at, ['response'], trace);
    }),
};

function recogniseMessage(message: Record<string, unknown>): Recognition {
  const role = stringField(message, 'role');
  if (role !== 'user' && role !== 'assistant') return 'no';
  const content = ownValue(message, 'content');
  if (someType(content, (type) => isCallBlock(type) || isResultBlock(type))) return 'yes';
  if (stringField(message, 'type') === 'message' && Object.hasOwn(message, 'stop_reason')) return 'yes';
  if (Object.hasOwn(message, 'tool_calls') || Object.hasOwn(message, 'parts')) return 'no';
  if (typeof content === 'string') return 'maybe';
  return Array.isArray(content) && !someType(content, (type) => !PLAIN_BLOCKS.has(type)) ? 'maybe' : 'no';
}

const PLAIN_BLOCKS = new Set(['text', 'image', 'document', 'thinking', 'redacted_thinking']);

function readMessage(
  message: Record<string, unknown>,
  at: Place,
  path: readonly (string | number)[],
  trace: TraceBuilder,
): void {
  const role = stringField(message, 'role');
  const content = ownValue(message, 'content');
  if (role === undefined) throw shapeError(at, [...path, 'role'], 'must be a string');
  if (typeof content !== 'string' && !Array.isArray(content)) {
    throw shapeError(at, [...path, 'content'], `must be a string or an array, and is ${kindOf(content)}`);
  }
  const text = textOf(content);
  if (role === 'assistant') {
    trace.turn(stringField(message, 'id'));
    trace.model = stringField(message, 'model') ?? trace.model;
    trace.usage(anthropicUsage(ownValue(message, 'usage')), { key: stringField(message, 'id') });
    if (text !== undefined) trace.say(text);
  } else if (role === 'user' && text !== undefined) {
    trace.prompt(text);
  }
  if (typeof content === 'string') return;
  readBlocks(content, at, [...path, 'content'], {
    call: (init) => {
      if (init.server !== undefined) trace.servers.add(init.server);
      trace.call(init, at);
    },
    result: (id, result, isError) => trace.answer(id, { result, isError }, at),
  });
}
