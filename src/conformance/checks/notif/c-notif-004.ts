import { isObject } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cNotif004 = check({
  id: 'C-NOTIF-004',
  title: 'parameters of notifications are an object',
  level: 'MUST',
  spec: 'basic#notifications',
  fix: 'Send `params` as an object, or leave it out.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'notifications',
      wrong: ({ message: { params } }) =>
        params === undefined || isObject(params) ? undefined : `they are ${show(params)}`,
      good: 'they are',
      none: 'the server sent no notification',
    }),
});
