import { broken, check, kept, NotApplicable } from '../../check.js';
import { httpOf, sessionOf } from '../../judge/http.js';

export const cHttp007 = check({
  id: 'C-HTTP-007',
  title: 'a request without the id of its session is refused with 400',
  level: 'SHOULD',
  on: 'http',
  since: '2025-03-26',
  until: '2025-11-25',
  spec: 'basic/transports#session-management',
  fix: 'Answer requests without Mcp-Session-Id with the status 400, where you need one.',
  async run({ talk }) {
    if (sessionOf(talk) === undefined) throw new NotApplicable('the server keeps no sessions');
    const exchange = await talk.ask('ping', {}, { headers: { 'mcp-session-id': undefined } });
    const { status } = httpOf(exchange);
    if (status === 200) throw new NotApplicable('the server needs none');
    return status === 400 ? kept('it is', exchange) : broken(`the status is ${status}`, exchange);
  },
});
