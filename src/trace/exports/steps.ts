/**
 * What LangSmith and Langfuse have in common: steps of a trace, each a model's answer, a tool's work or
 * something around them. Tool steps are calls; where none was recorded, what the model asked for is.
 */
import type { Trace } from '../../types/trace.js';
import { compareText } from '../../util/compare-text.js';
import { isObject, ownValue } from '../../util/plain.js';
import { listField, stringField, textOf } from '../fields.js';
import type { ImportContext } from '../importer.js';
import { readMessage } from '../openai-chat.js';
import type { Place } from '../place.js';
import { TraceBuilder, type Usage } from '../trace-builder.js';
import { answerText, messagesIn, outputMessages } from './step-messages.js';

export interface Step {
  id: string;
  parent?: string;
  kind: 'model' | 'tool' | 'other';
  name: string;
  /** ISO times sort as text. */
  start: string;
  end?: string;
  input: unknown;
  output: unknown;
  /** What went wrong, where something did. */
  error?: string;
  model?: string;
  usage?: Usage;
  cost?: number;
  at: Place;
}

export function stepsToTrace(steps: Step[], context: ImportContext): Trace {
  const trace = new TraceBuilder(context);
  trace.used = true;
  const order = steps.toSorted((a, b) => compareText(a.start, b.start));
  const models = order.filter(({ kind }) => kind === 'model');
  for (const { model, cost, usage } of models) {
    trace.model ??= model;
    if (cost !== undefined) trace.costUsd = (trace.costUsd ?? 0) + cost;
    if (usage) trace.usage(usage);
  }
  if (order.some(({ kind }) => kind === 'tool')) readSteps(order, trace);
  else readConversation(models, trace);
  frame(order, trace);
  return trace.finish();
}

function readSteps(order: readonly Step[], trace: TraceBuilder): void {
  const [first] = order.filter(({ kind }) => kind === 'model');
  if (first) askAll(first.input, trace);
  for (const step of order) {
    if (step.kind === 'tool') readTool(step, trace);
    if (step.kind !== 'model') continue;
    trace.turn();
    const text = answerText(step.output);
    if (text !== undefined) trace.say(text);
  }
}

function readTool(step: Step, trace: TraceBuilder): void {
  const call = trace.call({ name: step.name, args: step.input ?? {} }, step.at);
  if (step.end === undefined && step.output === undefined && step.error === undefined) return;
  const ms = Date.parse(step.end ?? '') - Date.parse(step.start);
  if (Number.isFinite(ms) && ms >= 0) call.duration_ms = ms;
  trace.settle(call, { result: step.output ?? step.error, isError: step.error !== undefined }, step.at);
}

/** The last request repeats all that came before it. */
function readConversation(models: readonly Step[], trace: TraceBuilder): void {
  const last = models.at(-1);
  if (!last) return;
  const messages = [...messagesIn(last.input), ...outputMessages(last.output)];
  const isChat = messages.every((message) => typeof ownValue(message, 'role') === 'string');
  if (isChat) for (const message of messages) readMessage(message, last.at, [], trace);
  if (messages.length > 0 && isChat) return;
  askAll(last.input, trace);
  trace.turn();
  trace.say(answerText(last.output) ?? '');
}

/** What the whole was asked and came to, where its steps do not tell. */
function frame(order: readonly Step[], trace: TraceBuilder): void {
  const ids = new Set(order.map(({ id }) => id));
  const root = order.find(
    ({ parent, kind }) => kind === 'other' && (parent === undefined || !ids.has(parent)),
  );
  if (!root) return;
  if (!trace.prompted) askAll(root.input, trace);
  const text = answerText(root.output);
  if (!trace.answered && text !== undefined) trace.conclude(text);
}

function askAll(input: unknown, trace: TraceBuilder): void {
  for (const message of messagesIn(input)) {
    const isUser = ['user', 'human'].includes(stringField(message, 'role') ?? '');
    if (isUser) trace.prompt(textOf(ownValue(message, 'content')) ?? '');
  }
  if (trace.prompted) return;
  const text =
    typeof input === 'string' ? input : (stringField(input, 'input') ?? stringField(input, 'question'));
  if (text !== undefined) trace.prompt(text);
}

/** Loose steps of several traces, each with the trace that it belongs to. */
export function stepTable(context: ImportContext) {
  const traces = new Map<string, Map<string, Step>>();
  return {
    add(trace: string, step: Step): void {
      const steps = traces.get(trace) ?? new Map<string, Step>();
      traces.set(trace, steps);
      steps.set(step.id, step);
    },
    finish: (): Trace[] => [...traces.values()].map((steps) => stepsToTrace([...steps.values()], context)),
  };
}

/** The list that a page of an API's answer wraps. */
export function listed(
  value: Record<string, unknown>,
  keys: readonly string[],
): Record<string, unknown>[] | undefined {
  for (const key of keys) {
    const list = listField(value, key);
    if (list) return list.filter(isObject);
  }
  return undefined;
}
