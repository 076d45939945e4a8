/**
 * OpenAI's Responses API: lists of items, or response objects (with the `input` they answered, when it
 * was kept). Responses that name a `previous_response_id` of the file continue its trace.
 */
import type { ToolDef } from '../types/catalog.js';
import { isObject, ownValue } from '../util/plain.js';
import { conversationReader } from './conversations.js';
import { listField, numberField, parsedArgs, someType, stringField, textOf } from './fields.js';
import type { Recognition, TraceImporter } from './importer.js';
import { kindOf, type Place, shapeError } from './place.js';
import type { TraceBuilder } from './trace-builder.js';

type Path = readonly (string | number)[];

export const openaiResponses: TraceImporter = {
  title: 'OpenAI Responses items (function_call, function_call_output, mcp_call)',
  signs: ['type=function_call', 'call_id', 'output', 'input', 'type=mcp_call', 'previous_response_id'],
  recognise(value) {
    if (stringField(value, 'object') === 'response' || isResponse(value)) return 'yes';
    const type = stringField(value, 'type');
    if (type === undefined) return recogniseUntyped(value);
    if (type === 'message')
      return Object.hasOwn(value, 'stop_reason') ? byParts(value, 'no') : byParts(value);
    if (type === 'reasoning') return Array.isArray(ownValue(value, 'summary')) ? 'yes' : 'maybe';
    return isCall(type) || isOutput(type) || type === 'mcp_list_tools' ? 'yes' : 'no';
  },
  start: (context) => {
    const byId = new Map<string, TraceBuilder>();
    /** Call id → the trace that waits for its output, which may come as a loose item. */
    const waiting = new Map<string, TraceBuilder>();
    return conversationReader(context, (value, at, traces) => {
      if (!isResponse(value)) {
        const asked = waiting.get(stringField(value, 'call_id') ?? '');
        const answers = asked !== undefined && isOutput(stringField(value, 'type') ?? '');
        return readItem(value, at, [], answers ? asked : traces.loose());
      }
      const trace = byId.get(stringField(value, 'previous_response_id') ?? '') ?? traces.whole();
      const id = stringField(value, 'id');
      if (id !== undefined) byId.set(id, trace);
      readResponse(value, at, trace);
      for (const item of listField(value, 'output') ?? []) {
        const callId = stringField(item, 'call_id');
        if (callId !== undefined) waiting.set(callId, trace);
      }
    });
  },
};

function recogniseUntyped(value: Record<string, unknown>): Recognition {
  const role = stringField(value, 'role');
  if (role === undefined || role === 'tool') return 'no';
  return Object.hasOwn(value, 'tool_calls') || Object.hasOwn(value, 'parts') ? 'no' : byParts(value);
}

/** `plain` is what a message is taken for whose content is one text. */
function byParts(message: Record<string, unknown>, plain: Recognition = 'maybe'): Recognition {
  const content = ownValue(message, 'content');
  if (someType(content, (part) => part === 'input_text' || part === 'output_text')) return 'yes';
  return typeof content === 'string' ? plain : 'no';
}

function isCall(type: string): boolean {
  return type.endsWith('_call');
}

function isOutput(type: string): boolean {
  return type.endsWith('_call_output');
}

function isResponse(value: Record<string, unknown>): boolean {
  const output = ownValue(value, 'output');
  if (stringField(value, 'object') === 'response') return true;
  return someType(output, (type) => type === 'message' || type === 'reasoning' || isCall(type));
}

function readResponse(response: Record<string, unknown>, at: Place, trace: TraceBuilder): void {
  trace.used = true;
  trace.model = stringField(response, 'model') ?? trace.model;
  const input = ownValue(response, 'input');
  if (typeof input === 'string') trace.prompt(input);
  for (const key of ['input', 'output']) {
    for (const [index, item] of (listField(response, key) ?? []).entries()) {
      if (!isObject(item)) throw shapeError(at, [key, index], `must be an object, and is ${kindOf(item)}`);
      readItem(item, at, [key, index], trace);
    }
  }
  const usage = ownValue(response, 'usage');
  trace.usage({ input: numberField(usage, 'input_tokens'), output: numberField(usage, 'output_tokens') });
}

function readItem(item: Record<string, unknown>, at: Place, path: Path, trace: TraceBuilder): void {
  const role = stringField(item, 'role');
  const type = stringField(item, 'type') ?? (role === undefined ? undefined : 'message');
  if (type === undefined) throw shapeError(at, [...path, 'type'], 'must be a string');
  if (type === 'message') {
    const text = textOf(ownValue(item, 'content'));
    if (role === 'user') trace.prompt(text ?? '');
    if (role !== 'assistant') return;
    trace.turn();
    if (text !== undefined) trace.say(text);
  } else if (type === 'mcp_list_tools') {
    readTools(item, trace);
  } else if (type === 'mcp_call') {
    readMcpCall(item, at, trace);
  } else if (isOutput(type)) {
    const id = stringField(item, 'call_id');
    if (id === undefined) throw shapeError(at, [...path, 'call_id'], 'must be a string');
    trace.answer(id, { result: ownValue(item, 'output') ?? '' }, at);
  } else if (isCall(type)) {
    readCall(item, type, at, trace);
  }
}

/** Items stand alone, so a call opens a turn of its own: no text before it is the final answer. */
function readCall(item: Record<string, unknown>, type: string, at: Place, trace: TraceBuilder): void {
  trace.turn();
  const id = stringField(item, 'call_id');
  if (type === 'function_call') {
    trace.call({ id, name: ownValue(item, 'name'), args: parsedArgs(ownValue(item, 'arguments')) }, at);
    return;
  }
  // A tool that the provider runs itself (web_search_call and its kin), or a custom one.
  const name = ownValue(item, 'name') ?? type.slice(0, -'_call'.length);
  const args =
    ownValue(item, 'input') ??
    ownValue(item, 'action') ??
    ownValue(item, 'queries') ??
    ownValue(item, 'code');
  const call = trace.call({ id, name, args }, at);
  const result = ownValue(item, 'results') ?? ownValue(item, 'outputs');
  const status = stringField(item, 'status');
  if (id === undefined && (status === 'completed' || status === 'failed')) {
    trace.settle(call, { result: result ?? undefined, isError: status === 'failed' }, at);
  }
}

function readMcpCall(item: Record<string, unknown>, at: Place, trace: TraceBuilder): void {
  trace.turn();
  const server = stringField(item, 'server_label');
  if (server !== undefined) trace.servers.add(server);
  const call = trace.call(
    { name: ownValue(item, 'name'), server, args: parsedArgs(ownValue(item, 'arguments')) },
    at,
  );
  const error = ownValue(item, 'error') ?? undefined;
  const output = ownValue(item, 'output') ?? undefined;
  if (error !== undefined) trace.settle(call, { result: output ?? error, isError: true }, at);
  else if (output !== undefined) trace.settle(call, { result: output, isError: false }, at);
}

/** The catalogue as the model saw it. */
function readTools(item: Record<string, unknown>, trace: TraceBuilder): void {
  const server = stringField(item, 'server_label');
  const tools = listField(item, 'tools');
  if (server === undefined || !tools) return;
  trace.servers.add(server);
  trace.catalog[server] = tools.filter(isObject).flatMap((tool) => {
    const name = stringField(tool, 'name');
    if (name === undefined) return [];
    const found: ToolDef = { name };
    const description = stringField(tool, 'description');
    if (description !== undefined) found.description = description;
    if (isObject(ownValue(tool, 'input_schema'))) found.inputSchema = ownValue(tool, 'input_schema');
    const annotations = ownValue(tool, 'annotations');
    if (isObject(annotations)) found.annotations = annotations;
    return [found];
  });
}
