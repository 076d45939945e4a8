/**
 * Codex's rollout files. A call of an MCP tool stands there twice: as the model asked for it, with the text
 * that it read, and as the event that ended it, with the server's own answer. The event's answer counts.
 */
import type { TraceCall } from '../../types/trace.js';
import { isObject, ownValue } from '../../util/plain.js';
import { numberField, parsedArgs, stringField, textOf } from '../fields.js';
import type { Place } from '../place.js';
import type { Answer, CallInit, TraceBuilder } from '../trace-builder.js';
import { codexUsage } from './codex-events.js';

export function codexRollout(trace: TraceBuilder) {
  const rollout = new Rollout(trace);
  return {
    add(line: Record<string, unknown>, at: Place): void {
      const payload = ownValue(line, 'payload');
      if (!isObject(payload)) return;
      if (line.type === 'turn_context') trace.model = stringField(payload, 'model') ?? trace.model;
      else if (line.type === 'response_item') rollout.item(payload, at);
      else if (line.type === 'event_msg') rollout.event(payload, at);
      else if (line.type === 'token_usage_record') rollout.record(payload);
    },
    close: () => rollout.close(),
  };
}

class Rollout {
  #trace: TraceBuilder;
  #calls = new Map<string, TraceCall>();
  /** Calls whose answer came from the server itself. */
  #settled = new Set<string>();
  /** What the user typed, and what the model was shown as the user's words. */
  #typed: string[] = [];
  #shown: string[] = [];
  #hasRecords = false;
  #counted: number | undefined;

  constructor(trace: TraceBuilder) {
    this.#trace = trace;
  }

  item(item: Record<string, unknown>, at: Place): void {
    const type = stringField(item, 'type') ?? '';
    this.#trace.used = true;
    if (type === 'message') this.#message(item);
    else if (type.endsWith('_call_output')) this.#output(item, at);
    else if (type.endsWith('_call')) this.#call(item, type, at);
  }

  #message(item: Record<string, unknown>): void {
    const text = textOf(ownValue(item, 'content')) ?? '';
    if (item.role === 'user') this.#shown.push(text);
    if (item.role !== 'assistant') return;
    this.#trace.turn(stringField(item, 'id'));
    this.#trace.say(text);
  }

  #call(item: Record<string, unknown>, type: string, at: Place): void {
    const id = stringField(item, 'call_id') ?? stringField(item, 'id');
    const [, server] = /^mcp__(.+)$/s.exec(stringField(item, 'namespace') ?? '') ?? [];
    const args = ownValue(item, 'arguments') ?? ownValue(item, 'input') ?? ownValue(item, 'action');
    const name = ownValue(item, 'name') ?? type.slice(0, -'_call'.length);
    this.#add({ id, name, server, args: parsedArgs(args) }, at);
  }

  #add(init: CallInit, at: Place): TraceCall {
    this.#trace.turn();
    const call = this.#trace.call(init, at);
    if (init.id !== undefined) this.#calls.set(init.id, call);
    return call;
  }

  #output(item: Record<string, unknown>, at: Place): void {
    const id = stringField(item, 'call_id');
    if (id === undefined || this.#settled.has(id)) return;
    this.#trace.answer(id, readAnswer(ownValue(item, 'output')), at);
  }

  event(event: Record<string, unknown>, at: Place): void {
    const type = stringField(event, 'type');
    if (type === 'user_message') this.#ask(stringField(event, 'message'));
    else if (type === 'task_complete' || type === 'turn_complete') this.#conclude(event);
    else if (type === 'token_count') this.#count(ownValue(event, 'info'));
    else if (type === 'mcp_tool_call_end') this.#mcpEnd(event, at);
    else if (type === 'item_completed') this.#completed(ownValue(event, 'item'), at);
  }

  #ask(text: string | undefined): void {
    if (text !== undefined && this.#typed.at(-1) !== text) this.#typed.push(text);
  }

  #conclude(event: Record<string, unknown>): void {
    const text = stringField(event, 'last_agent_message');
    if (text !== undefined) this.#trace.conclude(text);
  }

  #completed(item: unknown, at: Place): void {
    const type = stringField(item, 'type');
    if (type === 'UserMessage') this.#ask(textOf(ownValue(item, 'content')));
    if (type !== 'McpToolCall' || !isObject(item)) return;
    const error = ownValue(item, 'error') ?? undefined;
    const result = ownValue(item, 'result') ?? stringField(error, 'message') ?? error;
    const isError = item.status === 'failed' || error !== undefined;
    this.#settle(item, stringField(item, 'id'), { result, isError }, at);
  }

  /** Older versions: the outcome is `{ Ok: result }` or `{ Err: message }`. */
  #mcpEnd(event: Record<string, unknown>, at: Place): void {
    const outcome = ownValue(event, 'result');
    const failure = ownValue(outcome, 'Err');
    const answer: Answer =
      failure === undefined
        ? { result: ownValue(outcome, 'Ok'), isError: false }
        : { result: failure, isError: true };
    const invocation = ownValue(event, 'invocation');
    const facts = { ...(isObject(invocation) ? invocation : {}), duration: ownValue(event, 'duration') };
    this.#settle(facts, stringField(event, 'call_id'), answer, at);
  }

  #settle(facts: Record<string, unknown>, id: string | undefined, answer: Answer, at: Place): void {
    const server = stringField(facts, 'server');
    const tool = stringField(facts, 'tool');
    if (tool === undefined) return;
    const known = id === undefined ? undefined : this.#calls.get(id);
    const call = known ?? this.#add({ id, name: tool, server, args: ownValue(facts, 'arguments') ?? {} }, at);
    call.tool = tool;
    if (server !== undefined) call.server = server;
    const ms = milliseconds(ownValue(facts, 'duration'));
    if (ms !== undefined) call.duration_ms = ms;
    this.#trace.settle(call, answer, at);
    if (id !== undefined) this.#settled.add(id);
  }

  /** One for each answer of the model. */
  record(record: Record<string, unknown>): void {
    this.#hasRecords = true;
    this.#trace.used = true;
    this.#trace.usage(codexUsage(ownValue(record, 'usage')) ?? {}, {
      key: stringField(record, 'response_id'),
    });
    this.#trace.totalUsage = codexUsage(ownValue(record, 'thread_token_usage')) ?? this.#trace.totalUsage;
  }

  /** Older versions have only these, and repeat them when nothing was added. */
  #count(info: unknown): void {
    if (this.#hasRecords) return;
    const total = ownValue(info, 'total_token_usage');
    const whole = numberField(total, 'total_tokens');
    if (whole !== undefined && whole === this.#counted) return;
    this.#counted = whole;
    this.#trace.usage(codexUsage(ownValue(info, 'last_token_usage')) ?? {});
    this.#trace.totalUsage = codexUsage(total) ?? this.#trace.totalUsage;
  }

  /** What stands in angle brackets was put there by the program. */
  close(): void {
    const shown = this.#shown.filter((text) => !text.startsWith('<') && !text.startsWith('# AGENTS.md'));
    for (const text of this.#typed.length > 0 ? this.#typed : shown) this.#trace.prompt(text);
  }
}

function readAnswer(output: unknown): Answer {
  const value = typeof output === 'string' && output.startsWith('{') ? parsedArgs(output) : output;
  const success = ownValue(value, 'success');
  const code = ownValue(ownValue(value, 'metadata'), 'exit_code');
  const result = textOf(value) ?? ownValue(value, 'output') ?? ownValue(value, 'content') ?? output ?? '';
  if (typeof success === 'boolean') return { result, isError: !success };
  return typeof code === 'number' ? { result, isError: code !== 0 } : { result };
}

function milliseconds(duration: unknown): number | undefined {
  const seconds = numberField(duration, 'secs');
  return seconds === undefined ? undefined : seconds * 1000 + (numberField(duration, 'nanos') ?? 0) / 1e6;
}
