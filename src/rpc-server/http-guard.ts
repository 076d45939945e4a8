/**
 * Protection against DNS rebinding: a page in a browser can make a name of its own point at this
 * machine, but it cannot forge the Host and Origin headers that then come with its requests.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why a request is refused, or undefined. `boundTo` is the host that the server listens on; `strict` lets in pages of
 * this server alone, not of another one on this machine.
 */
export function guardFault(
  headers: { host?: string | undefined; origin?: string | undefined },
  boundTo: string,
  strict = false,
): string | undefined {
  const host = hostnameOf(`http://${headers.host ?? ''}`);
  if (host === undefined || !isAllowed(host, boundTo)) return 'Forbidden: this Host is not served here';
  if (headers.origin === undefined) return undefined;
  const origin = /^https?:\/\//.test(headers.origin) ? hostnameOf(headers.origin) : undefined;
  const isForeign = strict && headers.origin !== `http://${headers.host}`;
  if (origin === undefined || isForeign || !isAllowed(origin, boundTo))
    return 'Forbidden: this Origin may not call';
  return undefined;
}

/** Compared in constant time, whatever its length. */
export function bringsToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
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
