/**
 * Vercel AI SDK: the steps of `generateText` (version 4 with `args` and `result`, version 5 and later
 * with `input` and `output`), alone or in the result that holds them, and stored messages.
 */
import { isObject, ownValue } from '../util/plain.js';
import { conversationReader } from './conversations.js';
import { listField, numberField, someType, stringField } from './fields.js';
import type { Recognition, TraceImporter } from './importer.js';
import { kindOf, type Place, shapeError } from './place.js';
import { recogniseMessages } from './recognise-messages.js';
import type { TraceBuilder } from './trace-builder.js';
import { isToolPart, readParts } from './vercel-parts.js';

type Path = readonly (string | number)[];

export const vercelAi: TraceImporter = {
  title: 'Vercel AI SDK steps (toolCalls and toolResults) or messages',
  signs: ['steps', 'toolCalls', 'toolResults', 'finishReason', 'parts', 'text', 'usage'],
  recognise(value) {
    const steps = listField(value, 'steps');
    if (steps) return steps.every((one) => isObject(one) && recogniseStep(one) !== 'no') ? 'yes' : 'no';
    const messages = listField(value, 'messages');
    if (messages) return recogniseMessages(messages, recogniseMessage);
    const step = recogniseStep(value);
    return step === 'no' ? recogniseMessage(value) : step;
  },
  start: (context) =>
    conversationReader(context, (value, at, traces) => {
      const key = ['steps', 'messages'].find((name) => Object.hasOwn(value, name));
      if (key === undefined) return readEntry(value, at, [], traces.loose());
      const list = ownValue(value, key);
      if (!Array.isArray(list)) throw shapeError(at, [key], `must be an array, and is ${kindOf(list)}`);
      const trace = traces.whole();
      trace.used = true;
      const prompt = stringField(value, 'prompt');
      if (prompt !== undefined) trace.prompt(prompt);
      for (const [index, entry] of list.entries()) {
        if (!isObject(entry))
          throw shapeError(at, [key, index], `must be an object, and is ${kindOf(entry)}`);
        readEntry(entry, at, [key, index], trace);
      }
    }),
};

function recogniseStep(step: Record<string, unknown>): Recognition {
  if (Object.hasOwn(step, 'role')) return 'no';
  if (Array.isArray(ownValue(step, 'toolCalls')) || Array.isArray(ownValue(step, 'toolResults')))
    return 'yes';
  if (someType(ownValue(step, 'content'), isToolPart)) return 'yes';
  return typeof ownValue(step, 'finishReason') === 'string' ? 'yes' : 'no';
}

function recogniseMessage(message: Record<string, unknown>): Recognition {
  if (typeof ownValue(message, 'role') !== 'string' || Object.hasOwn(message, 'tool_calls')) return 'no';
  const content = ownValue(message, 'content');
  if (someType(content, isToolPart) || Array.isArray(ownValue(message, 'parts'))) return 'yes';
  if (Array.isArray(ownValue(message, 'toolInvocations'))) return 'yes';
  if (Object.hasOwn(message, 'type')) return 'no';
  if (typeof content === 'string') return 'maybe';
  return Array.isArray(content) && !someType(content, (type) => !PLAIN_PARTS.has(type)) ? 'maybe' : 'no';
}

const PLAIN_PARTS = new Set(['text', 'image', 'file', 'reasoning']);

/** A step is a turn of the model; a message says whose it is. */
function readEntry(entry: Record<string, unknown>, at: Place, path: Path, trace: TraceBuilder): void {
  const role = ownValue(entry, 'role');
  if (role !== undefined && typeof role !== 'string')
    throw shapeError(at, [...path, 'role'], 'must be a string');
  if (role === undefined && recogniseStep(entry) === 'no') {
    throw shapeError(at, path, 'is neither a step (toolCalls, toolResults, content) nor a message (role)');
  }
  if (role === undefined || role === 'assistant') trace.turn();
  readParts(partsOf(entry), { role, at, path }, trace);
  if (role !== undefined) return;
  const usage = ownValue(entry, 'usage');
  trace.usage({
    input: numberField(usage, 'inputTokens') ?? numberField(usage, 'promptTokens'),
    output: numberField(usage, 'outputTokens') ?? numberField(usage, 'completionTokens'),
  });
  trace.model = stringField(ownValue(entry, 'response'), 'modelId') ?? trace.model;
}

/** Newer records keep every part in order; older ones keep text, calls and results apart. */
function partsOf(entry: Record<string, unknown>): unknown[] {
  const parts = listField(entry, 'parts') ?? listField(entry, 'content');
  if (parts && parts.length > 0) return parts;
  const text = stringField(entry, 'content') ?? stringField(entry, 'text');
  const typed = (key: string, type: string): unknown[] =>
    (listField(entry, key) ?? []).map((part) =>
      isObject(part) && typeof ownValue(part, 'type') !== 'string' ? { ...part, type } : part,
    );
  const invocations = (listField(entry, 'toolInvocations') ?? []).map((toolInvocation) => ({
    type: 'tool-invocation',
    toolInvocation,
  }));
  const apart = [...typed('toolCalls', 'tool-call'), ...typed('toolResults', 'tool-result'), ...invocations];
  return text ? [{ type: 'text', text }, ...apart] : apart;
}
