import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection, ConnectionInfo, Reply, ServerSpec } from '../types/connection.js';
import { type ProbeReport, probeServer } from './probes.js';

const reply = (message: string, data?: unknown): Reply => ({
  kind: 'error',
  error: { code: -32601, message, data },
  duration_ms: 1,
  progress: [],
});
const refusal = reply('no such method');

/** A session that refuses everything. */
function session(answer: Reply = refusal, info: Partial<ConnectionInfo> = {}): Connection {
  return {
    name: 's',
    info: {
      transport: 'http',
      era: 'legacy',
      protocol_version: '2025-06-18',
      capabilities: {},
      auth: 'none',
      ...info,
    },
    alive: true,
    request: async () => answer,
    list: async () => ({ items: [], pages: 1 }),
    faults: () => [],
    stderrTail: () => '',
    close: async () => {},
  } as Connection;
}

const base: ServerSpec = {
  name: 's',
  cwd: process.cwd(),
  protocol: 'auto',
  startup_timeout_ms: 1000,
  request_timeout_ms: 1000,
  shutdown_grace_ms: 100,
  isolate: 'suite',
};
const stdio: ServerSpec = { ...base, command: ['node'] };

interface Request {
  method?: string;
  headers: IncomingHttpHeaders;
  body: string;
}

async function serve(answer: RequestListener): Promise<{ url: string; requests: Request[] }> {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    const { method, headers } = request;
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push({ method, headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, requests };
}
const hitsOf = ({ probed }: ProbeReport) =>
  Object.fromEntries(probed.map(({ rule, hits }) => [rule.id, hits.length]));

describe('over stdio', () => {
  it('only the error answers are judged', async () => {
    expect(await probeServer(stdio, session(), {})).toMatchObject({
      probed: [{ rule: { id: 'SEC-019' }, hits: [] }],
      announced: false,
    });
  });

  it('a stack trace in the data of an error is a leak', async () => {
    const data = { stack: 'Error: x\n    at run (/srv/app/main.js:10:5)' };
    expect(hitsOf(await probeServer(stdio, session(reply('x', data)), {}))).toEqual({ 'SEC-019': 1 });
  });

  it('hears that the list changed while it was probed', async () => {
    const notifications = [{ method: 'notifications/tools/list_changed' }];
    expect((await probeServer(stdio, session({ ...refusal, notifications }), {})).announced).toBe(true);
  });

  it('asks a server that has gone nothing', async () => {
    const asked: string[] = [];
    const gone = {
      ...session(),
      alive: false,
      request: async (method: string) => {
        asked.push(method);
        return refusal;
      },
    } as Connection;
    await probeServer(stdio, gone, {});
    expect(asked).toEqual([]);
  });
});

describe('behind a URL', () => {
  /** Takes everything from everybody, and counts its sessions. */
  const careless = (): RequestListener => {
    let count = 0;
    return (_request, response) => {
      count += 1;
      const headers = { 'content-type': 'application/json', 'mcp-session-id': String(count) };
      response.writeHead(200, { ...headers, 'access-control-allow-origin': '*' });
      response.end('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}');
    };
  };
  /** Takes only its own host and origin with the right token, and has good session ids. */
  const careful: RequestListener = ({ headers }, response) => {
    const isKnown = headers.authorization === 'Bearer t-1';
    const isOwn = headers.origin === undefined && headers.host?.startsWith('127.0.0.1');
    if (isKnown && isOwn) response.writeHead(200, { 'mcp-session-id': crypto.randomUUID() }).end('{}');
    else response.writeHead(isKnown ? 403 : 401).end();
  };

  it('finds what a careless server lets through', async () => {
    const { url } = await serve(careless());
    expect(hitsOf(await probeServer({ ...base, url }, session(), {}))).toMatchObject({
      'SEC-018': 1,
      'SEC-022': 1,
      'SEC-023': 1,
      'SEC-024': 1,
    });
  });

  it('finds nothing at a careful one, and ends the sessions that it opened', async () => {
    const { url, requests } = await serve(careful);
    const spec: ServerSpec = { ...base, url, auth: { bearer_token_env: 'KEY' } };
    const hits = hitsOf(await probeServer(spec, session(), { KEY: 't-1' }));
    expect(Object.keys(hits).sort()).toEqual(
      ['017', '018', '019', '020', '021', '022', '023', '024'].map((number) => `SEC-${number}`),
    );
    expect(Object.values(hits).every((count) => count === 0)).toBe(true);
    const ended = requests.filter(({ method }) => method === 'DELETE');
    expect(new Set(ended.map(({ headers }) => headers['mcp-session-id'])).size).toBe(2);
  });

  it('asks without credentials once, and never calls a tool', async () => {
    const { url, requests } = await serve(careful);
    await probeServer({ ...base, url, auth: { bearer_token_env: 'KEY' } }, session(), { KEY: 't-1' });
    expect(requests.filter(({ headers }) => headers.authorization === undefined)).toHaveLength(1);
    expect(JSON.stringify(requests)).not.toContain('tools/call');
  });

  it('speaks the era of the server', async () => {
    const { url, requests } = await serve(careful);
    await probeServer(
      { ...base, url },
      session(refusal, { era: 'modern', protocol_version: '2026-07-28' }),
      {},
    );
    expect(requests[0]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'server/discover',
    });
  });
});
