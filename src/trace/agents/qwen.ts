/**
 * Qwen Code. What it prints as stream-json has the shape of Claude Code's, and says who wrote it; the chats
 * that it keeps hold parts as the Gemini API does.
 */
import { isObject, ownValue } from '../../util/plain.js';
import { claudeCode } from '../claude-code.js';
import { listField, numberField, stringField, textOf } from '../fields.js';
import type { TraceImporter } from '../importer.js';
import { type Place, shapeError } from '../place.js';
import type { TraceBuilder } from '../trace-builder.js';
import { sessionReader } from './sessions.js';

export const qwen: TraceImporter = {
  title: 'Qwen Code: `--output-format stream-json`, and saved chats',
  signs: ['qwen_code_version', 'usageMetadata', 'toolCallResult', 'type=tool_result', 'parentUuid'],
  growing: true,
  recognise(value) {
    if (isChatLine(value)) return 'yes';
    if (typeof ownValue(value, 'qwen_code_version') === 'string') return 'yes';
    const session = stringField(value, 'session_id') ?? stringField(value, 'sessionId');
    return session !== undefined && typeof value.type === 'string' ? 'maybe' : 'no';
  },
  start(context) {
    const printed = claudeCode.start(context);
    const chats = sessionReader(context, {
      idOf: (line) => stringField(line, 'sessionId'),
      open: (trace) => ({ trace, add: (line, at) => readLine(line, at, trace) }),
    });
    let kept = false;
    return {
      add(line, at) {
        kept ||= isChatLine(line);
        (kept ? chats : printed).add(line, at);
      },
      cut() {},
      finish: () => [...printed.finish(), ...chats.finish()],
    };
  },
};

function isChatLine(line: Record<string, unknown>): boolean {
  return Array.isArray(ownValue(ownValue(line, 'message'), 'parts')) && typeof line.sessionId === 'string';
}

function readLine(line: Record<string, unknown>, at: Place, trace: TraceBuilder): void {
  const parts = listField(ownValue(line, 'message'), 'parts') ?? [];
  const text = textOf(parts.filter((part) => ownValue(part, 'thought') !== true));
  if (line.type === 'user' && text !== undefined) trace.prompt(text);
  if (line.type === 'assistant') {
    trace.turn(stringField(line, 'uuid'));
    trace.model = stringField(line, 'model') ?? trace.model;
    readUsage(ownValue(line, 'usageMetadata'), trace);
    if (text !== undefined) trace.say(text);
  }
  const failed = isObject(line.toolCallResult) && line.toolCallResult.status === 'error';
  for (const part of parts) readPart(part, failed, at, trace);
}

function readPart(part: unknown, failed: boolean, at: Place, trace: TraceBuilder): void {
  const call = ownValue(part, 'functionCall');
  if (isObject(call)) trace.call({ id: stringField(call, 'id'), name: call.name, args: call.args }, at);
  const answer = ownValue(part, 'functionResponse');
  if (!isObject(answer)) return;
  const id = stringField(answer, 'id');
  if (id === undefined) throw shapeError(at, ['message', 'parts'], 'a functionResponse must have an id');
  const response = ownValue(answer, 'response');
  const error = ownValue(response, 'error');
  const result = ownValue(response, 'output') ?? error ?? response ?? '';
  trace.answer(id, { result, isError: failed || error !== undefined }, at);
}

/** The total holds what the model thought, which is output. */
function readUsage(usage: unknown, trace: TraceBuilder): void {
  const input = numberField(usage, 'promptTokenCount');
  const output = numberField(usage, 'candidatesTokenCount');
  const total = numberField(usage, 'totalTokenCount');
  if (input === undefined && output === undefined) return;
  trace.usage({ input, output: Math.max(output ?? 0, (total ?? 0) - (input ?? 0)) });
}
