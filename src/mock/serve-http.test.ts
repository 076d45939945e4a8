import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { META } from '../rpc-server/eras.js';
import { parseManifest } from './load-manifest.js';
import { type HttpServer, serveHttp } from './serve-http.js';

const tools = [
  { name: 't', is_error: 'x' },
  { name: 'slow', delay: '10m', is_error: 'late' },
  { name: 'sequence', responses: [{ sequence: [{ is_error: '1' }, { is_error: '2' }] }] },
  {
    name: 'mirrored',
    input_schema: { properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
    is_error: 'there',
  },
];
const servers: Record<string, HttpServer> = {};

beforeAll(async () => {
  for (const protocol of ['both', 'legacy', 'modern']) {
    const manifest = await parseManifest(JSON.stringify({ mock_server: { protocol, tools } }), 'm.json');
    servers[protocol] = await serveHttp(manifest, { port: 0 });
  }
});
afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())));

/** What comes over the wire is looked at, not typed. */
type Body = ReturnType<typeof JSON.parse>;

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Body;
}

interface TestRequest {
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  path?: string;
}

/** node:http, because fetch will not send a Host header of our choice. */
function ask(
  protocol: string,
  { method = 'POST', headers = {}, body, path = '/mcp' }: TestRequest,
): Promise<Answer> {
  const all = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const url = new URL(path, servers[protocol]?.url);
    const options = { method, headers: sent as Record<string, string>, agent: false };
    const request = httpRequest(url, options, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const isJson = response.headers['content-type'] === 'application/json';
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: isJson ? JSON.parse(text) : text,
        });
      });
    });
    request.on('error', reject);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    request.end(method === 'POST' ? text : undefined);
  });
}

const rpc = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });
const INITIALIZE = rpc('initialize', { protocolVersion: '2025-11-25' });

async function session(protocol = 'both'): Promise<Record<string, string>> {
  const { headers } = await ask(protocol, { body: INITIALIZE });
  return { 'mcp-session-id': String(headers['mcp-session-id']) };
}

describe('whoever asks', () => {
  test.each([
    [{ host: 'evil.example' }],
    [{ host: '127.0.0.1.evil.example' }],
    [{ origin: 'http://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'file://localhost' }],
  ])('with %j is forbidden', async (headers) => {
    for (const method of ['POST', 'GET', 'DELETE']) {
      expect((await ask('both', { method, headers, body: INITIALIZE })).status).toBe(403);
    }
  });

  test.each([[{ host: 'localhost:1' }], [{ host: '[::1]' }], [{ origin: 'http://localhost:5173' }]])(
    'with %j is served',
    async (headers) => {
      expect((await ask('both', { headers, body: INITIALIZE })).status).toBe(200);
    },
  );

  test('nothing is opened to other origins', async () => {
    const { headers } = await ask('both', { headers: { origin: 'http://localhost:1' }, body: INITIALIZE });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('HTTP', () => {
  test.each([
    ['another path', { path: '/', body: INITIALIZE }, 404],
    ['no JSON', { body: '{' }, 400],
    ['no message', { body: '7' }, 400],
    ['another content type', { headers: { 'content-type': 'text/plain' }, body: INITIALIZE }, 415],
    ['an answer in HTML', { headers: { accept: 'text/html' }, body: INITIALIZE }, 406],
    ['JSON only', { headers: { accept: 'application/json' }, body: INITIALIZE }, 406],
    ['anything at all', { headers: { accept: '*/*' }, body: INITIALIZE }, 200],
    ['a stream', { method: 'GET' }, 405],
    ['a PUT', { method: 'PUT' }, 405],
    ['too much', { body: `"${'x'.repeat(5 * 1024 * 1024)}"` }, 413],
  ])('%s', async (_, asked: TestRequest, status) => {
    const answer = await ask('both', asked);
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.headers.allow).toContain('POST');
  });

  test('a port in use is said in one line', async () => {
    const { port } = new URL(servers.both?.url ?? '');
    const manifest = await parseManifest('{"mock_server":{}}', 'm.json');
    await expect(serveHttp(manifest, { port: Number(port) })).rejects.toMatchObject({
      code: 'cannot-listen',
      exitCode: 2,
    });
  });
});

describe('the legacy era', () => {
  test('has sessions', async () => {
    const headers = await session();
    expect((await ask('both', { headers, body: rpc('ping') })).body.result).toEqual({});
    const notice = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await ask('both', { headers, body: notice })).toMatchObject({ status: 202, body: '' });
    expect((await ask('both', { headers, body: rpc('nothing') })).status).toBe(200);
    expect((await ask('both', { method: 'DELETE', headers })).status).toBe(200);
    expect(await ask('both', { headers, body: rpc('ping') })).toMatchObject({
      status: 404,
      body: { error: { code: -32001 } },
    });
  });

  test.each(['POST', 'DELETE'])('%s needs one that exists', async (method) => {
    const body = rpc('ping');
    expect((await ask('both', { method, body })).status).toBe(400);
    expect((await ask('both', { method, body, headers: { 'mcp-session-id': '__proto__' } })).status).toBe(
      404,
    );
  });

  test('a handshake that fails makes no session', async () => {
    const { headers, body } = await ask('both', { body: rpc('initialize', {}) });
    expect(headers['mcp-session-id']).toBeUndefined();
    expect(body.error.code).toBe(-32602);
  });

  test('knows the revisions of its header', async () => {
    const headers = await session('legacy');
    const version = (value: string) =>
      ask('legacy', { headers: { ...headers, 'mcp-protocol-version': value }, body: rpc('ping') });
    expect((await version('2025-06-18')).status).toBe(200);
    expect((await version('1999-01-01')).status).toBe(400);
    expect((await version('2026-07-28')).status).toBe(400);
  });

  test('a cancelled call ends without an answer', async () => {
    const headers = await session();
    const call = ask('both', { headers, body: rpc('tools/call', { name: 'slow' }, 'c') });
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } };
    let done: Answer | undefined;
    const waiting = call.then((answer) => {
      done = answer;
    });
    // The cancellation may overtake the call: repeat it until the call has ended.
    while (!done) await Promise.race([waiting, ask('both', { headers, body: cancel })]);
    expect(done).toMatchObject({ status: 200, body: '', headers: { 'content-type': 'text/event-stream' } });
  });

  test('every session has a sequence of its own', async () => {
    const next = async (headers: Record<string, string>) =>
      (await ask('both', { headers, body: rpc('tools/call', { name: 'sequence' }) })).body.result.content[0]
        .text;
    const [a, b] = [await session(), await session()];
    expect([await next(a), await next(a), await next(b)]).toEqual(['1', '2', '1']);
  });
});

describe('the modern era', () => {
  const _meta = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: {} };
  const modern = (method: string, params: object = {}, headers: Record<string, string | undefined> = {}) => ({
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...headers },
    body: rpc(method, { ...params, _meta }),
  });

  test('needs no session', async () => {
    const answer = await ask('both', modern('tools/call', { name: 't' }, { 'mcp-name': 't' }));
    expect(answer).toMatchObject({
      status: 200,
      body: { result: { resultType: 'complete', isError: true } },
    });
    expect(answer.headers['mcp-session-id']).toBeUndefined();
  });

  test.each([
    ['no version', { 'mcp-protocol-version': undefined }],
    ['another version', { 'mcp-protocol-version': '2025-11-25' }],
    ['no method', { 'mcp-method': undefined }],
    ['another method', { 'mcp-method': 'tools/list' }],
    ['no name', { 'mcp-name': undefined }],
    ['another name', { 'mcp-name': 'slow' }],
    ['a name that is no base64', { 'mcp-name': '=?base64?t?=' }],
  ])('refuses headers with %s', async (_, headers) => {
    const answer = await ask('both', modern('tools/call', { name: 't' }, { 'mcp-name': 't', ...headers }));
    expect(answer).toMatchObject({ status: 400, body: { id: 1, error: { code: -32020 } } });
  });

  test('takes a name in base64', async () => {
    const name = `=?base64?${Buffer.from('t').toString('base64')}?=`;
    expect((await ask('both', modern('tools/call', { name: 't' }, { 'mcp-name': name }))).status).toBe(200);
  });

  test('compares the arguments that a tool wants mirrored', async () => {
    const call = (args: object, headers = {}) =>
      ask(
        'both',
        modern('tools/call', { name: 'mirrored', arguments: args }, { 'mcp-name': 'mirrored', ...headers }),
      );
    expect((await call({ region: 'eu' }, { 'mcp-param-region': 'eu' })).status).toBe(200);
    expect((await call({})).status).toBe(200);
    expect((await call({ region: 'eu' })).body.error.code).toBe(-32020);
    expect((await call({ region: 'eu' }, { 'mcp-param-region': 'us' })).body.error.code).toBe(-32020);
  });

  test.each(['both', 'modern'])('%s: an unknown method is 404, a bad envelope 400', async (protocol) => {
    for (const method of ['nothing', 'ping', 'initialize']) {
      expect(await ask(protocol, modern(method))).toMatchObject({
        status: 404,
        body: { error: { code: -32601 } },
      });
    }
    const bare = { ...modern('tools/list'), body: rpc('tools/list') };
    expect(await ask(protocol, bare)).toMatchObject({ status: 400, body: { error: { code: -32602 } } });
  });

  test('an unsupported version is said before a header is missed', async () => {
    const body = rpc('tools/list', { _meta: { ..._meta, [META.protocolVersion]: '2099-01-01' } });
    expect(await ask('both', { body })).toMatchObject({ status: 400, body: { error: { code: -32022 } } });
  });

  test('alone has neither handshake nor sessions', async () => {
    expect(await ask('modern', { body: INITIALIZE })).toMatchObject({
      status: 404,
      body: { error: { code: -32601 } },
    });
    expect((await ask('modern', { method: 'DELETE' })).status).toBe(405);
  });

  test('a legacy server does not know it', async () => {
    expect((await ask('legacy', modern('server/discover'))).status).toBe(400);
  });
});
