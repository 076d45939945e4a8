import { show } from '../../../util/text.js';
import { broken, check, kept } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

export const cCall002 = check({
  id: 'C-CALL-002',
  title: 'a call of a tool that does not exist is refused with -32602',
  level: 'SHOULD',
  needs: 'tools',
  spec: 'server/tools#error-handling',
  fix: 'Answer calls of unknown tools with the protocol error -32602, not with a result.',
  async run(world) {
    const exchange = await world.unknownTool();
    replyOf(exchange);
    const error = errorOf(exchange);
    if (error === undefined) return broken('it was answered with a result', exchange);
    return error.code === -32602
      ? kept('it was', exchange)
      : broken(`the code is ${show(error.code)}`, exchange);
  },
});
