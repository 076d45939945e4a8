/** OpenCode and Kilo, which grew from it: the lines of `run --format json`, and an exported session. */
import { isObject, ownValue } from '../../util/plain.js';
import { listField, numberField, stringField } from '../fields.js';
import type { TraceImporter } from '../importer.js';
import { kindOf, type Place, shapeError } from '../place.js';
import type { TraceBuilder } from '../trace-builder.js';
import { sessionReader } from './sessions.js';

export const opencode: TraceImporter = {
  title: 'OpenCode and Kilo: `run --format json`, and exported sessions',
  signs: ['sessionID', 'part', 'type=step_start', 'type=tool_use', 'type=step_finish', 'info', 'parts'],
  growing: true,
  join: '_',
  recognise(value) {
    if (isExport(value)) return 'yes';
    if (stringField(value, 'sessionID') === undefined) return 'no';
    return isObject(ownValue(value, 'part')) || isObject(ownValue(value, 'error')) ? 'yes' : 'no';
  },
  start: (context) =>
    sessionReader(context, {
      idOf: (line) => stringField(line, 'sessionID') ?? stringField(ownValue(line, 'info'), 'id'),
      open: (trace) => ({
        trace,
        add(line, at) {
          if (isExport(line)) return readExport(line, at, trace);
          const part = ownValue(line, 'part');
          if (isObject(part)) readPart(part, at, trace);
          else if (!Object.hasOwn(line, 'error'))
            throw shapeError(at, ['part'], `must be an object, and is ${kindOf(part)}`);
          trace.used = true;
        },
      }),
    }),
};

function isExport(value: Record<string, unknown>): boolean {
  const messages = listField(value, 'messages');
  if (!messages || !isObject(ownValue(value, 'info'))) return false;
  return messages.every((message) => isObject(ownValue(message, 'info')) && listField(message, 'parts'));
}

function readExport(value: Record<string, unknown>, at: Place, trace: TraceBuilder): void {
  for (const message of listField(value, 'messages') ?? []) {
    const info = ownValue(message, 'info');
    const isUser = stringField(info, 'role') === 'user';
    trace.model = stringField(info, 'modelID') ?? trace.model;
    for (const part of listField(message, 'parts') ?? []) {
      if (!isObject(part)) continue;
      if (!isUser) readPart(part, at, trace);
      else if (part.type === 'text' && part.synthetic !== true) trace.prompt(stringField(part, 'text') ?? '');
    }
  }
}

function readPart(part: Record<string, unknown>, at: Place, trace: TraceBuilder): void {
  if (part.type === 'step-start') trace.turn();
  else if (part.type === 'text') trace.say(stringField(part, 'text') ?? '');
  else if (part.type === 'step-finish') readTokens(part, trace);
  else if (part.type === 'tool') readCall(part, at, trace);
}

function readCall(part: Record<string, unknown>, at: Place, trace: TraceBuilder): void {
  const state = ownValue(part, 'state');
  const call = trace.call({ name: ownValue(part, 'tool'), args: ownValue(state, 'input') }, at);
  const time = ownValue(state, 'time');
  const start = numberField(time, 'start');
  const end = numberField(time, 'end');
  if (start !== undefined && end !== undefined && end >= start) call.duration_ms = end - start;
  const status = stringField(state, 'status');
  if (status === 'completed')
    trace.settle(call, { result: ownValue(state, 'output') ?? '', isError: false }, at);
  else if (status === 'error')
    trace.settle(call, { result: ownValue(state, 'error') ?? '', isError: true }, at);
}

/** Input counts what was read from and written to the cache, output what the model thought. */
function readTokens(part: Record<string, unknown>, trace: TraceBuilder): void {
  const cost = numberField(part, 'cost');
  if (cost !== undefined) trace.costUsd = (trace.costUsd ?? 0) + cost;
  const tokens = ownValue(part, 'tokens');
  if (!isObject(tokens)) return;
  const cache = ownValue(tokens, 'cache');
  const sum = (...numbers: (number | undefined)[]): number =>
    numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
  trace.usage({
    input: sum(numberField(tokens, 'input'), numberField(cache, 'read'), numberField(cache, 'write')),
    output: sum(numberField(tokens, 'output'), numberField(tokens, 'reasoning')),
  });
}
