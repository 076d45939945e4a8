import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { broken, check, kept, NotTestable } from '../../check.js';
import { listening } from '../../learn/listening.js';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

export const cNotif006 = check({
  id: 'C-NOTIF-006',
  title: 'what comes on a subscription names the request that opened it',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic/patterns/subscriptions#receiving-notifications',
  official: ['sep-2575-server-tags-subscription-id'],
  fix: 'Put the id of the subscriptions/listen request into `_meta` as io.modelcontextprotocol/subscriptionId.',
  lane: 'afterwards',
  async run(world) {
    const { exchange, id } = await listening(world);
    const [first] = exchange.messages;
    if (first?.method === undefined) throw new NotTestable('no notification came', exchange);
    const named = ownValue(ownValue(first.params, '_meta'), SUBSCRIPTION);
    return named === id ? kept('it does', exchange) : broken(`it names ${show(named)}, not ${id}`, exchange);
  },
});
