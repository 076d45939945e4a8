import { ownValue } from '../../../util/plain.js';
import { broken, check, kept } from '../../check.js';
import { wrongArguments } from '../../learn/wrong-arguments.js';
import { errorOf, replyOf } from '../../world.js';

export const cCall008 = check({
  id: 'C-CALL-008',
  title: 'arguments that do not fit the schema are refused',
  level: 'SHOULD',
  needs: 'tools',
  spec: 'server/tools#security-considerations',
  fix: 'Validate the arguments of every call before you use them.',
  async run(world) {
    const exchange = await wrongArguments(world);
    const reply = replyOf(exchange);
    const failed = errorOf(exchange) !== undefined || ownValue(reply.result, 'isError') === true;
    return failed
      ? kept('they are', exchange)
      : broken('the call was answered as if it had gone well', exchange);
  },
});
