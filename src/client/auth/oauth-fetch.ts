/**
 * Asking for the documents and tokens of a login. The server under test says where to ask, so that is
 * not trusted: https only, no private address unless the server itself is on one, no redirects, small JSON.
 */
import { isObject } from '../../util/plain.js';
import { clip, oneLine } from '../../util/text.js';
import { readBody } from '../http/http-body.js';
import type { HttpClient, HttpRequest, Reach } from '../http/http-client.js';
import { networkError } from '../http/network-error.js';
import { isLinkLocalHost, isPrivateHost } from '../http/private-address.js';
import { parseJson } from '../session/parse-json.js';
import { withoutTokens } from './without-tokens.js';

const MAX_BYTES = 256 * 1024;
const FETCH_MS = 10_000;

export type Json = Record<string, unknown>;
export type JsonAnswer =
  | { ok: true; status: number; json: Json }
  /** `status` is absent when no answer came. */
  | { ok: false; status?: number; why: string; json?: Json };

export interface OauthFetch {
  http: HttpClient;
  /** The server under test. */
  server: URL;
  signal: AbortSignal;
  /** The suite itself names where to ask. */
  trusted?: boolean;
  /** Told every token that comes up, before anything else is done with the answer. */
  onToken?(kind: string, value: string): void;
}

/** Why a URL that the server names is not asked, or undefined. */
export function urlRefusal(url: URL, server: URL): string | undefined {
  const near = isPrivateHost(server.hostname);
  if (url.username || url.password) return 'it holds a user name or password';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && near && isPrivateHost(url.hostname))) {
    return 'it is not https';
  }
  if (!near && isPrivateHost(url.hostname)) return 'it leads to a private address';
  if (isLinkLocalHost(url.hostname)) return 'it is a link-local address';
  return undefined;
}

export function getJson(from: OauthFetch, url: URL): Promise<JsonAnswer> {
  return fetchJson(from, url, { method: 'GET', headers: { accept: 'application/json' } });
}

export function postForm(
  from: OauthFetch,
  url: URL,
  form: URLSearchParams,
  headers: Record<string, string>,
): Promise<JsonAnswer> {
  const type = 'application/x-www-form-urlencoded';
  return fetchJson(from, url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': type, ...headers },
    body: form.toString(),
  });
}

async function fetchJson(from: OauthFetch, url: URL, init: Omit<HttpRequest, 'signal'>): Promise<JsonAnswer> {
  const refused = from.trusted ? undefined : urlRefusal(url, from.server);
  if (refused) return { ok: false, why: `${withoutQuery(url)} is not asked: ${refused}` };
  const signal = AbortSignal.any([from.signal, AbortSignal.timeout(FETCH_MS)]);
  try {
    const response = await from.http.send(url, { ...init, signal, reach: reachOf(from) });
    const { status } = response;
    const body = await readBody(response, MAX_BYTES);
    const parsed = body.ok ? parseJson(body.bytes) : undefined;
    const json = parsed?.ok && isObject(parsed.value) ? parsed.value : undefined;
    tellTokens(json, from);
    if (response.ok && json) return { ok: true, status, json };
    const why = response.ok
      ? `${withoutQuery(url)} answered no JSON object`
      : `${withoutQuery(url)} answered HTTP ${status}`;
    return { ok: false, status, why: why + errorOf(json), json };
  } catch (error) {
    const timedOut = signal.aborted && !from.signal.aborted;
    const why = timedOut ? `no answer within ${FETCH_MS} ms` : networkError(error).words;
    return { ok: false, why: `${withoutQuery(url)}: ${why}` };
  }
}

function reachOf({ trusted, server }: OauthFetch): Reach {
  if (trusted) return 'anywhere';
  return isPrivateHost(server.hostname) ? 'wired' : 'public';
}

/** A refusal may hold one too. */
function tellTokens(json: Json | undefined, { onToken }: OauthFetch): void {
  for (const kind of ['access_token', 'refresh_token', 'id_token']) {
    const value = json?.[kind];
    if (typeof value === 'string' && value !== '') onToken?.(kind, value);
  }
}

/** `: invalid_client (Unknown client)`, as RFC 6749 words it. */
function errorOf(json: Json | undefined): string {
  const { error, error_description: about } = json ?? {};
  if (typeof error !== 'string') return '';
  const more = typeof about === 'string' ? ` (${clip(oneLine(withoutTokens(about)), 200)})` : '';
  return `: ${clip(oneLine(withoutTokens(error)), 60)}${more}`;
}

export function withoutQuery(url: URL): string {
  return url.origin + url.pathname;
}
