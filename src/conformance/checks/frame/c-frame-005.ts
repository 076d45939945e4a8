import { broken, check, kept } from '../../check.js';

const PADDING = 'x'.repeat(256 * 1024);

export const cFrame005 = check({
  id: 'C-FRAME-005',
  title: 'a request of 256 KB is read',
  level: 'MAY',
  on: 'stdio',
  spec: { legacy: 'basic/transports#stdio', modern: 'basic/transports/stdio' },
  fix: 'Read until the newline, however long the line is.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const large = { 'com.mcptest/padding': PADDING };
    const exchange = await talk.ask(world.era === 'modern' ? 'server/discover' : 'ping', {}, { meta: large });
    if (exchange.reply === undefined) return broken(`it was not answered: ${exchange.silence}`, exchange);
    return kept('it was answered', exchange);
  },
});
