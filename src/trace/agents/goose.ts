/** Goose: the lines of `--output-format stream-json`, the document of `json`, and an exported session. */
import { isObject, ownValue } from '../../util/plain.js';
import { listField, numberField, someType, stringField } from '../fields.js';
import type { TraceImporter } from '../importer.js';
import { kindOf, type Place, shapeError } from '../place.js';
import type { Answer, TraceBuilder } from '../trace-builder.js';
import { type Session, sessionReader } from './sessions.js';

export const goose: TraceImporter = {
  title: 'Goose: `--output-format stream-json` or json, and exported sessions',
  signs: ['type=message', 'message', 'type=complete', 'type=notification', 'conversation', 'total_tokens'],
  growing: true,
  recognise(value) {
    const all = messagesOf(value);
    if (all) return all.some((message) => isOwnMessage(message)) ? 'yes' : 'no';
    if (value.type === 'complete') return Object.hasOwn(value, 'total_tokens') ? 'yes' : 'no';
    if (value.type === 'message') return isOwnMessage(ownValue(value, 'message')) ? 'yes' : 'no';
    return value.type === 'notification' || value.type === 'error' ? 'maybe' : 'no';
  },
  start: (context) =>
    sessionReader(context, { idOf: (value) => stringField(value, 'id'), open: openSession }),
};

function messagesOf(value: Record<string, unknown>): unknown[] | undefined {
  return listField(value, 'conversation') ?? listField(value, 'messages');
}

/** Its messages count seconds and name each content's kind in camel case. */
function isOwnMessage(message: unknown): boolean {
  const content = listField(message, 'content');
  if (!content || typeof ownValue(message, 'role') !== 'string') return false;
  if (someType(content, (type) => type === 'toolRequest' || type === 'toolResponse')) return true;
  return typeof ownValue(message, 'created') === 'number';
}

function openSession(trace: TraceBuilder): Session {
  /** Words of one message come in pieces. */
  let said: { id?: string; text: string } | undefined;
  const flush = (): void => {
    if (said) trace.say(said.text);
    said = undefined;
  };
  const answer = (message: Record<string, unknown>): void => {
    const id = stringField(message, 'id');
    if (said && said.id !== id) flush();
    trace.turn(id);
    for (const text of textsOf(message)) said = { id, text: (said?.text ?? '') + text };
  };
  const read = (message: unknown, at: Place): void => {
    if (!isObject(message)) throw shapeError(at, ['message'], `must be an object, and is ${kindOf(message)}`);
    if (message.role === 'assistant') answer(message);
    else for (const text of textsOf(message)) trace.prompt(text);
    for (const part of listField(message, 'content') ?? []) if (isObject(part)) readPart(part, at, trace);
  };
  return {
    trace,
    add(value, at) {
      const all = messagesOf(value);
      for (const message of all ?? []) read(message, at);
      if (value.type === 'message') read(ownValue(value, 'message'), at);
      readTotals(all ? (ownValue(value, 'metadata') ?? value) : value, trace);
    },
    close: flush,
  };
}

function textsOf(message: Record<string, unknown>): string[] {
  const parts = listField(message, 'content') ?? [];
  return parts.flatMap((part) =>
    ownValue(part, 'type') === 'text' ? (stringField(part, 'text') ?? []) : [],
  );
}

function readTotals(value: unknown, trace: TraceBuilder): void {
  const read = (key: string): number | undefined =>
    numberField(value, `accumulated_${key}`) ?? numberField(value, key);
  const input = read('input_tokens');
  const output = read('output_tokens');
  if (input !== undefined || output !== undefined) trace.totalUsage = { input, output };
}

function readPart(part: Record<string, unknown>, at: Place, trace: TraceBuilder): void {
  const id = stringField(part, 'id');
  if (part.type === 'toolRequest') {
    const call = ownValue(part, 'toolCall');
    const asked = ownValue(call, 'value');
    const server = stringField(ownValue(part, '_meta'), 'goose_extension');
    if (server !== undefined) trace.servers.add(server);
    trace.call({ id, name: ownValue(asked, 'name'), args: ownValue(asked, 'arguments') }, at);
  } else if (part.type === 'toolResponse') {
    if (id === undefined) throw shapeError(at, [], 'a toolResponse must have an id');
    trace.answer(id, answerOf(ownValue(part, 'toolResult')), at);
  }
}

function answerOf(outcome: unknown): Answer {
  const isError = ownValue(outcome, 'status') === 'error';
  const result = ownValue(outcome, isError ? 'error' : 'value') ?? ownValue(outcome, 'value') ?? '';
  return { result, isError };
}
