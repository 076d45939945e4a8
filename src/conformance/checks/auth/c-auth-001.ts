import { broken, check, kept } from '../../check.js';
import { withoutToken } from '../../learn/metadata.js';

export const cAuth001 = check({
  id: 'C-AUTH-001',
  title: 'a request without a token is answered with 401',
  level: 'MUST',
  on: 'http',
  since: '2025-03-26',
  spec: { legacy: 'basic/authorization#error-handling', modern: 'basic/authorization#error-handling' },
  fix: 'Answer requests that need a login and bring no token with the status 401, not 403.',
  async run(world) {
    const exchange = await withoutToken(world);
    const status = exchange.http?.status;
    return status === 401 ? kept('it is', exchange) : broken(`the status is ${status}`, exchange);
  },
});
