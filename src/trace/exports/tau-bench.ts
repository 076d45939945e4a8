/** Results of tau-bench: for each trial of a task a `traj` of chat messages. Its tools report errors as text. */
import { isObject, ownValue } from '../../util/plain.js';
import { oneLine } from '../../util/text.js';
import { conversationReader } from '../conversations.js';
import { listField, stringField } from '../fields.js';
import type { TraceImporter } from '../importer.js';
import { readMessage } from '../openai-chat.js';
import { kindOf, placeOf, shapeError } from '../place.js';

export const tauBench: TraceImporter = {
  title: 'tau-bench results (`traj`)',
  signs: ['traj', 'task_id', 'reward', 'trial', 'info'],
  recognise: (value) => (Array.isArray(ownValue(value, 'traj')) ? 'yes' : 'no'),
  start: (context) =>
    conversationReader(context, (value, at, traces) => {
      const messages = listField(value, 'traj');
      if (!messages)
        throw shapeError(at, ['traj'], `must be an array, and is ${kindOf(ownValue(value, 'traj'))}`);
      if (messages.length === 0) {
        const why = stringField(ownValue(value, 'info'), 'error');
        const because = why === undefined ? '' : `: ${oneLine(why)}`;
        context.warn(() => `${placeOf(at)}: the trial has no messages${because}; it is left out`);
        return;
      }
      const trace = traces.whole();
      for (const [index, message] of messages.entries()) {
        const path = ['traj', index];
        if (!isObject(message)) throw shapeError(at, path, 'a message must be an object');
        readMessage(message, at, path, trace);
      }
      for (const call of trace.calls) {
        if (typeof call.result === 'string') call.is_error ??= call.result.startsWith('Error: ');
      }
    }),
};
