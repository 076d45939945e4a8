import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export const cLog002 = check({
  id: 'C-LOG-002',
  title: 'a log message has a level and data',
  level: 'MUST',
  spec: 'server/utilities/logging#log-message-notifications',
  fix: 'Send `level` as one of the eight of syslog, and `data`.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'notifications',
      where: ({ message }) => message.method === 'notifications/message',
      wrong: ({ message: { params } }) => {
        const level = ownValue(params, 'level');
        if (!LEVELS.includes(level as string)) return `the level is ${show(level)}`;
        return ownValue(params, 'data') === undefined ? 'there is no `data`' : undefined;
      },
      good: 'it has',
      none: 'the server sent no log message',
    }),
});
