import { broken, check, kept } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

const NAME = 'mcptest_no_such_tool';

export const cHttp020 = check({
  id: 'C-HTTP-020',
  title: 'an Mcp-Name in Base64 is decoded before it is compared',
  level: 'MUST',
  on: 'http',
  since: '2026-07-28',
  needs: 'tools',
  spec: 'basic/transports/streamable-http#value-encoding',
  official: ['sep-2243-server-decode-base64'],
  fix: 'Decode =?base64?…?= before you compare Mcp-Name with the name.',
  async run(world) {
    const headers = { 'mcp-name': `=?base64?${Buffer.from(NAME).toString('base64')}?=` };
    const exchange = await world.talk.ask('tools/call', { name: NAME, arguments: {} }, { headers });
    replyOf(exchange);
    if (errorOf(exchange)?.code === -32020) return broken('it was taken for another name', exchange);
    return kept('it is', exchange);
  },
});
