import { ownValue } from '../../../util/plain.js';
import { broken, check, kept } from '../../check.js';
import type { Exchange } from '../../wire/port.js';

export const cRpc011 = check({
  id: 'C-RPC-011',
  title: 'text that is no JSON is answered with -32700',
  level: 'MAY',
  spec: { legacy: 'basic', modern: 'basic#error-codes' },
  fix: 'Answer what cannot be parsed with error -32700 and the id null, or none.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const garbage = await talk.send('{"jsonrpc": "2.0", "method": ');
    const after = await world.signOfLife(talk);
    const heard = [garbage, after];
    // Answers may come in any order: it can be behind the one that was waited for.
    if (!saysSo(heard)) heard.push(await world.signOfLife(talk));
    if (!saysSo(heard)) return broken('no such error came', ...heard);
    return kept('it was answered with -32700', ...heard);
  },
});

function saysSo(heard: readonly Exchange[]): boolean {
  return heard.some(({ messages }) =>
    messages.some((message) => ownValue(ownValue(message, 'error'), 'code') === -32700),
  );
}
