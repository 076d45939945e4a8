/**
 * The GenAI spans of one trace id → a trace: `execute_tool` spans are calls, `chat` spans turns, and
 * the nearest `invoke_agent` above a call is the agent that made it.
 */
import type { Trace } from '../types/trace.js';
import { listField, parsedArgs, stringField, textOf } from './fields.js';
import type { ImportContext } from './importer.js';
import type { Place } from './place.js';
import { type SpanChains, spanChains } from './span-chains.js';
import { TraceBuilder, type Usage } from './trace-builder.js';

export interface GenAiSpan {
  id: string;
  operation: string;
  start: bigint;
  /** Absent while the span had not ended. */
  end?: bigint;
  attributes: Map<string, unknown>;
  failed: boolean;
  statusMessage?: string;
  at: Place;
}

export interface SpanTree {
  /** Span id → parent id, of every span of the trace. */
  parents: Map<string, string>;
  /** In order of their start. */
  spans: GenAiSpan[];
  /** Spans of a run of mcptest; those of its tests without a call hold no trace. */
  own?: boolean;
  /** A later attempt took the place of this one. */
  superseded?: boolean;
}

const ARGUMENTS = 'gen_ai.tool.call.arguments';
const MODEL_OPERATIONS = new Set(['chat', 'text_completion', 'generate_content']);

export function spansToTrace(tree: SpanTree, context: ImportContext): Trace {
  const trace = new TraceBuilder(context);
  const chains = spanChains(tree, {
    isAgent,
    nameOfAgent,
    isSkipped: (span) => MODEL_OPERATIONS.has(span.operation),
    isSameCall: (inner, outer) => outer.operation === 'execute_tool' && toolOf(outer) === toolOf(inner),
  });
  const twins = twinsOf(tree, chains);
  const several = new Set(tree.spans.filter(isAgent).map(nameOfAgent)).size > 1;
  const modelUsage = tree.spans.some((span) => MODEL_OPERATIONS.has(span.operation) && hasUsage(span));
  const addSpan = (span: GenAiSpan): void => {
    const { any, nearest, same: main } = chains.agentsAbove(span);
    if (span.operation === 'execute_tool') {
      const agent = several ? nearest : undefined;
      addCall({ span, twins: twins.outer.get(span) ?? [], agent, main }, trace);
    } else if (isAgent(span)) {
      addDelegation(nearest, nameOfAgent(span), trace);
      if (!any) addTask(span, trace, !modelUsage);
    } else if (MODEL_OPERATIONS.has(span.operation)) {
      trace.usage(usageOf(span), { turn: main });
      if (main) addTurns(span, trace);
    }
  };
  for (const span of tree.spans) if (!twins.inner.has(span)) addSpan(span);
  const bare = trace.calls.length > 0 && tree.spans.every((span) => !span.attributes.has(ARGUMENTS));
  if (bare) context.warn(`a trace records no call's arguments (the attribute ${ARGUMENTS}); they read as {}`);
  conclude(
    trace,
    tree.spans.find((span) => isAgent(span) && !chains.agentsAbove(span).any),
  );
  return trace.finish();
}

/** The last message of the agent at the top is the answer of the run. */
function conclude(trace: TraceBuilder, agent: GenAiSpan | undefined): void {
  const text = agent && messageText(messages(agent, 'gen_ai.output.messages').at(-1));
  if (text !== undefined) trace.conclude(text);
}

/** What the agent at the top was asked; its tokens where no model reports any. */
function addTask(span: GenAiSpan, trace: TraceBuilder, withUsage: boolean): void {
  addPrompt(span, trace);
  if (withUsage) trace.usage(usageOf(span));
}

function addDelegation(from: string | undefined, to: string | undefined, trace: TraceBuilder): void {
  if (from !== undefined && to !== undefined && from !== to) trace.delegations.push({ from, to });
}

/** What a model was asked and said. */
function addTurns(span: GenAiSpan, trace: TraceBuilder): void {
  const model = span.attributes.get('gen_ai.response.model') ?? span.attributes.get('gen_ai.request.model');
  if (typeof model === 'string') trace.model ??= model;
  addPrompt(span, trace);
  for (const message of messages(span, 'gen_ai.output.messages')) {
    trace.turn();
    trace.say(messageText(message) ?? '');
  }
}

function isAgent(span: GenAiSpan): boolean {
  return span.operation === 'invoke_agent';
}

function nameOfAgent(span: GenAiSpan): string | undefined {
  const name = span.attributes.get('gen_ai.agent.name');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** A tool span inside one of the same tool is the same call, seen by the MCP client or the server. */
function twinsOf(tree: SpanTree, chains: SpanChains) {
  const inner = new Set<GenAiSpan>();
  const outer = new Map<GenAiSpan, GenAiSpan[]>();
  for (const span of tree.spans) {
    if (span.operation !== 'execute_tool') continue;
    const found = chains.sameCallAbove(span);
    if (!found) continue;
    inner.add(span);
    const list = outer.get(found);
    if (list) list.push(span);
    else outer.set(found, [span]);
  }
  return { inner, outer };
}

function toolOf(span: GenAiSpan): unknown {
  return span.attributes.get('gen_ai.tool.name');
}

interface ToolSpan {
  span: GenAiSpan;
  /** They fill in what it does not say. */
  twins: GenAiSpan[];
  agent?: string;
  /** Whether the agent is the one whose answer counts. */
  main: boolean;
}

function addCall({ span, twins, agent, main }: ToolSpan, trace: TraceBuilder): void {
  const spans = [span, ...twins];
  const read = (key: string): unknown => {
    for (const one of spans) if (one.attributes.get(key) !== undefined) return one.attributes.get(key);
    return undefined;
  };
  const server = read('mcp.server.name');
  const args = parsedArgs(read(ARGUMENTS));
  const named = typeof server === 'string' ? server : undefined;
  const call = trace.call({ name: toolOf(span), args, agent, server: named }, span.at, !main);
  if (span.end === undefined) return;
  call.duration_ms = Number(span.end - span.start) / 1e6;
  const failed = spans.find((one) => one.failed);
  const text = read('gen_ai.tool.call.result');
  const result = typeof text === 'string' && !/^\s*[[{]/.test(text) ? text : parsedArgs(text);
  trace.settle(call, { result: result ?? failed?.statusMessage, isError: failed !== undefined }, span.at);
}

function usageOf(span: GenAiSpan): Usage {
  const read = (...keys: string[]): number | undefined =>
    keys.map((key) => span.attributes.get(key)).find((n) => typeof n === 'number' && n >= 0) as
      | number
      | undefined;
  return {
    input: read('gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'),
    output: read('gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'),
  };
}

function hasUsage(span: GenAiSpan): boolean {
  const { input, output } = usageOf(span);
  return input !== undefined || output !== undefined;
}

/** Messages are recorded only where the application opted in, and every turn repeats those before. */
function addPrompt(span: GenAiSpan, trace: TraceBuilder): void {
  if (trace.prompted) return;
  for (const message of messages(span, 'gen_ai.input.messages')) {
    if (stringField(message, 'role') === 'user') trace.prompt(messageText(message) ?? '');
  }
}

function messages(span: GenAiSpan, key: string): unknown[] {
  const value = parsedArgs(span.attributes.get(key));
  return Array.isArray(value) ? value : [];
}

function messageText(message: unknown): string | undefined {
  return textOf(listField(message, 'parts')) ?? stringField(message, 'content');
}
