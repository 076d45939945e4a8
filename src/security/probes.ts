/**
 * What `mcptest security` asks a live server beyond its lists: the transport and the error answers. Only
 * handshakes, listings and requests that no server serves; a tool is never called.
 */

import { FOREIGN_ORIGIN, PROBE_RULE } from '../lint/probe-rules.js';
import type { Connection, ServerSpec } from '../types/connection.js';
import type { HttpAnswer, ProbeHit, ProbeRule } from '../types/probe-rule.js';
import { hostKind } from '../util/host-kind.js';
import { httpProbe } from './http-probe.js';

export interface ProbeResult {
  rule: ProbeRule;
  hits: ProbeHit[];
}

export interface ProbeReport {
  probed: ProbeResult[];
  /** The server said that its list changed while it was probed. */
  announced: boolean;
}

export async function probeServer(
  spec: ServerSpec,
  connection: Connection,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<ProbeReport> {
  const { answers, announced } = await errorAnswers(connection);
  const url = spec.url === undefined || !URL.canParse(spec.url) ? undefined : new URL(spec.url);
  if (url === undefined)
    return {
      probed: [{ rule: PROBE_RULE.errorAnswers, hits: PROBE_RULE.errorAnswers.judge({ answers }) }],
      announced,
    };
  const endpoint = endpointOf(url, { spec, connection, env, signal });
  return { probed: await probeHttp(endpoint, answers), announced };
}

/** Requests that every server refuses, over the connection that is open anyway. */
async function errorAnswers(connection: Connection): Promise<{ answers: string[]; announced: boolean }> {
  const answers: string[] = [];
  let announced = false;
  for (const [method, params] of [
    ['mcptest/no-such-method', {}],
    ['tools/list', { cursor: 'mcptest-no-such-cursor' }],
    ['prompts/get', { name: 'mcptest-no-such-prompt' }],
  ] as const) {
    if (!connection.alive) break;
    const reply = await connection.request(method, params, { timeout_ms: 5000, notifications: true });
    announced ||= reply.notifications?.some(({ method: said }) => said.endsWith('/list_changed')) ?? false;
    if (reply.kind === 'error') answers.push(plainText(reply.error));
    else if (reply.kind === 'invalid') answers.push(reply.message);
  }
  return { answers, announced };
}

function plainText({ message, data }: { message: string; data?: unknown }): string {
  const more = typeof data === 'string' ? data : JSON.stringify(data ?? '');
  return `${message}\n${more.replaceAll('\\n', '\n')}`;
}

/** An endpoint, and how it is asked. */
interface Endpoint {
  url: URL;
  credentials: Record<string, string>;
  ask(headers: Record<string, string>, body?: string): Promise<HttpAnswer | undefined>;
  endSession(id: string): Promise<unknown>;
}

interface EndpointParts {
  spec: ServerSpec;
  connection: Connection;
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

function endpointOf(url: URL, { spec, connection, env, signal }: EndpointParts): Endpoint {
  const credentials = credentialsOf(spec, env);
  const target = new URL(url);
  target.username = '';
  target.password = '';
  const shared = requestHeaders(connection);
  return {
    url,
    credentials,
    ask: (headers, body = handshake(connection)) =>
      httpProbe(target, { headers: { ...shared, ...headers }, body, signal }),
    endSession: (id) =>
      httpProbe(target, { method: 'DELETE', headers: { ...credentials, 'mcp-session-id': id }, signal }),
  };
}

function credentialsOf({ headers, auth }: ServerSpec, env: NodeJS.ProcessEnv): Record<string, string> {
  const variable = auth?.bearer_token_env;
  const token = variable === undefined ? undefined : env[variable];
  return token ? { ...headers, authorization: `Bearer ${token}` } : { ...headers };
}

async function probeHttp(endpoint: Endpoint, answers: string[]): Promise<ProbeResult[]> {
  const { url, credentials, ask } = endpoint;
  const broken = await ask(credentials, '{"jsonrpc": "2.0", "id": 1, "method": ');
  const allAnswers = broken ? [...answers, broken.body.replaceAll('\\n', '\n')] : answers;
  const out: ProbeResult[] = [
    { rule: PROBE_RULE.plainHttp, hits: PROBE_RULE.plainHttp.judge({ url }) },
    { rule: PROBE_RULE.tokenInUrl, hits: PROBE_RULE.tokenInUrl.judge({ url }) },
    { rule: PROBE_RULE.errorAnswers, hits: PROBE_RULE.errorAnswers.judge({ answers: allAnswers }) },
  ];
  const foreignOrigin = await ask({ ...credentials, origin: FOREIGN_ORIGIN });
  if (foreignOrigin !== undefined) {
    out.push(
      { rule: PROBE_RULE.foreignOrigin, hits: PROBE_RULE.foreignOrigin.judge({ url, foreignOrigin }) },
      { rule: PROBE_RULE.openCors, hits: PROBE_RULE.openCors.judge({ foreignOrigin }) },
    );
  }
  const withoutCredentials = await ask({});
  if (withoutCredentials !== undefined) {
    const hasCredentials = Object.keys(credentials).length > 0;
    out.push({
      rule: PROBE_RULE.missingCredentials,
      hits: PROBE_RULE.missingCredentials.judge({ url, hasCredentials, withoutCredentials }),
    });
  }
  if (hostKind(url.hostname) === 'loopback') {
    const foreignHost = await ask({ ...credentials, host: 'attacker.invalid' });
    if (foreignHost !== undefined)
      out.push({ rule: PROBE_RULE.foreignHost, hits: PROBE_RULE.foreignHost.judge({ foreignHost }) });
  }
  out.push({
    rule: PROBE_RULE.sessionIds,
    hits: PROBE_RULE.sessionIds.judge({ sessions: await sessionIds(endpoint) }),
  });
  return out;
}

/** Of two sessions that are opened and ended again, where the server has sessions. */
async function sessionIds({ ask, credentials, endSession }: Endpoint): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < 2) {
    const id = (await ask(credentials))?.headers['mcp-session-id'];
    if (id === undefined) break;
    ids.push(id);
    await endSession(id);
  }
  return ids;
}

/** In the era that the server speaks: it may know only one of the two. */
function handshake({ info }: Connection): string {
  const client = { name: 'mcptest', version: '0' };
  if (info.era === 'legacy') {
    const params = { protocolVersion: info.protocol_version, capabilities: {}, clientInfo: client };
    return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': info.protocol_version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': client,
  };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } });
}

function requestHeaders({ info }: Connection): Record<string, string> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  if (info.era !== 'modern') return headers;
  return { ...headers, 'mcp-protocol-version': info.protocol_version, 'mcp-method': 'server/discover' };
}
