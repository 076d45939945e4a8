import { broken, check, kept } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

export const cRpc007 = check({
  id: 'C-RPC-007',
  title: 'a method that does not exist is refused',
  level: 'MUST',
  spec: { legacy: 'basic#responses', modern: 'basic#error-codes' },
  fix: 'Answer methods that you do not know with error -32601.',
  async run(world) {
    const exchange = await world.unknownMethod();
    replyOf(exchange);
    if (errorOf(exchange) === undefined) return broken('it was answered with a result', exchange);
    return kept('it was answered with an error', exchange);
  },
});
