/** The way to a server behind a URL, layer by layer: name, port, certificate, status, content type. */
import { shownUrl } from '../client/http/http-headers.js';
import { proxyFor } from '../client/http/proxy.js';
import type { ServerSpec } from '../types/connection.js';
import type { Checklist } from './checklist.js';
import { httpSteps } from './http-steps.js';
import { networkSteps } from './network-steps.js';

/** True when a handshake is worth trying. */
export async function urlSteps(list: Checklist, spec: ServerSpec, env: NodeJS.ProcessEnv): Promise<boolean> {
  const raw = spec.url ?? '';
  if (!URL.canParse(raw) || !/^https?:$/.test(new URL(raw).protocol)) {
    list.fail('url', `${JSON.stringify(raw)} is not an http or https URL`, 'Write it as https://host/path.');
    return false;
  }
  const url = new URL(raw);
  // As it is: whoever shows the list takes out its secrets, and nothing else.
  list.pass('url', raw);
  const proxy = proxyFor(url, env);
  if (proxy === undefined) {
    if (!(await networkSteps(list, url))) return false;
  } else {
    const way = `through the proxy ${shownUrl(proxy.href)}`;
    for (const id of ['dns', 'tcp', 'tls'] as const) list.skip(id, way);
  }
  return httpSteps(list, url, spec, env);
}
