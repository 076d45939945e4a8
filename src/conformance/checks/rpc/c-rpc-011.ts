import { broken, check, kept } from '../../check.js';
import { errorOf } from '../../world.js';

export const cRpc011 = check({
  id: 'C-RPC-011',
  title: 'text that is no JSON is answered with -32700',
  level: 'MAY',
  spec: { legacy: 'basic', modern: 'basic#error-codes' },
  fix: 'Answer what cannot be parsed with error -32700 and the id null, or none.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const isParseError = (message: Record<string, unknown>) =>
      errorOf({ reply: message, frames: [], replies: [], messages: [], duration_ms: 0 })?.code === -32700;
    const garbage = await talk.send('{"jsonrpc": "2.0", "method": ');
    const after = await world.signOfLife(talk);
    const said = [...garbage.messages, ...after.messages].some(isParseError);
    if (!said) return broken('no such error came', garbage, after);
    return kept('it was answered with -32700', garbage, after);
  },
});
