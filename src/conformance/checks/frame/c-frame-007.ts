import { broken, check, kept } from '../../check.js';

export const cFrame007 = check({
  id: 'C-FRAME-007',
  title: 'two messages that arrive together are both read',
  level: 'MUST',
  on: 'stdio',
  spec: { legacy: 'basic/transports#stdio', modern: 'basic/transports/stdio' },
  fix: 'Split what stdin brings at newlines; one read may hold several messages.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const method = world.era === 'modern' ? 'server/discover' : 'ping';
    const ids = [talk.nextId(), talk.nextId()];
    const lines = ids.map((id) => JSON.stringify(talk.request(id, method)));
    const exchange = await talk.send(lines.join('\n'), { ids });
    if (exchange.replies.length < 2) return broken(`${exchange.replies.length} of 2 were answered`, exchange);
    return kept('both were answered', exchange);
  },
});
