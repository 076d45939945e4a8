/** The headers of a Streamable HTTP request: what the suite declares, then ours, which win. */
import type { Era } from '../../types/connection.js';
import { ownValue } from '../../util/plain.js';
import type { UrlServerSpec } from '../session/connect-result.js';
import { META } from '../session/revisions.js';
import type { Message } from '../session/transport.js';
import type { HeaderMap } from './http-client.js';
import type { ParamHeaders } from './param-headers.js';

/** Which parameter a stateless request repeats in `Mcp-Name`. */
const NAME_PARAM = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

export interface HeaderState {
  era: Era | undefined;
  revision: string | undefined;
  sessionId: string | undefined;
  params: ParamHeaders;
}

export function requestHeaders(
  spec: UrlServerSpec,
  state: HeaderState,
  token: string | undefined,
  message?: Message,
): HeaderMap {
  const headers: HeaderMap = { 'user-agent': 'mcptest' };
  for (const [name, value] of Object.entries(spec.headers ?? {})) headers[name.toLowerCase()] = value;
  const url = new URL(spec.url);
  if (url.username || url.password) {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  if (token) headers.authorization = `Bearer ${token}`;
  headers.accept = message ? 'application/json, text/event-stream' : 'text/event-stream';
  if (message) headers['content-type'] = 'application/json';
  if (state.revision && state.revision >= '2025-06-18') headers['mcp-protocol-version'] = state.revision;
  if (state.sessionId) headers['mcp-session-id'] = state.sessionId;
  if (state.era === 'modern' && message && typeof message.method === 'string') {
    // What a request says on purpose is repeated, too: the server is to judge the request, not a mismatch.
    const claimed = ownValue(ownValue(message.params, '_meta'), META.protocolVersion);
    if (typeof claimed === 'string') headers['mcp-protocol-version'] = fieldValue(claimed);
    headers['mcp-method'] = message.method;
    const name = ownValue(message.params, NAME_PARAM.get(message.method) ?? '');
    if (typeof name === 'string') headers['mcp-name'] = fieldValue(name);
    for (const [header, value] of state.params.of(message)) headers[header.toLowerCase()] = fieldValue(value);
  }
  return headers;
}

/** A header value as it is, or in the Base64 wrapping where plain text would be lost or misread. */
export function fieldValue(text: string): string {
  const plain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return plain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

/** Where requests go: the user of the URL travels in a header. */
export function requestUrl(url: string): URL {
  const target = new URL(url);
  target.username = '';
  target.password = '';
  return target;
}

/** A URL that is safe to show: no user, no password, no query. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + (pathname === '/' ? '' : pathname);
}
