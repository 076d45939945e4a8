import { show } from '../../../util/text.js';
import { broken, check, kept } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

export const cRpc008 = check({
  id: 'C-RPC-008',
  title: 'a method that does not exist is refused with -32601',
  level: 'SHOULD',
  spec: { legacy: 'basic#responses', modern: 'basic#error-codes' },
  official: ['sep-2575-http-server-method-not-found-404'],
  fix: 'Answer methods that you do not know with error -32601.',
  async run(world) {
    const exchange = await world.unknownMethod();
    replyOf(exchange);
    const code = errorOf(exchange)?.code;
    if (code !== -32601) return broken(`the code is ${show(code)}`, exchange);
    return kept('the code is -32601', exchange);
  },
});
