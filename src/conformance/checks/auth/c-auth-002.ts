import { broken, check, kept } from '../../check.js';
import { httpOf } from '../../judge/http.js';
import { probe, withoutToken } from '../../learn/metadata.js';

export const cAuth002 = check({
  id: 'C-AUTH-002',
  title: 'a token that is not valid is answered with 401',
  level: 'MUST',
  on: 'http',
  since: '2025-03-26',
  spec: { legacy: 'basic/authorization#token-handling', modern: 'basic/authorization#token-handling' },
  fix: 'Validate every token, and answer those that are not valid with the status 401.',
  async run(world) {
    await withoutToken(world);
    const exchange = await world.talk.send(probe(world), {
      ids: ['mcptest-auth'],
      withoutToken: true,
      headers: { authorization: 'Bearer mcptest-not-a-token' },
    });
    const { status } = httpOf(exchange);
    return status === 401 ? kept('it is', exchange) : broken(`the status is ${status}`, exchange);
  },
});
