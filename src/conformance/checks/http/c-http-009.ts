import { broken, check, kept, NotApplicable } from '../../check.js';
import { httpOf, sessionOf } from '../../judge/http.js';

export const cHttp009 = check({
  id: 'C-HTTP-009',
  title: 'an unknown session is answered with 404',
  level: 'SHOULD',
  on: 'http',
  since: '2025-03-26',
  until: '2025-11-25',
  spec: 'basic/transports#session-management',
  fix: 'Answer requests with the id of a session that you do not know with the status 404: clients then start a new session.',
  async run({ talk }) {
    if (sessionOf(talk) === undefined) throw new NotApplicable('the server keeps no sessions');
    const headers = { 'mcp-session-id': '00000000-0000-4000-8000-000000000000' };
    const exchange = await talk.ask('ping', {}, { headers });
    const { status } = httpOf(exchange);
    return status === 404 ? kept('it is', exchange) : broken(`the status is ${status}`, exchange);
  },
});
