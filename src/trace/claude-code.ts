/**
 * Claude Code: its session files (JSONL) and what `claude -p --output-format stream-json` prints. Lines
 * of several sessions may stand in one file. One response spreads over several lines that repeat its
 * usage; sub-agents are side chains, in the same file or appended from files of their own.
 */
import { isObject, ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { ClaudeSession } from './claude-session.js';
import { stringField } from './fields.js';
import type { TraceImporter } from './importer.js';
import { kindOf, shapeError } from './place.js';

export const claudeCode: TraceImporter = {
  title: 'Claude Code sessions (JSONL, also of --output-format stream-json)',
  signs: [
    'type=user',
    'type=assistant',
    'message',
    'sessionId',
    'session_id',
    'uuid',
    'parentUuid',
    'isSidechain',
  ],
  growing: true,
  recognise(value) {
    if (typeof ownValue(value, 'type') !== 'string' || isOfAnother(value)) return 'no';
    if (sessionOf(value) !== undefined) return isOwnLine(value) ? 'yes' : 'maybe';
    return BOOKKEEPING.has(ownValue(value, 'type') as string) ? 'maybe' : 'no';
  },
  start: (context) => {
    const sessions = new Map<string, ClaudeSession>();
    return {
      add(line, at) {
        const type = stringField(line, 'type');
        if (type === undefined)
          throw shapeError(at, ['type'], `must be a string, and is ${kindOf(ownValue(line, 'type'))}`);
        if (!READ.has(type)) return;
        const id = sessionOf(line) ?? '';
        let session = sessions.get(id);
        if (!session) {
          session = new ClaudeSession(context);
          sessions.set(id, session);
        }
        if (type === 'system') session.start(line);
        else if (type === 'result') session.end(line);
        else {
          const message = ownValue(line, 'message');
          if (!isObject(message))
            throw shapeError(at, ['message'], `must be an object, and is ${kindOf(message)}`);
          session.message(line, message, at);
        }
      },
      cut() {},
      finish() {
        const traces = [];
        for (const [id, session] of sessions) {
          if (session.used) traces.push(session.finish());
          else context.warn(`the session ${oneLine(id) || '(no id)'} contains no messages; it is left out`);
        }
        return traces;
      },
    };
  },
};

const READ = new Set(['user', 'assistant', 'system', 'result']);
/** Lines that a session file may open with before the first that names its session. */
const BOOKKEEPING = new Set([
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'progress',
  'custom-title',
]);

/** Qwen Code prints lines of the same shape, and keeps messages with parts. */
function isOfAnother(line: Record<string, unknown>): boolean {
  return (
    Object.hasOwn(line, 'qwen_code_version') || Array.isArray(ownValue(ownValue(line, 'message'), 'parts'))
  );
}

/** Other agents have lines with a type and a session as well. */
function isOwnLine(line: Record<string, unknown>): boolean {
  if (line.type === 'user' || line.type === 'assistant') return isObject(ownValue(line, 'message'));
  return (line.type === 'system' || line.type === 'result') && typeof line.subtype === 'string';
}

function sessionOf(line: Record<string, unknown>): string | undefined {
  return stringField(line, 'sessionId') ?? stringField(line, 'session_id');
}
