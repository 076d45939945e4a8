/** Cline: what `cline --json` prints, events of the agent between those of its hooks. */
import type { TraceCall } from '../../types/trace.js';
import { isObject, ownValue } from '../../util/plain.js';
import { numberField, stringField } from '../fields.js';
import type { TraceImporter } from '../importer.js';
import { kindOf, type Place, shapeError } from '../place.js';
import type { TraceBuilder, Usage } from '../trace-builder.js';
import { type Session, sessionReader } from './sessions.js';

export const cline: TraceImporter = {
  title: 'Cline: `cline --json`',
  signs: [
    'ts',
    'type=agent_event',
    'type=hook_event',
    'type=run_result',
    'event',
    'hookEventName',
    'agentId',
  ],
  growing: true,
  recognise(value) {
    if (value.type === 'agent_event') return isObject(ownValue(value, 'event')) ? 'yes' : 'no';
    if (value.type === 'hook_event') return typeof value.hookEventName === 'string' ? 'yes' : 'no';
    return value.type === 'run_result' ? 'yes' : 'no';
  },
  start: (context) =>
    sessionReader(context, { idOf: (line) => stringField(line, 'taskId'), open: openSession }),
};

function openSession(trace: TraceBuilder): Session {
  const open = new Map<string, TraceCall>();
  return {
    trace,
    add(line, at) {
      if (line.type === 'run_result') readEnd(line, trace);
      if (line.type !== 'agent_event') return;
      const event = ownValue(line, 'event');
      if (!isObject(event)) throw shapeError(at, ['event'], `must be an object, and is ${kindOf(event)}`);
      if (event.type === 'iteration_start') trace.turn();
      else if (event.type === 'usage') trace.usage(usageOf(event));
      else if (event.type === 'content_start' && event.contentType === 'tool')
        startCall(event, at, trace, open);
      else if (event.type === 'content_end' && event.contentType === 'tool') endCall(event, at, trace, open);
      // Pieces came before; this is the whole.
      else if (event.type === 'content_end' && event.contentType === 'text')
        trace.say(stringField(event, 'text') ?? '');
    },
  };
}

type OpenCalls = Map<string, TraceCall>;

function startCall(event: Record<string, unknown>, at: Place, trace: TraceBuilder, open: OpenCalls): void {
  const call = trace.call({ name: ownValue(event, 'toolName'), args: ownValue(event, 'input') }, at);
  open.set(stringField(event, 'toolCallId') ?? '', call);
}

function endCall(event: Record<string, unknown>, at: Place, trace: TraceBuilder, open: OpenCalls): void {
  const id = stringField(event, 'toolCallId') ?? '';
  if (!open.has(id)) startCall(event, at, trace, open);
  const call = open.get(id);
  open.delete(id);
  if (!call) return;
  const error = ownValue(event, 'error') ?? undefined;
  const duration = numberField(event, 'durationMs');
  if (duration !== undefined) call.duration_ms = duration;
  const result = ownValue(event, 'output') ?? error ?? '';
  trace.settle(call, { result, isError: error !== undefined }, at);
}

function readEnd(line: Record<string, unknown>, trace: TraceBuilder): void {
  trace.used = true;
  trace.model = stringField(ownValue(line, 'model'), 'id') ?? trace.model;
  const text = stringField(line, 'text');
  if (text !== undefined && line.finishReason === 'completed') trace.conclude(text);
  // The aggregate counts sub-agents, too.
  const usage = ownValue(line, 'aggregateUsage') ?? ownValue(line, 'usage');
  const cost = numberField(usage, 'totalCost');
  if (cost !== undefined && cost > 0) trace.costUsd = cost;
  const { input, output } = usageOf(usage);
  if (input !== undefined || output !== undefined) trace.totalUsage = { input, output };
}

function usageOf(usage: unknown): Usage {
  return { input: numberField(usage, 'inputTokens'), output: numberField(usage, 'outputTokens') };
}
