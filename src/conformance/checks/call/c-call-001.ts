import { ownValue } from '../../../util/plain.js';
import { broken, check, kept } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

export const cCall001 = check({
  id: 'C-CALL-001',
  title: 'a call of a tool that does not exist fails',
  level: 'SHOULD',
  needs: 'tools',
  spec: 'server/tools#error-handling',
  fix: 'Answer calls of unknown tools with error -32602.',
  async run(world) {
    const exchange = await world.unknownTool();
    const reply = replyOf(exchange);
    const failed = errorOf(exchange) !== undefined || ownValue(reply.result, 'isError') === true;
    return failed ? kept('it does', exchange) : broken('it was answered as if it had gone well', exchange);
  },
});
