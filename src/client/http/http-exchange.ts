/**
 * One HTTP exchange with the rules that keep credentials where they belong: redirects are followed by hand, only to
 * the same origin and only where the method survives; a busy server is asked once more when it says when.
 */

import type { ExchangeFailure } from '../session/transport.js';
import { excerpt, readBody } from './http-body.js';
import type { HttpClient, HttpRequest, HttpResponse } from './http-client.js';
import { networkError } from './network-error.js';

const MAX_HOPS = 5;
const KEEPS_METHOD = [307, 308];
const LONGEST_WAIT_MS = 60_000;
const SWITCHING = 101;
const BUSY = new Set([429, 503]);
/** As much of a busy server's page as is read. */
const BUSY_BYTES = 64 * 1024;

export type ExchangeResult =
  | { ok: true; response: HttpResponse }
  | { ok: false; kind: ExchangeFailure['kind']; message: string; status?: number };

export async function exchange(
  client: HttpClient,
  target: string,
  init: HttpRequest,
): Promise<ExchangeResult> {
  let url = new URL(target);
  let waited = false;
  for (let hops = 0; ; ) {
    let response: HttpResponse;
    try {
      response = await client.send(url, init);
    } catch (error) {
      const proxy = client.proxyOf(url);
      const words = networkError(error).words + (proxy ? `, asked through the proxy ${proxy}` : '');
      return { ok: false, kind: 'died', message: words };
    }
    if (response.status === SWITCHING) {
      const why = 'the server switches to another protocol, which was not requested';
      return { ok: false, kind: 'invalid', status: SWITCHING, message: `HTTP ${SWITCHING}: ${why}` };
    }
    if (BUSY.has(response.status)) {
      const wait = retryAfter(response);
      const left = (init.deadline ?? Number.POSITIVE_INFINITY) - performance.now();
      if (waited || wait === undefined || wait > Math.min(left, LONGEST_WAIT_MS)) {
        return {
          ok: false,
          kind: 'busy',
          status: response.status,
          message: await busy(response, wait, waited),
        };
      }
      waited = true;
      response.discard();
      await pause(wait, init.signal);
      continue;
    }
    const location = response.header('location');
    if (response.status < 300 || response.status > 399 || location === undefined)
      return { ok: true, response };
    response.discard();
    const { status } = response;
    hops += 1;
    const next = redirect(location, url, { status, method: init.method, hops });
    if (typeof next === 'string') return { ok: false, kind: 'invalid', message: `HTTP ${status}: ${next}` };
    url = next;
  }
}

/** Where a redirect leads, or why it is not followed. */
function redirect(
  location: string,
  from: URL,
  { status, method, hops }: { status: number; method: string; hops: number },
): URL | string {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (!to) return 'the server redirects to something that is not a URL';
  const where = `${to.protocol}//${to.host}${to.pathname}`;
  if (to.origin !== from.origin) {
    return `the server redirects to another origin, ${where}; it is not followed. Use that URL if it is meant`;
  }
  if (method !== 'GET' && !KEEPS_METHOD.includes(status)) {
    return `the server redirects to ${where} in a way that turns POST into GET; only 307 and 308 are followed`;
  }
  return hops > MAX_HOPS ? `more than ${MAX_HOPS} redirects` : to;
}

/** What a busy server said, and what can be done. */
async function busy(response: HttpResponse, wait: number | undefined, waited: boolean): Promise<string> {
  const { bytes } = await readBody(response, BUSY_BYTES);
  const asks = wait === undefined ? 'does not say for how long' : `asks to wait ${Math.ceil(wait / 1000)} s`;
  const again = waited ? ' It was asked again once.' : '';
  return `HTTP ${response.status}: ${excerpt(bytes)}. The server is busy and ${asks}.${again} Run later, with a lower concurrency, or with a longer request_timeout`;
}

/** Milliseconds to wait when the server says for how long it is busy. */
function retryAfter(response: HttpResponse): number | undefined {
  const value = response.header('retry-after');
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Sleeps, or less when the signal comes first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, Math.min(ms, LONGEST_WAIT_MS));
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
