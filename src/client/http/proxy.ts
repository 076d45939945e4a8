/**
 * Which proxy a request goes through, by the usual variables: `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and
 * `NO_PROXY`, in either case. This machine itself is never asked for through a proxy.
 */
import { isIP } from 'node:net';

/** Undefined: the host is asked directly. */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): URL | undefined {
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const value = read(env, name) || read(env, 'all_proxy');
  if (!value || isLoopback(bare(url.hostname)) || isExempt(url, read(env, 'no_proxy'))) return undefined;
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (!URL.canParse(written)) return undefined;
  const proxy = new URL(written);
  return /^https?:$/.test(proxy.protocol) ? proxy : undefined;
}

/** The header that logs in to a proxy whose address holds a user. */
export function proxyHeaders(proxy: URL): Record<string, string> {
  if (!proxy.username && !proxy.password) return {};
  const pair = `${decoded(proxy.username)}:${decoded(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The lower-case spelling wins, as with curl. */
function read(env: NodeJS.ProcessEnv, name: string): string {
  return (env[name] ?? env[name.toUpperCase()] ?? '').trim();
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || isLoopbackV4(host);
}

function isLoopbackV4(host: string): boolean {
  return isIP(host) === 4 && host.startsWith('127.');
}

/** Entries are hosts, domains with everything below them, either with a port, or `*`. */
function isExempt(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const isV6 = isIP(entry) === 6;
      const [, entryHost = entry, entryPort = port] =
        (isV6 ? null : /^(.*[^:\]]|\[.*\]):(\d+)$/.exec(entry)) ?? [];
      if (entryPort !== port) return false;
      const name = bare(entryHost).replace(/^\*?\.?/, '');
      return name !== '' && (host === name || (isIP(host) === 0 && host.endsWith(`.${name}`)));
    });
}
