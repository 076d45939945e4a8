/** Codex: the events of `codex exec --json`, and the rollout files that it keeps of every session. */
import { isObject, ownValue } from '../../util/plain.js';
import { stringField } from '../fields.js';
import type { TraceImporter } from '../importer.js';
import { codexEvents } from './codex-events.js';
import { codexRollout } from './codex-rollout.js';
import { sessionReader } from './sessions.js';

const ROLLOUT = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'token_usage_record']);
/** Lines of a rollout that other programs might write as well. */
const ROLLOUT_ASIDE = new Set(['compacted', 'world_state']);

export const codex: TraceImporter = {
  title: 'Codex: `codex exec --json`, and rollout files',
  signs: ['type=thread.started', 'type=item.completed', 'item', 'type=response_item', 'payload', 'ordinal'],
  growing: true,
  recognise(value) {
    const type = stringField(value, 'type') ?? '';
    if (isObject(ownValue(value, 'payload'))) {
      if (ROLLOUT.has(type)) return 'yes';
      return ROLLOUT_ASIDE.has(type) ? 'maybe' : 'no';
    }
    if (type === 'thread.started' && stringField(value, 'thread_id') !== undefined) return 'yes';
    if (/^item\.(started|updated|completed)$/.test(type))
      return isObject(ownValue(value, 'item')) ? 'yes' : 'no';
    return /^turn\.(started|completed|failed)$/.test(type) ? 'yes' : 'no';
  },
  start: (context) =>
    sessionReader(context, {
      idOf: (line) =>
        stringField(line, 'thread_id') ??
        (line.type === 'session_meta' ? stringField(ownValue(line, 'payload'), 'id') : undefined),
      open: (trace) => {
        const events = codexEvents(trace);
        const rollout = codexRollout(trace);
        return {
          trace,
          add: (line, at) => (isObject(ownValue(line, 'payload')) ? rollout : events).add(line, at),
          close: () => rollout.close(),
        };
      },
    }),
};
