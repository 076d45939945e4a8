import { broken, check, kept, NotTestable } from '../../check.js';
import { listening } from '../../learn/listening.js';
import { errorOf, whatCame } from '../../world.js';

export const cNotif005 = check({
  id: 'C-NOTIF-005',
  title: 'a subscription is acknowledged first',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic/patterns/subscriptions#acknowledgment',
  official: ['sep-2575-server-sends-subscription-ack'],
  fix: 'Send notifications/subscriptions/acknowledged as the first message of the stream.',
  lane: 'afterwards',
  async run(world) {
    const { exchange } = await listening(world);
    const [first] = exchange.messages;
    if (errorOf(exchange) !== undefined) return broken(`it was refused with ${whatCame(exchange)}`, exchange);
    if (first === undefined) throw new NotTestable(`nothing came: ${whatCame(exchange)}`, exchange);
    if (first.method === 'notifications/subscriptions/acknowledged') return kept('it is', exchange);
    return broken(`the first message is ${String(first.method ?? 'a response')}`, exchange);
  },
});
