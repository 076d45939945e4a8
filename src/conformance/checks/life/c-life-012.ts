import { META } from '../../../client/session/revisions.js';
import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

const NEVER = '1999-01-01';

export const cLife012 = check({
  id: 'C-LIFE-012',
  title: 'an unsupported version is refused with -32022 and the list of supported versions',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic/versioning#protocol-version-negotiation',
  official: ['sep-2575-server-unsupported-version-error', 'sep-2575-http-server-unsupported-version-400'],
  fix: 'Answer with error -32022 and `data.supported`; over HTTP with the status 400.',
  async run(world) {
    const exchange = await world.talk.ask(
      'tools/list',
      {},
      {
        meta: { [META.protocolVersion]: NEVER },
        headers: { 'mcp-protocol-version': NEVER },
      },
    );
    replyOf(exchange);
    const error = errorOf(exchange);
    const supported = ownValue(error?.data, 'supported');
    const problems: string[] = [];
    if (error?.code !== -32022) problems.push(`the code is ${show(error?.code)}`);
    else if (!Array.isArray(supported)) problems.push(`\`data.supported\` is ${show(supported)}`);
    if (exchange.http && exchange.http.status !== 400) problems.push(`the status is ${exchange.http.status}`);
    return judged(problems, 'it was', exchange);
  },
});
