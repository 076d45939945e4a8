/**
 * Gemini CLI's saved chats: one document with `messages`, or a journal in which a line is a message, a
 * newer state of one with the same id, or `$set` with values for the whole chat.
 */
import { isObject, ownValue } from '../../util/plain.js';
import { listField, numberField, stringField, textOf } from '../fields.js';
import type { Place } from '../place.js';
import type { TraceBuilder } from '../trace-builder.js';
import type { Session } from './sessions.js';

export function isChatLine(value: Record<string, unknown>): boolean {
  if (stringField(value, 'projectHash') !== undefined && stringField(value, 'sessionId') !== undefined)
    return true;
  if (isObject(ownValue(value, '$set')) || stringField(value, '$rewindTo') !== undefined) return true;
  return value.type === 'gemini' && stringField(value, 'id') !== undefined;
}

interface Kept {
  message: Record<string, unknown>;
  at: Place;
}

export function geminiChat(trace: TraceBuilder): Session {
  let kept = new Map<string, Kept>();
  const keep = (message: unknown, at: Place): void => {
    if (isObject(message)) kept.set(stringField(message, 'id') ?? `#${kept.size}`, { message, at });
  };
  const replace = (messages: unknown[] | undefined, at: Place): void => {
    if (!messages) return;
    kept = new Map();
    for (const message of messages) keep(message, at);
  };
  return {
    trace,
    add(line, at) {
      replace(listField(line, 'messages'), at);
      replace(listField(ownValue(line, '$set'), 'messages'), at);
      const back = stringField(line, '$rewindTo');
      if (back !== undefined) kept = before(kept, back);
      if (typeof line.type === 'string') keep(line, at);
    },
    close() {
      for (const { message, at } of kept.values()) readMessage(message, at, trace);
    },
  };
}

/** The chat was taken back to just before this message. */
function before(kept: ReadonlyMap<string, Kept>, id: string): Map<string, Kept> {
  const all = [...kept];
  const index = all.findIndex(([key]) => key === id);
  return new Map(index < 0 ? all : all.slice(0, index));
}

function readMessage(message: Record<string, unknown>, at: Place, trace: TraceBuilder): void {
  const text = textOf(ownValue(message, 'content'));
  if (message.type === 'user' && text !== undefined && !text.startsWith('<session_context>'))
    trace.prompt(text);
  if (message.type !== 'gemini') return;
  trace.turn();
  trace.model = stringField(message, 'model') ?? trace.model;
  if (text !== undefined) trace.say(text);
  readTokens(ownValue(message, 'tokens'), trace);
  for (const call of listField(message, 'toolCalls') ?? []) if (isObject(call)) readCall(call, at, trace);
}

function readTokens(tokens: unknown, trace: TraceBuilder): void {
  const read = (key: string): number => numberField(tokens, key) ?? 0;
  if (!isObject(tokens)) return;
  trace.usage({ input: read('input') + read('tool'), output: read('output') + read('thoughts') });
}

function readCall(call: Record<string, unknown>, at: Place, trace: TraceBuilder): void {
  const [, server] = /\((.+) MCP Server\)$/.exec(stringField(call, 'displayName') ?? '') ?? [];
  if (server !== undefined) trace.servers.add(server);
  const made = trace.call({ name: ownValue(call, 'name'), args: ownValue(call, 'args') }, at);
  const status = stringField(call, 'status');
  if (status !== 'success' && status !== 'error' && status !== 'cancelled') return;
  trace.settle(made, { result: resultOf(call), isError: status !== 'success' }, at);
}

function resultOf(call: Record<string, unknown>): unknown {
  const first = listField(call, 'result')?.[0];
  const response = ownValue(ownValue(first, 'functionResponse'), 'response');
  const output =
    ownValue(response, 'output') ?? ownValue(response, 'error') ?? ownValue(call, 'resultDisplay');
  return typeof output === 'string' ? unwrapped(output) : (output ?? '');
}

/** The program sets results off from its own words to the model. */
function unwrapped(text: string): string {
  return /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/.exec(text)?.[1] ?? text;
}
