import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cNotif003 = check({
  id: 'C-NOTIF-003',
  title: 'an update of a resource names its URI',
  level: 'MUST',
  spec: {
    legacy: 'server/resources#subscriptions',
    modern: 'basic/patterns/subscriptions#receiving-notifications',
  },
  fix: 'Send `uri` with notifications/resources/updated.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'notifications',
      where: ({ message }) => message.method === 'notifications/resources/updated',
      wrong: ({ message }) => {
        const uri = ownValue(message.params, 'uri');
        return typeof uri === 'string' ? undefined : `the URI is ${show(uri)}`;
      },
      good: 'it does',
      none: 'the server announced no update',
    }),
});
