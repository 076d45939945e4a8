/**
 * Protection against DNS rebinding: a page in a browser can make a name of its own point at this
 * machine, but it cannot forge the Host and Origin headers that then come with its requests.
 */
import { isIP } from 'node:net';

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Why a request is refused, or undefined. `boundTo` is the host that the server listens on. */
export function guardFault(
  headers: { host?: string | undefined; origin?: string | undefined },
  boundTo: string,
): string | undefined {
  const host = hostnameOf(`http://${headers.host ?? ''}`);
  if (host === undefined || !isAllowed(host, boundTo)) return 'Forbidden: this Host is not served here';
  if (headers.origin === undefined) return undefined;
  const origin = /^https?:\/\//.test(headers.origin) ? hostnameOf(headers.origin) : undefined;
  if (origin === undefined || !isAllowed(origin, boundTo)) return 'Forbidden: this Origin may not call';
  return undefined;
}

function hostnameOf(url: string): string | undefined {
  try {
    return new URL(url).hostname || undefined;
  } catch {
    return undefined;
  }
}

function isAllowed(hostname: string, boundTo: string): boolean {
  if (LOCAL.has(hostname)) return true;
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (bare === boundTo) return true;
  // Bound to every address, any of them may be named; a number cannot be re-bound.
  return (boundTo === '0.0.0.0' || boundTo === '::') && isIP(bare) !== 0;
}
