import { broken, check, kept } from '../../check.js';

export const cRpc018 = check({
  id: 'C-RPC-018',
  title: 'a request with the id 0 is answered',
  level: 'MUST',
  spec: 'basic#requests',
  fix: 'Tell a request from a notification by whether it has an id, not by whether the id is true.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const method = world.era === 'modern' ? 'server/discover' : 'ping';
    const exchange = await talk.ask(method, {}, { id: 0 });
    if (exchange.reply !== undefined) return kept('it was answered', exchange);
    const after = await world.signOfLife(talk);
    return broken(`it was not answered: ${exchange.silence}`, exchange, after);
  },
});
