import { broken, check, kept } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

export const cCall011 = check({
  id: 'C-CALL-011',
  title: 'a call without a name is refused with an error',
  level: 'SHOULD',
  needs: 'tools',
  spec: 'server/tools#error-handling',
  fix: 'Answer malformed calls with error -32602.',
  async run(world) {
    const exchange = await world.talk.ask('tools/call', {}, { headers: { 'mcp-name': '' } });
    replyOf(exchange);
    if (errorOf(exchange) === undefined) return broken('it was answered with a result', exchange);
    return kept('it was', exchange);
  },
});
