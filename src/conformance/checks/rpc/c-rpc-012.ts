import { broken, check, kept } from '../../check.js';

export const cRpc012 = check({
  id: 'C-RPC-012',
  title: 'JSON that is not a message does not end the server',
  level: 'SHOULD',
  spec: { legacy: 'basic', modern: 'basic#error-codes' },
  fix: 'Check the shape of a message before you use it; answer others with error -32600.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const strange = await talk.send({ jsonrpc: '2.0', id: talk.nextId(), params: {} });
    const stranger = await talk.send('"just text"');
    const after = await world.signOfLife(talk);
    if (after.reply === undefined)
      return broken(`it no longer answers: ${after.silence}`, strange, stranger, after);
    return kept('it still answers', strange, stranger, after);
  },
});
