/** OpenAI chat completions: messages with `tool_calls`, answered by messages of the role `tool`. */
import { isObject, ownValue } from '../util/plain.js';
import { conversationReader } from './conversations.js';
import { listField, numberField, parsedArgs, someType, stringField, textOf } from './fields.js';
import type { Recognition, TraceImporter } from './importer.js';
import { kindOf, type Place, shapeError } from './place.js';
import { recogniseMessages } from './recognise-messages.js';
import type { TraceBuilder } from './trace-builder.js';

type Path = readonly (string | number)[];

export const openaiChat: TraceImporter = {
  title: 'OpenAI chat transcripts (tool_calls and role tool)',
  signs: ['role', 'content', 'messages', 'tool_calls', 'tool_call_id', 'choices', 'model'],
  recognise(value) {
    const messages = listField(value, 'messages');
    if (responseOf(value)) return 'yes';
    if (messages) return recogniseMessages(messages, recogniseMessage);
    return recogniseMessage(value);
  },
  start: (context) =>
    conversationReader(context, (value, at, traces) => {
      const request = ownValue(value, 'request');
      const base: Path = isObject(request) && Array.isArray(ownValue(request, 'messages')) ? ['request'] : [];
      const messages = listField(base.length > 0 ? request : value, 'messages');
      const response = responseOf(value);
      if (!messages && !response) return readMessage(value, at, [], traces.loose());
      const trace = traces.whole();
      trace.model = stringField(value, 'model') ?? stringField(request, 'model');
      for (const [index, message] of (messages ?? []).entries()) {
        const path = [...base, 'messages', index];
        if (!isObject(message)) throw shapeError(at, path, 'a message must be an object');
        readMessage(message, at, path, trace);
      }
      if (response) readResponse(response.value, at, response.path, trace);
    }),
};

/** A completion: the value itself, or what it keeps under `response`. */
function responseOf(value: unknown): { value: Record<string, unknown>; path: Path } | undefined {
  const inner = ownValue(value, 'response');
  for (const [candidate, path] of [
    [value, []],
    [inner, ['response']],
  ] as const) {
    const first = listField(candidate, 'choices')?.[0];
    if (isObject(candidate) && isObject(ownValue(first, 'message'))) return { value: candidate, path };
  }
  return undefined;
}

function recogniseMessage(message: Record<string, unknown>): Recognition {
  const role = stringField(message, 'role');
  if (role === undefined || !ROLES.has(role) || Object.hasOwn(message, 'type')) return 'no';
  if (Array.isArray(ownValue(message, 'tool_calls')) || isObject(ownValue(message, 'function_call')))
    return 'yes';
  if (role === 'tool' && stringField(message, 'tool_call_id') !== undefined) return 'yes';
  if (Object.hasOwn(message, 'parts')) return 'no';
  const content = ownValue(message, 'content');
  if (content === null || content === undefined || typeof content === 'string') return 'maybe';
  return Array.isArray(content) && !someType(content, (type) => !PLAIN_PARTS.has(type)) ? 'maybe' : 'no';
}

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);
const PLAIN_PARTS = new Set(['text', 'image_url', 'input_audio', 'file', 'refusal']);

function readResponse(response: Record<string, unknown>, at: Place, path: Path, trace: TraceBuilder): void {
  trace.model = stringField(response, 'model') ?? trace.model;
  const message = ownValue(listField(response, 'choices')?.[0], 'message');
  if (isObject(message)) readMessage(message, at, [...path, 'choices', 0, 'message'], trace);
  const usage = ownValue(response, 'usage');
  trace.usage({
    input: numberField(usage, 'prompt_tokens'),
    output: numberField(usage, 'completion_tokens'),
  });
}

export function readMessage(
  message: Record<string, unknown>,
  at: Place,
  path: Path,
  trace: TraceBuilder,
): void {
  const role = stringField(message, 'role');
  if (role === undefined) throw shapeError(at, [...path, 'role'], 'must be a string');
  const content = ownValue(message, 'content');
  const text = textOf(content);
  if (role === 'user') trace.prompt(text ?? '');
  if (role === 'tool' || role === 'function') {
    const id = role === 'tool' ? stringField(message, 'tool_call_id') : byName(ownValue(message, 'name'));
    if (id === undefined) throw shapeError(at, [...path, 'tool_call_id'], 'must be a string');
    trace.answer(id, { result: content ?? '' }, at);
  }
  if (role !== 'assistant') return;
  trace.turn();
  if (text !== undefined) trace.say(text);
  readCalls(message, at, path, trace);
}

function readCalls(message: Record<string, unknown>, at: Place, path: Path, trace: TraceBuilder): void {
  const calls = ownValue(message, 'tool_calls') ?? [];
  if (!Array.isArray(calls)) {
    throw shapeError(at, [...path, 'tool_calls'], `must be an array, and is ${kindOf(calls)}`);
  }
  for (const [index, call] of calls.entries()) {
    if (!isObject(call)) throw shapeError(at, [...path, 'tool_calls', index], 'must be an object');
    const custom = ownValue(call, 'custom');
    const what = ownValue(call, 'function') ?? custom;
    const args = isObject(custom) ? ownValue(custom, 'input') : parsedArgs(ownValue(what, 'arguments'));
    trace.call({ id: stringField(call, 'id'), name: ownValue(what, 'name'), args }, at);
  }
  const legacy = ownValue(message, 'function_call');
  if (isObject(legacy)) {
    const name = ownValue(legacy, 'name');
    trace.call({ id: byName(name), name, args: parsedArgs(ownValue(legacy, 'arguments')) }, at);
  }
}

/** The older function calls have no ids; their results name the function. */
function byName(name: unknown): string | undefined {
  return typeof name === 'string' ? `function ${name}` : undefined;
}
