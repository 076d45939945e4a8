/** Copilot CLI: the events of `--output-format json`, which are also those of its `events.jsonl`. */
import { isObject, ownValue } from '../../util/plain.js';
import { listField, numberField, stringField } from '../fields.js';
import type { TraceImporter } from '../importer.js';
import { kindOf, type Place, shapeError } from '../place.js';
import type { TraceBuilder, Usage } from '../trace-builder.js';
import { sessionReader } from './sessions.js';

export const copilot: TraceImporter = {
  title: 'Copilot CLI: `--output-format json`, and events.jsonl',
  signs: [
    'data',
    'parentId',
    'ephemeral',
    'type=assistant.message',
    'type=tool.execution_start',
    'timestamp',
    'id',
  ],
  growing: true,
  join: '-',
  recognise(value) {
    const type = stringField(value, 'type') ?? '';
    if (type === 'result') return Object.hasOwn(value, 'exitCode') ? 'maybe' : 'no';
    const isEvent = isObject(ownValue(value, 'data')) && Object.hasOwn(value, 'parentId');
    return isEvent && type.includes('.') ? 'yes' : 'no';
  },
  start: (context) =>
    sessionReader(context, {
      idOf: (line) =>
        line.type === 'session.start' ? stringField(ownValue(line, 'data'), 'sessionId') : undefined,
      open: (trace) => {
        const session = new CopilotSession(trace);
        return { trace, add: (line, at) => session.add(line, at) };
      },
    }),
};

/** The agent that talks to the user, where others work for it. */
const MAIN_AGENT = 'main';

class CopilotSession {
  #trace: TraceBuilder;
  #asked = new Set<string>();
  /** The call that started a sub-agent → the sub-agent's name. */
  #workers = new Map<string, string>();

  constructor(trace: TraceBuilder) {
    this.#trace = trace;
  }

  add(line: Record<string, unknown>, at: Place): void {
    const type = stringField(line, 'type');
    if (type === undefined)
      throw shapeError(at, ['type'], `must be a string, and is ${kindOf(ownValue(line, 'type'))}`);
    const data = ownValue(line, 'data');
    if (!isObject(data)) return;
    if (type === 'user.message') this.#trace.prompt(stringField(data, 'content') ?? '');
    else if (type === 'assistant.message') this.#message(data, at);
    else if (type === 'tool.execution_start') this.#call(data, data, at);
    else if (type === 'tool.execution_complete') this.#answer(data, at);
    else if (type === 'subagent.started') this.#startWorker(data);
    else if (type === 'assistant.usage') this.#trace.usage(usageOf(data), { turn: !isAside(data) });
    else if (type === 'session.shutdown') this.#shutdown(ownValue(data, 'modelMetrics'));
    else if (type === 'session.mcp_servers_loaded') this.#servers(data);
  }

  #message(data: Record<string, unknown>, at: Place): void {
    if (!isAside(data)) {
      this.#trace.turn(stringField(data, 'messageId'));
      this.#trace.model = stringField(data, 'model') ?? this.#trace.model;
      this.#trace.say(stringField(data, 'content') ?? '');
    }
    for (const request of listField(data, 'toolRequests') ?? []) this.#call(request, data, at);
  }

  /** Asked for by the model, then carried out: the same call. */
  #call(call: unknown, data: Record<string, unknown>, at: Place): void {
    const id = stringField(call, 'toolCallId');
    if (!isObject(call) || (id !== undefined && this.#asked.has(id))) return;
    if (id !== undefined) this.#asked.add(id);
    const parent = stringField(data, 'parentToolCallId');
    const server = stringField(call, 'mcpServerName');
    const name = server === undefined ? undefined : stringField(call, 'mcpToolName');
    const agent = parent === undefined ? undefined : this.#workers.get(parent);
    const init = {
      id,
      name: name ?? ownValue(call, 'name') ?? ownValue(call, 'toolName'),
      server: name === undefined ? undefined : server,
      args: ownValue(call, 'arguments'),
      agent,
    };
    this.#trace.call(init, at, parent !== undefined);
  }

  #answer(data: Record<string, unknown>, at: Place): void {
    const id = stringField(data, 'toolCallId');
    if (id === undefined) throw shapeError(at, ['data', 'toolCallId'], 'must be a string');
    const result = ownValue(data, 'result');
    const error = ownValue(data, 'error');
    const text = ownValue(result, 'content') ?? result ?? stringField(error, 'message') ?? error ?? '';
    this.#trace.answer(id, { result: text, isError: ownValue(data, 'success') === false }, at);
  }

  #startWorker(data: Record<string, unknown>): void {
    const id = stringField(data, 'toolCallId');
    const to = stringField(data, 'agentName');
    if (id === undefined || to === undefined) return;
    this.#workers.set(id, to);
    if (to !== MAIN_AGENT) this.#trace.delegations.push({ from: MAIN_AGENT, to });
  }

  #servers(data: Record<string, unknown>): void {
    for (const server of listField(data, 'servers') ?? []) {
      const name = stringField(server, 'name');
      if (name !== undefined) this.#trace.servers.add(name);
    }
  }

  /** The use of the whole session, by model. */
  #shutdown(models: unknown): void {
    if (!isObject(models) || Object.keys(models).length === 0) return;
    const total = { input: 0, output: 0 };
    for (const model of Object.values(models)) {
      const { input = 0, output = 0 } = usageOf(ownValue(model, 'usage'));
      total.input += input;
      total.output += output;
    }
    this.#trace.totalUsage = total;
  }
}

function isAside(data: Record<string, unknown>): boolean {
  return stringField(data, 'parentToolCallId') !== undefined;
}

function usageOf(usage: unknown): Usage {
  return { input: numberField(usage, 'inputTokens'), output: numberField(usage, 'outputTokens') };
}
