import { broken, check, kept } from '../../check.js';
import { httpOf } from '../../judge/http.js';

export const cHttp023 = check({
  id: 'C-HTTP-023',
  title: 'a request without a version in its header is answered',
  level: 'SHOULD',
  on: 'http',
  since: '2025-06-18',
  until: '2025-11-25',
  spec: 'basic/transports#protocol-version-header',
  fix: 'Take a request without MCP-Protocol-Version for one of the version that was agreed on, or of 2025-03-26.',
  async run({ talk }) {
    const exchange = await talk.ask('ping', {}, { headers: { 'mcp-protocol-version': undefined } });
    const { status } = httpOf(exchange);
    return status === 200 ? kept('it is', exchange) : broken(`the status is ${status}`, exchange);
  },
});
