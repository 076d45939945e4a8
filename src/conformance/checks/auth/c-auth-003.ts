import { broken, check, kept } from '../../check.js';
import { resourceMetadata, withoutToken } from '../../learn/metadata.js';

export const cAuth003 = check({
  id: 'C-AUTH-003',
  title: 'the answer to a request without a token says where to get one',
  level: 'SHOULD',
  on: 'http',
  since: '2025-06-18',
  spec: {
    legacy: 'basic/authorization#authorization-server-location',
    modern: 'basic/authorization/authorization-server-discovery',
  },
  fix: 'Serve /.well-known/oauth-protected-resource and name it in WWW-Authenticate as resource_metadata.',
  async run(world) {
    const exchange = await withoutToken(world);
    const { document, frames } = await resourceMetadata(world);
    if (document === undefined) return broken('there is no metadata of the resource', exchange, ...frames);
    return kept('there is metadata of the resource', exchange, ...frames);
  },
});
