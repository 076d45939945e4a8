import { broken, check, kept } from '../../check.js';
import { httpOf } from '../../judge/http.js';

export const cHttp022 = check({
  id: 'C-HTTP-022',
  title: 'no session is started',
  level: 'SHOULD',
  on: 'http',
  since: '2026-07-28',
  spec: 'basic/transports/streamable-http#earlier-streamable-http-revisions',
  fix: 'Send no Mcp-Session-Id, and ignore one that comes.',
  async run(world) {
    const exchange = await world.talk.ask(
      'server/discover',
      {},
      { headers: { 'mcp-session-id': 'mcptest' } },
    );
    const session = httpOf(exchange).header('mcp-session-id');
    if (session !== undefined) return broken('an Mcp-Session-Id came back', exchange);
    return kept('none is', exchange);
  },
});
