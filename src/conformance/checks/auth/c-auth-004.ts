import { check, judged, NotApplicable } from '../../check.js';
import { resourceMetadata } from '../../learn/metadata.js';

export const cAuth004 = check({
  id: 'C-AUTH-004',
  title: 'the metadata names an authorization server',
  level: 'MUST',
  on: 'http',
  since: '2025-06-18',
  spec: {
    legacy: 'basic/authorization#authorization-server-location',
    modern: 'basic/authorization/authorization-server-discovery',
  },
  fix: 'Put at least one URL into `authorization_servers` of the metadata.',
  async run(world) {
    const { document, frames } = await resourceMetadata(world);
    if (document === undefined) throw new NotApplicable('there is no metadata of the resource');
    const { authorization_servers: servers } = document;
    const isWhole =
      Array.isArray(servers) && servers.length > 0 && servers.every((one) => URL.canParse(String(one)));
    return judged(isWhole ? [] : ['`authorization_servers` names none'], 'it does', ...frames);
  },
});
