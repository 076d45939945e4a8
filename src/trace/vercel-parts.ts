/** The parts of a Vercel AI SDK step or message, of every version. */
import { isObject, ownValue } from '../util/plain.js';
import { stringField } from './fields.js';
import { kindOf, type Place, shapeError } from './place.js';
import type { Answer, TraceBuilder } from './trace-builder.js';

export function isToolPart(type: string): boolean {
  return type.startsWith('tool-') || type === 'dynamic-tool';
}

export interface PartsOrigin {
  /** Whose message the parts are; a step has no role. */
  role?: string;
  at: Place;
  path: readonly (string | number)[];
}

export function readParts(parts: unknown[], { role, at, path }: PartsOrigin, trace: TraceBuilder): void {
  const texts: string[] = [];
  for (const part of parts) {
    if (!isObject(part)) throw shapeError(at, path, `a part must be an object, and one is ${kindOf(part)}`);
    const type = stringField(part, 'type') ?? '';
    const text = stringField(part, 'text');
    if (type === 'text' && text !== undefined) texts.push(text);
    else if (type === 'tool-invocation') readWhole(ownValue(part, 'toolInvocation'), undefined, at, trace);
    else if (isToolPart(type)) readPart(part, type, at, trace);
  }
  if (texts.length === 0) return;
  if (role === 'user') trace.prompt(texts.join('\n'));
  else if (role === undefined || role === 'assistant') trace.say(texts.join('\n'));
}

function readPart(part: Record<string, unknown>, type: string, at: Place, trace: TraceBuilder): void {
  const id = stringField(part, 'toolCallId');
  if (type === 'tool-call') {
    trace.call({ id, name: ownValue(part, 'toolName'), args: argsOf(part) }, at);
  } else if (type === 'tool-result') {
    if (id === undefined) throw shapeError(at, [], 'a tool result must name its toolCallId');
    // A preliminary result is followed by the one that counts.
    if (ownValue(part, 'preliminary') !== true) trace.answer(id, answerOf(part), at);
  } else if (type === 'tool-error') {
    if (id === undefined) throw shapeError(at, [], 'a tool error must name its toolCallId');
    trace.answer(id, { result: ownValue(part, 'error') ?? '', isError: true }, at);
  } else if (Object.hasOwn(part, 'state')) {
    readWhole(part, type === 'dynamic-tool' ? undefined : type.slice('tool-'.length), at, trace);
  }
}

/** Call and result in one part, as messages for a user interface keep them. */
function readWhole(part: unknown, name: string | undefined, at: Place, trace: TraceBuilder): void {
  if (!isObject(part)) return;
  const call = trace.call({ name: name ?? ownValue(part, 'toolName'), args: argsOf(part) }, at);
  const state = stringField(part, 'state');
  if (state === 'output-available' || state === 'result') trace.settle(call, answerOf(part), at);
  else if (state === 'output-error') {
    trace.settle(call, { result: ownValue(part, 'errorText') ?? '', isError: true }, at);
  }
}

function argsOf(part: Record<string, unknown>): unknown {
  return Object.hasOwn(part, 'input') ? ownValue(part, 'input') : ownValue(part, 'args');
}

/** Model messages wrap the output in its kind; steps hold it bare. */
function answerOf(part: Record<string, unknown>): Answer {
  const output = Object.hasOwn(part, 'output') ? ownValue(part, 'output') : ownValue(part, 'result');
  const kind = stringField(output, 'type');
  const wrapped = kind !== undefined && WRAPPERS.has(kind) && isObject(output);
  const result = wrapped ? (ownValue(output, 'value') ?? ownValue(output, 'reason') ?? '') : output;
  const failed = wrapped && (kind.startsWith('error') || kind === 'execution-denied');
  return { result: result ?? null, isError: failed || ownValue(part, 'isError') === true };
}

const WRAPPERS = new Set(['text', 'json', 'content', 'error-text', 'error-json', 'execution-denied']);
