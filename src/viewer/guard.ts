/**
 * Who may ask the viewer. A page of another site can make its own name point at this machine, but it can
 * neither forge Host and Origin nor guess the token, which is the first part of every path.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Admission = { path: string } | { status: number; reason: string };

/** The path behind the token, or why the request is refused. `/snapshot` holds nothing and needs no token. */
export function admit(request: IncomingMessage, port: number, token: string): Admission {
  const { host, origin } = request.headers;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (host === undefined || !hosts.includes(host.toLowerCase()))
    return { status: 403, reason: 'this Host is not served here' };
  if (origin !== undefined && !hosts.some((known) => origin.toLowerCase() === `http://${known}`))
    return { status: 403, reason: 'this Origin may not ask' };
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site')
    return { status: 403, reason: 'pages of other sites may not ask' };
  if (request.method !== 'GET') return { status: 405, reason: 'only GET is answered' };
  const [path = '/'] = (request.url ?? '/').split('?');
  if (path === '/snapshot') return { path };
  const [, given = '', rest] = /^\/([^/]*)(\/.*)?$/.exec(path) ?? [];
  if (!isToken(given, token))
    return {
      status: 403,
      reason: 'the token is missing or wrong; open the address that `mcptest view` printed',
    };
  return { path: rest ?? '' };
}

function isToken(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
