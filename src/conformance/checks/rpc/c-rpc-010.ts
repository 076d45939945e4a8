import { broken, check, kept } from '../../check.js';

export const cRpc010 = check({
  id: 'C-RPC-010',
  title: 'text that is not JSON does not end the server',
  level: 'SHOULD',
  spec: { legacy: 'basic', modern: 'basic#error-codes' },
  fix: 'Catch errors of the JSON parser and go on with the next message.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const garbage = await talk.send('{"jsonrpc": "2.0", "method": ');
    const after = await world.signOfLife(talk);
    if (after.reply === undefined) return broken(`it no longer answers: ${after.silence}`, garbage, after);
    return kept('it still answers', garbage, after);
  },
});
