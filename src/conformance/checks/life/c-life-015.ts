import { META } from '../../../client/session/revisions.js';
import { broken, check, kept } from '../../check.js';
import { errorOf, replyOf, whatCame } from '../../world.js';

export const cLife015 = check({
  id: 'C-LIFE-015',
  title: 'a client does not have to say its name',
  level: 'SHOULD',
  since: '2026-07-28',
  spec: 'basic#meta',
  official: ['sep-2575-request-meta-client-info-optional'],
  fix: 'Accept requests without io.modelcontextprotocol/clientInfo: it is optional.',
  async run(world) {
    const exchange = await world.talk.ask('server/discover', {}, { meta: { [META.clientInfo]: undefined } });
    replyOf(exchange);
    if (errorOf(exchange) !== undefined) return broken(`it was refused: ${whatCame(exchange)}`, exchange);
    return kept('it was answered', exchange);
  },
});
