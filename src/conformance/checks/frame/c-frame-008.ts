import { show } from '../../../util/text.js';
import { broken, check, kept } from '../../check.js';
import { replyOf } from '../../world.js';

const ID = 'é-世界-😀';

export const cFrame008 = check({
  id: 'C-FRAME-008',
  title: 'text beyond ASCII is read and written as UTF-8',
  level: 'MUST',
  spec: 'basic/transports',
  fix: 'Read and write UTF-8, whatever the locale of the machine says.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const method = world.era === 'modern' ? 'server/discover' : 'ping';
    const exchange = await talk.ask(method, {}, { id: ID, until: (message) => 'result' in message });
    const answer = exchange.reply ?? exchange.messages.find((message) => 'result' in message);
    if (answer === undefined) replyOf(exchange);
    if (answer?.id !== ID) return broken(`the id came back as ${show(answer?.id)}`, exchange);
    return kept('an id in several scripts came back unchanged', exchange);
  },
});
