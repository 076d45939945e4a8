/** Gemini CLI: what `--output-format stream-json` prints, and the chats that it keeps. */
import { isObject, ownValue } from '../../util/plain.js';
import { numberField, stringField } from '../fields.js';
import type { TraceImporter } from '../importer.js';
import { type Place, shapeError } from '../place.js';
import type { TraceBuilder } from '../trace-builder.js';
import { geminiChat, isChatLine } from './gemini-chat.js';
import { type Session, sessionReader } from './sessions.js';

export const gemini: TraceImporter = {
  title: 'Gemini CLI: `--output-format stream-json`, and saved chats',
  signs: ['type=init', 'tool_name', 'tool_id', 'parameters', '$set', 'projectHash', 'type=gemini'],
  growing: true,
  recognise(value) {
    if (isChatLine(value)) return 'yes';
    const type = stringField(value, 'type') ?? '';
    if (type === 'init' && stringField(value, 'session_id') !== undefined) return 'yes';
    if (type === 'tool_use' || type === 'tool_result') {
      return stringField(value, 'tool_id') === undefined ? 'no' : 'yes';
    }
    if (type === 'result') return isObject(ownValue(value, 'stats')) ? 'yes' : 'no';
    return PERHAPS.has(type) && !Object.hasOwn(value, 'message') ? 'maybe' : 'no';
  },
  start: (context) =>
    sessionReader(context, {
      idOf: (line) => stringField(line, 'session_id') ?? stringField(line, 'sessionId'),
      open: (trace) => {
        const stream = geminiStream(trace);
        const chat = geminiChat(trace);
        return {
          trace,
          add: (line, at) => (isStreamLine(line) ? stream : chat).add(line, at),
          close: () => {
            stream.close?.();
            chat.close?.();
          },
        };
      },
    }),
};

const PERHAPS = new Set(['message', 'error', 'user', 'info']);
const STREAM = new Set(['init', 'message', 'tool_use', 'tool_result', 'error', 'result']);

function isStreamLine(line: Record<string, unknown>): boolean {
  return STREAM.has(stringField(line, 'type') ?? '') && stringField(line, 'id') === undefined;
}

/** Words of the model come in pieces; a call or the end completes them. */
function geminiStream(trace: TraceBuilder): Session {
  let pieces: string[] = [];
  const flush = (): void => {
    if (pieces.length === 0) return;
    trace.turn();
    trace.say(pieces.join(''));
    pieces = [];
  };
  const idOf = (line: Record<string, unknown>, at: Place): string => {
    const id = stringField(line, 'tool_id');
    if (id === undefined) throw shapeError(at, ['tool_id'], 'must be a string');
    return id;
  };
  return {
    trace,
    add(line, at) {
      const type = stringField(line, 'type');
      const content = stringField(line, 'content');
      if (type === 'message' && line.role === 'assistant' && content !== undefined) pieces.push(content);
      else flush();
      if (type === 'message' && line.role === 'user') trace.prompt(content ?? '');
      if (type === 'init') trace.model = stringField(line, 'model');
      if (type === 'tool_use') {
        trace.turn();
        trace.call({ id: idOf(line, at), name: ownValue(line, 'tool_name'), args: line.parameters }, at);
      }
      if (type === 'tool_result') {
        const error = ownValue(line, 'error');
        const result = ownValue(line, 'output') ?? stringField(error, 'message') ?? error ?? '';
        trace.answer(idOf(line, at), { result, isError: line.status === 'error' }, at);
      }
      if (type === 'result') readStats(ownValue(line, 'stats'), trace);
    },
    close: flush,
  };
}

/** The total holds what the model thought, which is output. */
function readStats(stats: unknown, trace: TraceBuilder): void {
  trace.used = true;
  const input = numberField(stats, 'input_tokens');
  const output = numberField(stats, 'output_tokens');
  const total = numberField(stats, 'total_tokens');
  if (input === undefined && output === undefined) return;
  const rest = total === undefined ? 0 : total - (input ?? 0);
  trace.totalUsage = { input, output: Math.max(output ?? 0, rest) };
}
