/** The way to a server behind a URL, layer by layer: name, port, certificate, status, content type. */
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { HttpClient } from '../client/http/http-client.js';
import { shownUrl } from '../client/http/http-headers.js';
import { networkError } from '../client/http/network-error.js';
import { proxyFor } from '../client/http/proxy.js';
import { LATEST_LEGACY } from '../client/session/revisions.js';
import type { ServerSpec } from '../types/connection.js';
import { clip, oneLine } from '../util/text.js';
import { VERSION } from '../util/version.js';
import type { Checklist } from './checklist.js';
import { HTML } from './remedies.js';

const LAYER_MS = 10_000;
const KEPT_BODY = 2048;

/** True when a handshake is worth trying. */
export async function urlSteps(list: Checklist, spec: ServerSpec, env: NodeJS.ProcessEnv): Promise<boolean> {
  const raw = spec.url ?? '';
  if (!URL.canParse(raw) || !/^https?:$/.test(new URL(raw).protocol)) {
    list.fail('url', `${JSON.stringify(raw)} is not an http or https URL`, 'Write it as https://host/path.');
    return false;
  }
  const url = new URL(raw);
  list.pass('url', shownUrl(raw));
  const proxy = proxyFor(url, env);
  if (proxy)
    for (const id of ['dns', 'tcp', 'tls'] as const)
      list.skip(id, `through the proxy ${shownUrl(proxy.href)}`);
  else if (!(await network(list, url))) return false;
  return httpSteps(list, url, spec, env);
}

async function network(list: Checklist, url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (isIP(host)) list.skip('dns', 'the URL holds an address');
  else {
    try {
      const found = await lookup(host, { all: true });
      list.pass(
        'dns',
        `${host} is ${found
          .slice(0, 3)
          .map(({ address }) => address)
          .join(', ')}`,
      );
    } catch (error) {
      list.fail(
        'dns',
        `${host}: ${networkError(error).words}`,
        'Check the spelling of the host, your DNS, and whether a VPN is needed.',
      );
      return false;
    }
  }
  const refused = await tryTcp(host, port);
  if (refused) {
    list.fail(
      'tcp',
      `${host}:${port}: ${refused}`,
      'Start the server, check host and port, and look for a firewall between you and it.',
    );
    return false;
  }
  list.pass('tcp', `port ${port} is open`);
  if (url.protocol === 'http:') {
    list.skip('tls', 'plain http');
    return true;
  }
  const problem = await tryTls(host, port);
  if (problem) {
    list.fail('tls', problem.words, certificateRemedy(problem.code));
    return false;
  }
  list.pass('tls', 'the certificate is good');
  return true;
}

function certificateRemedy(code: string): string {
  if (/SSL_WRONG_VERSION|EPROTO|PACKET_LENGTH/.test(code))
    return 'Nothing speaks TLS there: does the URL need http:// instead of https://?';
  if (/EXPIRED/.test(code)) return 'Renew the certificate of the server.';
  if (/ALTNAME/.test(code)) return 'Use the host name that the certificate is for.';
  return 'Put the issuer of the certificate into a PEM file and name it: NODE_EXTRA_CA_CERTS=ca.pem mcptest doctor ...';
}

function tryTcp(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const socket = connectTcp({ host, port, timeout: LAYER_MS });
    const end = (problem?: string): void => {
      socket.destroy();
      done(problem);
    };
    socket.once('connect', () => end());
    socket.once('timeout', () => end(`no answer within ${LAYER_MS / 1000} s`));
    socket.once('error', (error) => end(networkError(error).words));
  });
}

function tryTls(host: string, port: number): Promise<{ code: string; words: string } | undefined> {
  return new Promise((done) => {
    const socket = connectTls({ host, port, timeout: LAYER_MS, ...(isIP(host) ? {} : { servername: host }) });
    const end = (problem?: { code: string; words: string }): void => {
      socket.destroy();
      done(problem);
    };
    socket.once('secureConnect', () => end());
    socket.once('timeout', () => end({ code: 'timeout', words: `no answer within ${LAYER_MS / 1000} s` }));
    socket.once('error', (error) => end(networkError(error)));
  });
}

interface Answer {
  status: number;
  type: string;
  location?: string;
  start: string;
}

async function httpSteps(
  list: Checklist,
  url: URL,
  spec: ServerSpec,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const client = new HttpClient(env);
  let answer: Answer;
  try {
    answer = await post(client, url, spec, env);
  } catch (error) {
    list.fail(
      'http',
      networkError(error).words,
      'The server takes connections but gives no answer: look at its log.',
    );
    return false;
  }
  const { status, type } = answer;
  if (status === 401 || status === 403) {
    list.pass('http', `${status}: it wants to know who is asking`);
    list.skip('content-type', 'no answer yet');
    return true;
  }
  if (OLDER.has(status) && (await isSse(client, url, spec, env))) {
    list.pass('http', `${status} to POST, but GET opens a stream: the older HTTP with SSE`);
    list.pass('content-type', 'text/event-stream');
    return true;
  }
  const problem = await statusProblem(client, url, spec, env, answer);
  if (problem) {
    list.fail('http', problem.detail, problem.remedy);
    return false;
  }
  list.pass('http', String(status));
  if (/html/i.test(type) || /^\s*<(!doctype|html)/i.test(answer.start)) {
    list.fail('content-type', `${type || 'no content type'}: ${excerpt(answer.start)}`, HTML);
    return false;
  }
  if (status === 200 && !/^(application\/json|text\/event-stream)\b/i.test(type)) {
    list.fail(
      'content-type',
      `${type || 'none'}: ${excerpt(answer.start)}`,
      'An MCP endpoint answers with application/json or text/event-stream.',
    );
    return false;
  }
  list.pass('content-type', type || 'none');
  return true;
}

/** What a server of 2024-11-05 may answer to a POST where its stream is; the handshake then tries that, too. */
const OLDER = new Set([400, 404, 405]);

async function isSse(
  client: HttpClient,
  url: URL,
  spec: ServerSpec,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  try {
    const headers = { ...headersOf(spec, env), accept: 'text/event-stream' };
    const signal = AbortSignal.timeout(LAYER_MS);
    const response = await client.send(url, { method: 'GET', headers, signal });
    response.discard();
    return response.status === 200 && /^text\/event-stream\b/i.test(response.header('content-type') ?? '');
  } catch {
    return false;
  }
}

async function statusProblem(
  client: HttpClient,
  url: URL,
  spec: ServerSpec,
  env: NodeJS.ProcessEnv,
  answer: Answer,
): Promise<{ detail: string; remedy: string } | undefined> {
  const { status, location, start } = answer;
  if (status >= 300 && status < 400) {
    return {
      detail: `${status}: it points to ${location ?? 'nowhere'}`,
      remedy: `Use that URL if it is meant${location ? `: --url ${location}` : ''}.`,
    };
  }
  if (status === 404 || status === 405 || status === 410) {
    // A JSON-RPC error in the body is an MCP server of another era, which the handshake finds out.
    if (/"jsonrpc"/.test(start)) return undefined;
    const other = await otherPath(client, url, spec, env);
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

/** A path where MCP servers often are, when it answers and this one does not. */
async function otherPath(
  client: HttpClient,
  url: URL,
  spec: ServerSpec,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  for (const path of ['/mcp', '/api/mcp']) {
    if (url.pathname === path) continue;
    const other = new URL(path, url);
    const answer = await post(client, other, spec, env).catch(() => undefined);
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

async function post(client: HttpClient, url: URL, spec: ServerSpec, env: NodeJS.ProcessEnv): Promise<Answer> {
  const params = {
    protocolVersion: LATEST_LEGACY,
    capabilities: {},
    clientInfo: { name: 'mcptest', version: VERSION },
  };
  const signal = AbortSignal.timeout(LAYER_MS);
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
