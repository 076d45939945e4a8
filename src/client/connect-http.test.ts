import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { ServerSpec } from '../types/connection.js';
import { codes, options, reach, refused, spec } from './chaos-testkit.js';

interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** The parsed body of a POST. */
  body: { id?: number; method?: string; params?: Record<string, unknown> };
}

type Handler = (asked: Asked, response: ServerResponse) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A loopback server; every request is noted. */
async function serve(handler: Handler): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const entry = { method, path: url, headers, body: text ? JSON.parse(text) : {} };
      asked.push(entry);
      handler(entry, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, asked };
}

function json(response: ServerResponse, value: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

const result = (id: unknown, value: object) => ({ jsonrpc: '2.0', id, result: value });
const hello = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'h', version: '1' },
};

/** An honest server; `call` decides what becomes of everything after the handshake. */
function honest(call: Handler, sessionId = 'abc'): Handler {
  return (asked, response) => {
    if (asked.method === 'DELETE') response.writeHead(200).end();
    else if (asked.body.method === 'initialize') {
      json(response, result(asked.body.id, hello), 200, { 'mcp-session-id': sessionId });
    } else if (asked.body.method?.startsWith('notifications/')) response.writeHead(202).end();
    else call(asked, response);
  };
}

function http(url: string, extra: Partial<ServerSpec> = {}): ServerSpec {
  return spec({ url, ...extra });
}

describe('an honest server', () => {
  test('sees session and revision on every request after the handshake, and a DELETE at the end', async () => {
    const { url, asked } = await serve(honest((a, r) => json(r, result(a.body.id, { ok: true }))));
    const connection = await reach(http(url, { headers: { 'x-own': '1' } }));
    expect(connection.info).toMatchObject({
      transport: 'http',
      era: 'legacy',
      protocol_version: '2025-11-25',
    });
    expect(await connection.request('tools/call', { name: 'x' })).toMatchObject({
      kind: 'result',
      result: { ok: true },
    });
    await connection.close();
    expect(asked.map((a) => a.body.method ?? a.method)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/call',
      'DELETE',
    ]);
    expect(asked[0]!.headers).not.toHaveProperty('mcp-session-id');
    expect(asked[0]!.headers).not.toHaveProperty('mcp-protocol-version');
    expect(asked[2]!.headers).toMatchObject({
      'mcp-session-id': 'abc',
      'mcp-protocol-version': '2025-11-25',
      'x-own': '1',
      accept: 'application/json, text/event-stream',
    });
    expect(asked[2]!.headers).not.toHaveProperty('mcp-method');
    expect(asked[3]!.headers).toMatchObject({ 'mcp-session-id': 'abc' });
    expect(codes(connection)).toEqual([]);
  });

  test('may answer with an event stream and report progress on it', async () => {
    const { url } = await serve(
      honest((a, r) => {
        r.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
        const note = {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: a.body.id, progress: 1 },
        };
        r.write(`: hi\r\nid: 1\r\ndata:\r\n\r\nevent: message\rdata: ${JSON.stringify(note)}\r\r`);
        r.end(`data: {"jsonrpc":"2.0",\ndata: "id":${a.body.id},"result":{"text":"ü"}}\n\n`);
      }),
    );
    const reply = await (await reach(http(url))).request('tools/call', {}, { progress: true });
    expect(reply).toMatchObject({ kind: 'result', result: { text: 'ü' }, progress: [{ progress: 1 }] });
  });

  test('may end its stream early and be resumed where it stopped', async () => {
    const { url, asked } = await serve((a, r) => {
      if (a.method === 'GET') {
        r.writeHead(200, { 'content-type': 'text/event-stream' });
        return r.end(`data: ${JSON.stringify(result(2, { resumed: true }))}\n\n`);
      }
      honest((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end('id: e7\nretry: 1\ndata:\n\n');
      })(a, r);
    });
    expect(await (await reach(http(url))).request('tools/call')).toMatchObject({ result: { resumed: true } });
    expect(asked.find((a) => a.method === 'GET')?.headers).toMatchObject({ 'last-event-id': 'e7' });
  });

  test('that is busy is asked once more when it says when', async () => {
    let calls = 0;
    const { url } = await serve(
      honest((a, r) => {
        if (calls++ === 0) r.writeHead(429, { 'retry-after': '0' }).end();
        else json(r, result(a.body.id, {}));
      }),
    );
    expect(await (await reach(http(url))).request('tools/call')).toMatchObject({ kind: 'result' });
  });
});

describe('sessions', () => {
  test('an expired one is renewed once for all requests that met it', async () => {
    let session = 0;
    let alive = '';
    const { url, asked } = await serve((a, r) => {
      if (a.body.method === 'initialize') {
        alive = `s${++session}`;
        return json(r, result(a.body.id, hello), 200, { 'mcp-session-id': alive });
      }
      if (a.headers['mcp-session-id'] !== alive) return json(r, { error: 'gone' }, 404);
      if (a.body.id === undefined) return r.writeHead(202).end();
      json(r, result(a.body.id, { session: alive }));
    });
    const connection = await reach(http(url));
    await connection.request('tools/call');
    alive = 'restarted';
    const replies = await Promise.all([connection.request('tools/call'), connection.request('tools/call')]);
    expect(replies).toMatchObject([{ result: { session: 's2' } }, { result: { session: 's2' } }]);
    expect(asked.filter((a) => a.body.method === 'initialize')).toHaveLength(2);
    expect(codes(connection)).toEqual(['session-expired']);
  });

  test('one that expires again at once is no loop', async () => {
    const { url, asked } = await serve(honest((_, r) => r.writeHead(404).end()));
    const reply = await (await reach(http(url))).request('tools/call');
    expect(reply).toMatchObject({ kind: 'invalid', message: expect.stringContaining('404') });
    expect(reply).not.toHaveProperty('expired');
    expect(asked.filter((a) => a.body.method === 'tools/call')).toHaveLength(2);
  });

  test('a 400 about the session names the status it should have been', async () => {
    const { url } = await serve(honest((_, r) => json(r, { error: 'unknown session' }, 400)));
    const reply = await (await reach(http(url))).request('tools/call');
    expect(reply).toMatchObject({ kind: 'invalid', message: expect.stringContaining('has to answer 404') });
  });
});

describe('what is no answer', () => {
  const cases: [string, Handler, RegExp][] = [
    [
      'an HTML page',
      (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<h1>\u001b[2JHi'),
      /text\/html.*<h1>.{1,8}x1b\[2JHi/,
    ],
    [
      'a proxy error',
      (_, r) => r.writeHead(502, { 'content-type': 'text/html' }).end('<b>Bad'),
      /HTTP 502.*<b>Bad/,
    ],
    [
      'an empty body',
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end(),
      /HTTP 200.*empty body/,
    ],
    [
      'half a JSON text',
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":'),
      /not JSON.*jsonrpc/,
    ],
    ['202', (_, r) => r.writeHead(202).end(), /HTTP 202.*without an answer/],
    ['another id', (_, r) => json(r, result(99, {})), /no response to request 2/],
    ['an id of another type', (a, r) => json(r, result(String(a.body.id), {})), /no response to request 2/],
    [
      'a stream without an answer',
      (_, r) => r.writeHead(200, { 'content-type': 'text/event-stream' }).end(': bye\n\n'),
      /ended without an answer/,
    ],
    [
      'an event that is not JSON',
      (_, r) => r.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: oops\n\n'),
      /not JSON.*oops/,
    ],
    [
      'a body past the cap',
      (a, r) => json(r, result(a.body.id, { x: 'x'.repeat(5000) })),
      /exceeds 4096 bytes/,
    ],
    [
      'nesting without end',
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(3000)),
      /nests deeper than/,
    ],
    [
      'an event past the cap',
      (a, r) =>
        r
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`data: ${JSON.stringify(result(a.body.id, { x: 'x'.repeat(5000) }))}\n\n`),
      /exceeds 4096 bytes/,
    ],
  ];
  test.each(cases)('%s is invalid, with status and first bytes', async (_, handler, message) => {
    const { url } = await serve(honest(handler));
    const connection = await reach(http(url, { max_message_bytes: 4096 }));
    expect(await connection.request('tools/call')).toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(message),
    });
    expect(connection.alive).toBe(true);
  });

  test('a body that breaks off shows what came of it', async () => {
    const { url } = await serve(
      honest((_, r) => {
        r.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' });
        r.write('{"jsonrpc"', () => r.destroy());
      }),
    );
    const reply = await (await reach(http(url))).request('tools/call');
    expect(reply).toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/HTTP 200.*broke off.*jsonrpc/),
    });
  });

  test('a JSON-RPC error is an error whatever the status', async () => {
    const { url } = await serve(
      honest(
        (a, r) => json(r, { jsonrpc: '2.0', id: a.body.id, error: { code: -32601, message: 'no' } }, 404),
        '',
      ),
    );
    expect(await (await reach(http(url))).request('nothing/here')).toMatchObject({
      kind: 'error',
      error: { code: -32601 },
    });
  });

  test('a deadline ends the exchange and is told to the server', async () => {
    const { url, asked } = await serve(honest(() => {}));
    const connection = await reach(http(url));
    expect(await connection.request('tools/call', {}, { timeout_ms: 100 })).toMatchObject({
      kind: 'timeout',
    });
    await connection.close();
    expect(asked.at(-2)!.body).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 2 } });
  });
});

describe('a host that is not there', () => {
  test('is unreachable, in words', async () => {
    const { url } = await serve(() => {});
    for (const close of closers.splice(0)) close();
    const failure = await refused(http(url));
    expect(failure).toMatchObject({ stage: 'transport', code: 'unreachable' });
    expect(failure.message).toContain('connection refused');
  });

  test('that goes away mid-session ends the request as died', async () => {
    const { url } = await serve(honest((_, r) => r.destroy()));
    const connection = await reach(http(url));
    expect(await connection.request('tools/call')).toMatchObject({
      kind: 'died',
      message: expect.stringContaining(url),
    });
    expect(connection.alive).toBe(false);
  });

  test('speaks plain HTTP where TLS was asked for', async () => {
    const { url } = await serve(() => {});
    expect((await refused(http(url.replace('http:', 'https:')))).message).toContain('does not speak TLS');
  });

  test('is never asked when a header cannot be sent', async () => {
    const { url, asked } = await serve(() => {});
    const failure = await refused(http(url, { headers: { 'x-a': 'one\ntwo' } }));
    expect(failure).toMatchObject({ stage: 'transport', code: 'bad-header' });
    expect(failure.message).not.toContain('two');
    const env = { ...process.env, CHAOS_TOKEN: 'a\u{1f600}b' };
    const auth = { bearer_token_env: 'CHAOS_TOKEN' };
    expect(await refused(http(url, { auth }), { env })).toMatchObject({ stage: 'auth', code: 'bad-token' });
    expect(asked).toEqual([]);
  });

  test('is no URL at all', async () => {
    expect(await refused(http('ftp://x/y'))).toMatchObject({ stage: 'transport', code: 'bad-url' });
  });
});

describe('authentication', () => {
  const wall: Handler = (a, r) =>
    a.headers.authorization === 'Bearer right'
      ? honest((asked, response) => json(response, result(asked.body.id, {})))(a, r)
      : r.writeHead(401, { 'www-authenticate': 'Bearer realm="mcp", scope="read"' }).end();
  const auth = { bearer_token_env: 'CHAOS_TOKEN' };
  const withToken = (token: string) => ({ env: { ...process.env, CHAOS_TOKEN: token } });

  test('a good token gets in and its value is told nowhere', async () => {
    const { url } = await serve(wall);
    const connection = await reach(http(url, { auth }), withToken('right\n'));
    expect(connection.info.auth).toBe('bearer');
    expect(JSON.stringify(connection.info)).not.toContain('right');
  });

  test('an empty variable is named, with what the server advertises', async () => {
    const { url } = await serve(wall);
    const failure = await refused(http(url, { auth }), withToken(''));
    expect(failure).toMatchObject({ stage: 'auth', code: 'unauthorized' });
    expect(failure.message).toBe(
      `auth failed: HTTP 401 from ${url}, server advertises Bearer (realm="mcp", scope="read"). ` +
        'env var `CHAOS_TOKEN` (named by `bearer_token_env`) is not set or is empty in this process; ' +
        `export a valid token into it. Diagnose with: mcptest doctor --url ${url} --bearer-token-env CHAOS_TOKEN`,
    );
  });

  test('a rejected token and a missing declaration say so', async () => {
    const { url } = await serve(wall);
    const rejected = await refused(http(url, { auth }), withToken('wrong'));
    expect(rejected.message).toMatch(/`CHAOS_TOKEN`.*was rejected/);
    expect(rejected.message).not.toContain('wrong');
    expect((await refused(http(url))).message).toContain('set `bearer_token_env`');
  });

  test('an empty variable is a failure even where no token is needed', async () => {
    const { url, asked } = await serve(honest(() => {}));
    const failure = await refused(http(url, { auth }), withToken(''));
    expect(failure).toMatchObject({ stage: 'auth', code: 'token-missing' });
    expect(failure.message).toContain('`CHAOS_TOKEN`');
    expect(asked.at(-1)!.method).toBe('DELETE');
  });

  test('a refusal in the middle of a session is a reply', async () => {
    const { url } = await serve(honest((_, r) => r.writeHead(403).end()));
    const reply = await (await reach(http(url))).request('tools/call');
    expect(reply).toMatchObject({ kind: 'unauthorized', message: expect.stringContaining('HTTP 403') });
  });
});

describe('redirects', () => {
  test('within the origin are followed where the method survives', async () => {
    const { url } = await serve((a, r) => {
      if (a.path === '/mcp') return r.writeHead(307, { location: '/mcp/' }).end();
      honest((asked, response) => json(response, result(asked.body.id, { path: asked.path })))(a, r);
    });
    expect(await (await reach(http(url))).request('tools/call')).toMatchObject({ result: { path: '/mcp/' } });
  });

  test('to another origin are refused, and nothing is sent there', async () => {
    const other = await serve(() => {});
    const { url } = await serve((_, r) => r.writeHead(308, { location: other.url }).end());
    const failure = await refused(http(url, { headers: { authorization: 'Bearer x' } }));
    expect(failure.message).toContain('another origin');
    expect(failure.message).toContain(other.url);
    expect(other.asked).toEqual([]);
  });

  test.each([
    [302, '/elsewhere', /turns POST into GET/],
    [307, '/mcp', /more than 5 redirects/],
  ])('%i to %s is refused', async (status, location, message) => {
    const { url } = await serve((_, r) => r.writeHead(status, { location }).end());
    expect((await refused(http(url))).message).toMatch(message);
  });
});

describe('the handshake over HTTP', () => {
  test('goes stateless when initialize is refused, and repeats method and name in headers', async () => {
    const { url, asked } = await serve((a, r) => {
      if (a.body.method === 'initialize') {
        return json(
          r,
          { jsonrpc: '2.0', id: a.body.id, error: { code: -32022, message: 'modern only' } },
          400,
        );
      }
      const value =
        a.body.method === 'server/discover' ? { supportedVersions: ['2026-07-28'], capabilities: {} } : {};
      json(r, result(a.body.id, { resultType: 'complete', ...value }));
    });
    const connection = await reach(http(url));
    expect(connection.info).toMatchObject({ era: 'modern', protocol_version: '2026-07-28' });
    await connection.request('tools/call', { name: 'grüße', arguments: {} });
    expect(asked.at(-1)!.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('grüße').toString('base64')}?=`,
    });
    expect(asked.at(-1)!.body.params).toMatchObject({
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'mcptest', version: options.version },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    });
    await connection.close();
    expect(asked.some((a) => a.method === 'DELETE')).toBe(false);
  });

  test('a wrong path is reported by its first answer', async () => {
    const { url } = await serve((_, r) => r.writeHead(404, { 'content-type': 'text/plain' }).end('not here'));
    const failure = await refused(http(url));
    expect(failure).toMatchObject({ stage: 'handshake' });
    expect(failure.message).toMatch(/HTTP 404.*not here/);
  });

  test('a server that accepts and says nothing has hung', async () => {
    const { url } = await serve(() => {});
    expect(await refused(http(url, { startup_timeout_ms: 200 }))).toMatchObject({
      code: 'handshake-timeout',
    });
  });
});

describe('start beside url', () => {
  test('a server that dies before its port answers is reported with stderr', async () => {
    const start = [process.execPath, '-e', "console.error('no database'); process.exit(3)"];
    const failure = await refused(http('http://127.0.0.1:9/mcp', { start }));
    expect(failure).toMatchObject({ stage: 'start', code: 'exited' });
    expect(failure.message).toMatch(/code 3 before 127\.0\.0\.1:9 answered.*no database/);
  });

  test('a port that never answers is a deadline', async () => {
    const start = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
    const failure = await refused(http('http://127.0.0.1:9/mcp', { start, startup_timeout_ms: 200 }));
    expect(failure).toMatchObject({ stage: 'start', code: 'start-timeout' });
  });

  test('a port that somebody else holds is refused before anything starts', async () => {
    const { url } = await serve(honest(() => {}));
    const failure = await refused(http(url, { start: ['no-such-program'] }));
    expect(failure).toMatchObject({ stage: 'start', code: 'port-in-use' });
  });

  test('a command that is not there is a spawn failure', async () => {
    const failure = await refused(http('http://127.0.0.1:9/mcp', { start: ['no-such-program'] }));
    expect(failure).toMatchObject({ stage: 'spawn', code: 'ENOENT' });
  });
});
