import { broken, check, kept } from '../../check.js';
import { errorOf, replyOf, whatCame } from '../../world.js';

export const cHttp021 = check({
  id: 'C-HTTP-021',
  title: 'names of headers are accepted in upper and lower case',
  level: 'MUST',
  on: 'http',
  since: '2026-07-28',
  spec: 'basic/transports/streamable-http#case-sensitivity',
  official: ['sep-2243-header-name-case-insensitive'],
  fix: 'Compare names of headers without regard to case.',
  async run(world) {
    const headers = { 'mcp-method': undefined, 'MCP-METHOD': 'server/discover' };
    const exchange = await world.talk.ask('server/discover', {}, { headers });
    replyOf(exchange);
    if (errorOf(exchange) !== undefined)
      return broken(`MCP-METHOD was not read: ${whatCame(exchange)}`, exchange);
    return kept('they are', exchange);
  },
});
