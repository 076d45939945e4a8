/** What the endpoint behind a URL answers to a handshake: status and content type. */
import { HttpClient } from '../client/http/http-client.js';
import { networkError } from '../client/http/network-error.js';
import { LATEST_LEGACY } from '../client/session/revisions.js';
import type { ServerSpec } from '../types/connection.js';
import { clip, oneLine } from '../util/text.js';
import { VERSION } from '../util/version.js';
import type { Checklist } from './checklist.js';
import { HTML } from './remedies.js';

const ANSWER_MS = 10_000;
const KEPT_BODY = 2048;

interface Endpoint {
  client: HttpClient;
  url: URL;
  spec: ServerSpec;
  env: NodeJS.ProcessEnv;
}

interface Answer {
  status: number;
  type: string;
  location?: string;
  /** The beginning of the body. */
  start: string;
}

/** True when a handshake is worth trying. */
export async function httpSteps(
  list: Checklist,
  url: URL,
  spec: ServerSpec,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const endpoint: Endpoint = { client: new HttpClient(env), url, spec, env };
  try {
    return await lookAt(list, endpoint);
  } finally {
    // A stream of ours that stays open would keep a server busy that serves one client at a time.
    endpoint.client.close();
  }
}

async function lookAt(list: Checklist, endpoint: Endpoint): Promise<boolean> {
  let answer: Answer;
  try {
    answer = await post(endpoint);
  } catch (error) {
    list.fail(
      'http',
      networkError(error).words,
      'The server takes connections but gives no answer: look at its log.',
    );
    list.unreachable();
    return false;
  }
  const { status } = answer;
  if (status === 401 || status === 403) {
    const other = status === 403 ? await allowedHost(endpoint) : undefined;
    if (other !== undefined) {
      list.fail(
        'http',
        `${status}: it lets ${new URL(other).host} in, but not ${endpoint.url.host}`,
        `Use that URL: --url ${other}`,
      );
      return false;
    }
    list.pass('http', `${status}: it wants to know who is asking`);
    list.skip('content-type', 'no answer yet');
    return true;
  }
  if (OLDER.has(status) && (await isSse(endpoint))) {
    list.pass('http', `${status} to POST, but GET opens a stream: the older HTTP with SSE`);
    list.pass('content-type', 'text/event-stream');
    return true;
  }
  const problem = await statusProblem(endpoint, answer);
  if (problem) {
    list.fail('http', problem.detail, problem.remedy);
    return false;
  }
  list.pass('http', String(status));
  return contentTypeStep(list, answer);
}

function contentTypeStep(list: Checklist, { status, type, start }: Answer): boolean {
  if (/html/i.test(type) || /^\s*<(!doctype|html)/i.test(start)) {
    list.fail('content-type', `${type || 'no content type'}: ${excerpt(start)}`, HTML);
    return false;
  }
  if (status === 200 && !/^(application\/json|text\/event-stream)\b/i.test(type)) {
    list.fail(
      'content-type',
      `${type || 'none'}: ${excerpt(start)}`,
      'An MCP endpoint answers with application/json or text/event-stream.',
    );
    return false;
  }
  list.pass('content-type', type || 'none');
  return true;
}

/** What a server of 2024-11-05 may answer to a POST where its stream is; the handshake then tries that, too. */
const OLDER = new Set([400, 404, 405]);

async function isSse({ client, url, spec, env }: Endpoint): Promise<boolean> {
  try {
    const headers = { ...headersOf(spec, env), accept: 'text/event-stream' };
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await client.send(url, { method: 'GET', headers, signal });
    response.discard();
    return response.status === 200 && /^text\/event-stream\b/i.test(response.header('content-type') ?? '');
  } catch {
    return false;
  }
}

interface StatusProblem {
  detail: string;
  remedy: string;
}

async function statusProblem(endpoint: Endpoint, answer: Answer): Promise<StatusProblem | undefined> {
  const { status, location, start } = answer;
  if (status < 200)
    return {
      detail: `HTTP ${status}: the server switches to another protocol`,
      remedy: 'An MCP endpoint answers a POST with 200: check the URL, it may be that of a WebSocket.',
    };
  if (status >= 300 && status < 400) {
    return {
      detail: `${status}: it points to ${location ?? 'nowhere'}`,
      remedy: `Use that URL if it is meant${location ? `: --url ${location}` : ''}.`,
    };
  }
  if (status === 404 || status === 405 || status === 410) {
    // A JSON-RPC error in the body is an MCP server of another era, which the handshake finds out.
    if (/"jsonrpc"/.test(start)) return undefined;
    const other = await otherPath(endpoint);
    const detail = `${status}: ${status === 405 ? 'POST is not allowed there' : 'there is nothing at this path'}`;
    return {
      detail,
      remedy: other ? `${other} answers: use that URL.` : 'Check the path of the URL; it often is /mcp.',
    };
  }
  if (status >= 500)
    return {
      detail: `${status}: ${excerpt(start)}`,
      remedy:
        'The server (or a proxy before it) is broken or still starting: look at its log, or use --wait-for-ready in a run.',
    };
  if (status === 429) return { detail: '429: too many requests', remedy: 'Wait, and ask less often.' };
  return undefined;
}

/** The address of this machine under the other name, when the server answers to that one only. */
async function allowedHost(endpoint: Endpoint): Promise<string | undefined> {
  const { url } = endpoint;
  const others: Record<string, string> = {
    '127.0.0.1': 'localhost',
    '[::1]': 'localhost',
    localhost: '127.0.0.1',
  };
  const name = others[url.hostname];
  if (name === undefined) return undefined;
  const other = new URL(url);
  other.hostname = name;
  const answer = await post({ ...endpoint, url: other }).catch(() => undefined);
  return answer && answer.status < 400 ? other.href : undefined;
}

/** A path where MCP servers often are, when it answers and this one does not. */
async function otherPath(endpoint: Endpoint): Promise<string | undefined> {
  const { url } = endpoint;
  for (const path of ['/mcp', '/api/mcp']) {
    if (url.pathname === path) continue;
    const other = new URL(path, url);
    const answer = await post({ ...endpoint, url: other }).catch(() => undefined);
    if (answer && (answer.status === 401 || (answer.status === 200 && !/html/i.test(answer.type))))
      return other.href;
  }
  return undefined;
}

function headersOf(spec: ServerSpec, env: NodeJS.ProcessEnv): Record<string, string> {
  const auth = spec.auth as { bearer_token_env?: string } | undefined;
  const token = auth?.bearer_token_env === undefined ? undefined : env[auth.bearer_token_env]?.trim();
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(spec.headers ?? {})) headers[name.toLowerCase()] = value;
  if (token) headers.authorization = `Bearer ${token}`;
  return headers;
}

async function post({ client, url, spec, env }: Endpoint): Promise<Answer> {
  const params = {
    protocolVersion: LATEST_LEGACY,
    capabilities: {},
    clientInfo: { name: 'mcptest', version: VERSION },
  };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await client.send(url, {
    method: 'POST',
    headers: {
      ...headersOf(spec, env),
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    signal,
  });
  let start = '';
  try {
    for await (const chunk of response.body) {
      start += Buffer.from(chunk).toString('utf8');
      if (start.length >= KEPT_BODY) break;
    }
  } catch {
    // What came is enough: a stream may stay open for ever.
  }
  response.discard();
  return {
    status: response.status,
    type: response.header('content-type') ?? '',
    location: response.header('location'),
    start: start.slice(0, KEPT_BODY),
  };
}

function excerpt(text: string): string {
  return JSON.stringify(clip(oneLine(text.trim()), 120));
}
