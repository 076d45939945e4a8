import { broken, check, kept } from '../../check.js';
import { httpOf } from '../../judge/http.js';

export const cHttp010 = check({
  id: 'C-HTTP-010',
  title: 'a version in the header that does not exist is refused with 400',
  level: 'MUST',
  on: 'http',
  since: '2025-06-18',
  until: '2025-11-25',
  spec: 'basic/transports#protocol-version-header',
  fix: 'Answer requests with an MCP-Protocol-Version that you do not speak with the status 400.',
  async run({ talk }) {
    const exchange = await talk.ask('ping', {}, { headers: { 'mcp-protocol-version': '1999-01-01' } });
    const { status } = httpOf(exchange);
    return status === 400 ? kept('it is', exchange) : broken(`the status is ${status}`, exchange);
  },
});
