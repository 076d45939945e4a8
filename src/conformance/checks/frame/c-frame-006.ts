import { broken, check, kept } from '../../check.js';

export const cFrame006 = check({
  id: 'C-FRAME-006',
  title: 'a message that arrives in pieces is read in full',
  level: 'MUST',
  on: 'stdio',
  spec: { legacy: 'basic/transports#stdio', modern: 'basic/transports/stdio' },
  fix: 'Collect what stdin brings until a newline; one read is not one message.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const method = world.era === 'modern' ? 'server/discover' : 'ping';
    const exchange = await talk.ask(method, {}, { pieces: 3 });
    if (exchange.reply === undefined) return broken(`it was not answered: ${exchange.silence}`, exchange);
    return kept('it was answered', exchange);
  },
});
