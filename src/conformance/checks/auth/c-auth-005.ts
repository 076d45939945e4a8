import { check, judged, NotApplicable } from '../../check.js';
import { resourceMetadata } from '../../learn/metadata.js';

export const cAuth005 = check({
  id: 'C-AUTH-005',
  title: 'the metadata is about this server',
  level: 'MUST',
  on: 'http',
  since: '2025-06-18',
  spec: {
    legacy: 'basic/authorization#canonical-server-uri',
    modern: 'basic/authorization#canonical-server-uri',
  },
  fix: 'Put the URL of the server into `resource` of the metadata; clients refuse another.',
  async run(world) {
    const { document, frames } = await resourceMetadata(world);
    if (document === undefined) throw new NotApplicable('there is no metadata of the resource');
    const { spec } = await world.launcher.httpSettings();
    const resource = String(document.resource);
    const isOwn = URL.canParse(resource) && isWithin(new URL(spec.url), new URL(resource));
    return judged(isOwn ? [] : [`\`resource\` is ${JSON.stringify(document.resource)}`], 'it is', ...frames);
  },
});

/** Of a less specific URI than the endpoint clients make no fuss. */
function isWithin(endpoint: URL, resource: URL): boolean {
  const path = resource.pathname.replace(/\/$/, '');
  return (
    endpoint.origin === resource.origin &&
    (endpoint.pathname === path || endpoint.pathname.startsWith(`${path}/`))
  );
}
