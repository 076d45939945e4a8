import { isObject, ownValue } from '../../../util/plain.js';
import { check, judged, NotTestable } from '../../check.js';
import { listening } from '../../learn/listening.js';

export const cNotif007 = check({
  id: 'C-NOTIF-007',
  title: 'a subscription sends only what was asked for',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic/patterns/subscriptions#opening-a-stream',
  official: ['sep-2575-server-honors-notification-filter'],
  fix: 'Acknowledge and send only the notifications that the request names.',
  lane: 'afterwards',
  async run(world) {
    const { exchange, asked } = await listening(world);
    const agreed = ownValue(exchange.messages[0]?.params, 'notifications');
    if (!isObject(agreed)) throw new NotTestable('there is no acknowledgement to judge', exchange);
    const more = Object.entries(agreed).filter(([name, value]) => value === true && !asked.includes(name));
    return judged(
      more.map(([name]) => `it agreed to ${name}`),
      'it does not',
      exchange,
    );
  },
});
