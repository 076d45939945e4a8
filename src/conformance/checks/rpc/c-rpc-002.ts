import { show } from '../../../util/text.js';
import { broken, check, kept } from '../../check.js';
import { replyOf } from '../../world.js';

export const cRpc002 = check({
  id: 'C-RPC-002',
  title: 'an id that is text comes back as the same text',
  level: 'MUST',
  spec: 'basic#responses',
  fix: 'Keep the id as it came: "7" is not 7.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const method = world.era === 'modern' ? 'server/discover' : 'ping';
    const exchange = await talk.ask(method, {}, { id: '70', until: (message) => 'result' in message });
    const answer = exchange.reply ?? exchange.messages.find((message) => 'result' in message);
    if (answer === undefined) replyOf(exchange);
    if (answer?.id !== '70') return broken(`the id "70" came back as ${show(answer?.id)}`, exchange);
    return kept('the id "70" came back as it was', exchange);
  },
});
