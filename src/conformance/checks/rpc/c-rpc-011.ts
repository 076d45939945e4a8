import { ownValue } from '../../../util/plain.js';
import { broken, check, kept } from '../../check.js';
import type { Message } from '../../wire/transcript.js';

export const cRpc011 = check({
  id: 'C-RPC-011',
  title: 'text that is not JSON is answered with -32700',
  level: 'MAY',
  spec: { legacy: 'basic', modern: 'basic#error-codes' },
  fix: 'Answer what cannot be parsed with error -32700 and the id null, or none.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const { received } = talk.port.transcript;
    const from = received.length;
    const garbage = await talk.send('{"jsonrpc": "2.0", "method": ');
    // Answers may come in any order: it can be behind the one that is waited for, which is why there are two.
    const after = await world.signOfLife(talk);
    await world.signOfLife(talk);
    const said = received.slice(from).find(({ message }) => isParseError(message));
    if (said === undefined) return broken('no such error came', garbage, after);
    return kept('it was answered with -32700', garbage, said.frame, after);
  },
});

function isParseError(message: Message): boolean {
  return ownValue(ownValue(message, 'error'), 'code') === -32700;
}
