import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cLog003 = check({
  id: 'C-LOG-003',
  title: 'a server that sends log messages declares logging',
  level: 'MUST',
  spec: 'server/utilities/logging#capabilities',
  fix: 'Declare the capability `logging`.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'notifications',
      where: ({ message }) => message.method === 'notifications/message',
      wrong: () => (world.has('logging') ? undefined : 'a log message came and `logging` is not declared'),
      good: 'it does',
      none: 'the server sent no log message',
    }),
});
