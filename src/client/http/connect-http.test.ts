import { describe, expect, test } from 'vitest';
import { freePort } from '../../../test/lib/free-port.js';
import { options, reach, refused } from '../chaos-testkit.js';
import { type Handler, honest, http, json, result, serve } from '../http-testkit.js';

describe('a host that is not there', () => {
  test('is unreachable, in words', async () => {
    const failure = await refused(http(`http://127.0.0.1:${await freePort()}/mcp`));
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

  test('a token goes before what the suite writes in its headers', async () => {
    const { url } = await serve(wall);
    const headers = { Authorization: 'Basic b2xkOm9sZA==' };
    const connection = await reach(http(url, { auth, headers }), withToken('right'));
    expect(connection.info.auth).toBe('bearer');
  });

  test('user and password of the address are sent as they were before they were encoded', async () => {
    const { url, asked } = await serve(honest(() => {}));
    await reach(http(url.replace('://', '://me%40home:p%C3%A4ss%2Fword@')));
    const pair = Buffer.from('me@home:päss/word').toString('base64');
    expect(asked[0]?.headers.authorization).toBe(`Basic ${pair}`);
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
    expect(asked.at(-1)?.method).toBe('DELETE');
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
    [302, '/elsewhere', /turns POST into GET/, 1],
    [307, '/mcp', /more than 5 redirects/, 6],
  ])('%i to %s is refused', async (status, location, message, requests) => {
    const { url, asked } = await serve((_, r) => r.writeHead(status, { location }).end());
    expect((await refused(http(url))).message).toMatch(message);
    expect(asked).toHaveLength(requests);
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
    expect(asked.at(-1)?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('grüße').toString('base64')}?=`,
    });
    expect(asked.at(-1)?.body.params).toMatchObject({
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'mcptest', version: options.version },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    });
    await connection.close();
    expect(asked.some((a) => a.method === 'DELETE')).toBe(false);
  });

  test.each([400, 404, 405])(
    'goes stateless also where initialize is turned away with HTTP %i',
    async (status) => {
      const { url } = await serve((a, r) => {
        if (a.body.method === 'initialize') return r.writeHead(status).end('what is that?');
        json(r, result(a.body.id, { supportedVersions: ['2026-07-28'], capabilities: {} }));
      });
      expect((await reach(http(url))).info.era).toBe('modern');
    },
  );

  test('stateless, a session that came with the refusal is not named again', async () => {
    const { url, asked } = await serve((a, r) => {
      if (a.body.method === 'initialize') {
        const error = { code: -32601, message: 'no such method' };
        return json(r, { jsonrpc: '2.0', id: a.body.id, error }, 200, { 'mcp-session-id': 'left-over' });
      }
      json(r, result(a.body.id, { supportedVersions: ['2026-07-28'], capabilities: {} }));
    });
    const connection = await reach(http(url));
    await connection.request('tools/list');
    await connection.close();
    expect(asked.map(({ body }) => body.method)).toEqual(['initialize', 'server/discover', 'tools/list']);
    expect(asked.some(({ headers }) => 'mcp-session-id' in headers)).toBe(false);
  });

  test('stateless, a request is taken back by ending its exchange, and nothing more is said', async () => {
    let ended = false;
    const { url, asked } = await serve((a, r) => {
      if (a.body.params?.name === 'slow') return r.on('close', () => (ended = true));
      json(r, result(a.body.id, { supportedVersions: ['2026-07-28'], capabilities: {}, tools: [] }));
    });
    const connection = await reach(http(url, { protocol: 'modern' }));
    const slow = await connection.request('tools/call', { name: 'slow' }, { cancel_after_ms: 50 });
    expect(slow.kind).toBe('cancelled');
    await expect.poll(() => ended).toBe(true);
    await connection.request('tools/call', { name: 'quick' });
    expect(asked.map(({ body }) => body.method)).not.toContain('notifications/cancelled');
  });

  test('stateless, the headers of arguments are learned however the first call goes', async () => {
    const region = { type: 'string', 'x-mcp-header': 'Region' };
    const tool = { name: 't', inputSchema: { type: 'object', properties: { region } } };
    const values: Record<string, object> = {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
      'tools/list': { tools: [tool] },
    };
    let held: (() => void) | undefined;
    const { url, asked } = await serve((a, r) => {
      const answer = () =>
        json(r, result(a.body.id, { resultType: 'complete', ...values[String(a.body.method)] }));
      if (a.body.method !== 'tools/list') answer();
      else held = answer;
    });
    const connection = await reach(http(url, { protocol: 'modern' }));
    const call = { name: 't', arguments: { region: 'north' } };
    const first = connection.request('tools/call', call, { cancel_after_ms: 1, timeout_ms: 1 });
    await expect.poll(() => held).toBeDefined();
    setTimeout(held!, 20);
    await first;
    await connection.request('tools/call', call);
    expect(asked.at(-1)?.headers).toMatchObject({ 'mcp-param-region': 'north' });
    expect(asked.filter(({ body }) => body.method === 'tools/list')).toHaveLength(1);
    await connection.close();
  });

  test('a wrong path is reported by its first answer', async () => {
    const { url } = await serve((_, r) => r.writeHead(404, { 'content-type': 'text/plain' }).end('not here'));
    const failure = await refused(http(url));
    expect(failure).toMatchObject({ stage: 'handshake' });
    expect(failure.message).toMatch(/HTTP 404.*not here/);
  });

  test('a server that accepts and says nothing has hung', async () => {
    const { url, asked } = await serve(() => {});
    expect(await refused(http(url, { startup_timeout_ms: 200 }))).toMatchObject({
      code: 'handshake-timeout',
    });
    // A client must not cancel its `initialize`.
    expect(asked.map(({ body }) => body.method)).toEqual(['initialize']);
  });
});

describe('start beside url', () => {
  test('a server that dies before its port answers is reported with stderr', async () => {
    const start = [process.execPath, '-e', "console.error('no database'); process.exit(3)"];
    const failure = await refused(http('http://127.0.0.1:9/mcp', { start }));
    expect(failure).toMatchObject({ stage: 'start', code: 'exited' });
    expect(failure.message).toContain('code 3 before 127.0.0.1:9 answered');
    expect(failure.stderr?.join()).toContain('no database');
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
