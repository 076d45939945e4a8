import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openRedactor } from '../../redact/open-redactor.js';
import type { OauthSpec } from '../../types/connection.js';
import { options, reach, refused } from '../chaos-testkit.js';
import { connect } from '../connect.js';
import { type Handler, honest, http, json, result, serve, type TestRequest } from '../http-testkit.js';

const SECRET = { MY_SECRET: 's3cret' };
const env = { ...process.env, ...SECRET };
const oauth: OauthSpec = { grant: 'client_credentials', client_id: 'me', client_secret_env: 'MY_SECRET' };

interface World {
  /** What a token must be for a call to be let in. */
  accepts: (token: string, asked: TestRequest) => number;
  token?: (asked: TestRequest, n: number) => { status?: number; body: object };
  prm?: (origin: string) => object | undefined;
  metadata?: (origin: string) => object;
  challenge?: (origin: string, status: number) => string;
}

/** An MCP server, its metadata and its token endpoint on one loopback port. */
async function world(parts: World) {
  let issued = 0;
  const handler: Handler = (request, response) => {
    const origin = `http://${request.headers.host}`;
    const { path } = request;
    if (path.startsWith('/.well-known/oauth-protected-resource')) {
      const usual = { resource: `${origin}/mcp`, authorization_servers: [`${origin}/issuer`] };
      const body = parts.prm ? parts.prm(origin) : usual;
      if (body) json(response, body);
      else response.writeHead(404).end();
    } else if (path === '/.well-known/oauth-authorization-server/issuer') {
      const usual = { issuer: `${origin}/issuer`, token_endpoint: `${origin}/token` };
      json(response, { ...usual, ...parts.metadata?.(origin) });
    } else if (path === '/token') {
      issued += 1;
      const usual = { access_token: `token-number-${issued}`, token_type: 'Bearer', expires_in: 3600 };
      const { body, status } = parts.token?.(request, issued) ?? { body: usual };
      json(response, body, status);
    } else if (path === '/mcp') letIn(parts, request, response);
    else response.writeHead(404).end();
  };
  const { url, asked } = await serve(handler);
  return { url, asked, tokens: () => asked.filter(({ path }) => path === '/token') };
}

const mcp = honest((request, response) => json(response, result(request.body.id, { ok: true })));

/** The MCP server itself, for whoever shows a token that it takes. */
function letIn(parts: World, request: TestRequest, response: ServerResponse): void {
  const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const status = request.method === 'DELETE' ? 200 : parts.accepts(token, request);
  if (status === 200) {
    mcp(request, response);
    return;
  }
  const origin = `http://${request.headers.host}`;
  const usual = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
  response.writeHead(status, { 'www-authenticate': parts.challenge?.(origin, status) ?? usual }).end();
}

const known =
  (...tokens: string[]) =>
  (token: string) =>
    tokens.includes(token) ? 200 : 401;

describe('a login', () => {
  test.each([[['private_key_jwt', 'none']], [[]]])(
    'does not send its secret where only %j is offered',
    async (methods) => {
      const { url, tokens } = await world({
        accepts: known('token-number-1'),
        metadata: () => ({ token_endpoint_auth_methods_supported: methods }),
      });
      const { message } = await refused(http(url, { auth: { oauth } }), { env });
      expect(message).toContain('takes no client secret');
      expect(tokens()).toEqual([]);
    },
  );

  test('is found by metadata, names itself and the resource, and its token is told to the redactor', async () => {
    const { url, asked, tokens } = await world({ accepts: known('token-number-1') });
    const secrets: unknown[] = [];
    const target = http(url, { auth: { oauth } });
    const connected = await connect(target, { ...options, env, onSecret: (secret) => secrets.push(secret) });
    if (!connected.ok) throw new Error(connected.failure.message);
    const { connection } = connected;
    expect(connection.info.auth).toBe('oauth');
    expect(await connection.request('tools/call')).toMatchObject({ kind: 'result' });
    await connection.close();
    expect(tokens()).toHaveLength(1);
    const [first] = tokens();
    expect(first?.headers.authorization).toBe(`Basic ${Buffer.from('me:s3cret').toString('base64')}`);
    expect(first?.body).toEqual({ grant_type: 'client_credentials', resource: url });
    expect(secrets).toEqual([{ name: 'chaos_ACCESS_TOKEN', value: 'token-number-1' }]);
    expect(asked.map((a) => a.path)).toContain('/.well-known/oauth-protected-resource/mcp');
  });

  test('serves every connection of a run, and a new one starts anew', async () => {
    const { url, tokens } = await world({ accepts: known('token-number-1', 'token-number-2') });
    const target = http(url, { auth: { oauth } });
    const run = { ...options, env };
    for (let i = 0; i < 3; i++) {
      const connected = await connect(target, run);
      if (connected.ok) await connected.connection.close();
    }
    expect(tokens()).toHaveLength(1);
    await reach(target, { env });
    expect(tokens()).toHaveLength(2);
  });

  test('with a token endpoint of its own asks nobody where to go', async () => {
    const { url, asked, tokens } = await world({ accepts: known('token-number-1') });
    const token_url = url.replace('/mcp', '/token');
    const full = {
      ...oauth,
      client_id: undefined,
      client_id_env: 'MY_ID',
      token_url,
      scope: 'a b',
      resource: 'https://x.test/y',
    };
    await reach(http(url, { auth: { oauth: full } }), { env: { ...env, MY_ID: 'me too' } as never });
    expect(asked.some((a) => a.path.includes('well-known'))).toBe(false);
    const [first] = tokens();
    expect(asked.find((a) => a.path === '/mcp')?.headers.authorization).toBe('Bearer token-number-1');
    expect(first?.body).toMatchObject({ scope: 'a b', resource: 'https://x.test/y' });
    const pair = Buffer.from('me+too:s3cret').toString('base64');
    expect(first?.headers.authorization).toBe(`Basic ${pair}`);
  });

  test('names itself in the body where the issuer wants that', async () => {
    const { url, tokens } = await world({
      accepts: known('token-number-1'),
      metadata: () => ({ token_endpoint_auth_methods_supported: ['client_secret_post'] }),
    });
    await reach(http(url, { auth: { oauth } }), { env });
    const [first] = tokens();
    expect(first?.headers.authorization).toBeUndefined();
    expect(first?.body).toMatchObject({ client_id: 'me', client_secret: 's3cret' });
  });

  test('asks for the scope of the challenge', async () => {
    const { url, tokens } = await world({
      accepts: known('token-number-1'),
      challenge: (origin) =>
        `Bearer scope="read write", resource_metadata="${origin}/.well-known/oauth-protected-resource"`,
    });
    await reach(http(url, { auth: { oauth } }), { env });
    expect(tokens()[0]?.body).toMatchObject({ scope: 'read write' });
  });

  test('works where a challenge names no metadata, by the well-known places', async () => {
    const { url, asked } = await world({ accepts: known('token-number-1'), challenge: () => 'Bearer' });
    await reach(http(url, { auth: { oauth } }), { env });
    expect(asked.map((a) => a.path)).toContain('/.well-known/oauth-protected-resource/mcp');
  });
});

describe('a token', () => {
  test('that is no longer taken is replaced once, for all requests that met it', async () => {
    let good = 'token-number-1';
    const { url, tokens } = await world({ accepts: (token) => (token === good ? 200 : 401) });
    const connection = await reach(http(url, { auth: { oauth } }), { env });
    good = 'token-number-2';
    const replies = await Promise.all([1, 2, 3].map(() => connection.request('tools/call')));
    expect(replies.map(({ kind }) => kind)).toEqual(['result', 'result', 'result']);
    expect(tokens()).toHaveLength(2);
  });

  test('that is rejected again ends the request, without a loop', async () => {
    let open = true;
    const { url, tokens } = await world({ accepts: (token) => (token && open ? 200 : 401) });
    const connection = await reach(http(url, { auth: { oauth } }), { env });
    await connection.request('tools/call');
    open = false;
    const reply = await connection.request('tools/call');
    expect(reply).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringMatching(/HTTP 401.*client `me` was rejected.*mcptest doctor chaos$/),
    });
    expect(tokens()).toHaveLength(2);
  });

  test('is waited for by others even when the request that asked for it is given up', async () => {
    let give = () => {};
    let good = 'token-number-1';
    const { url, tokens, asked } = await world({ accepts: (token) => (token === good ? 200 : 401) });
    const gate = new Promise<void>((resolve) => {
      give = resolve;
    });
    const slow = await serve(async (a, r) => {
      if (tokens().length > 0) await gate;
      const got = await fetch(url.replace('/mcp', '/token'), {
        method: 'POST',
        body: new URLSearchParams(a.body as never),
      });
      json(r, await got.json());
    });
    const connection = await reach(http(url, { auth: { oauth: { ...oauth, token_url: slow.url } } }), {
      env,
    });
    await connection.request('tools/call');
    good = 'token-number-2';
    const hasty = connection.request('tools/call', {}, { timeout_ms: 150 });
    const patient = connection.request('tools/call');
    expect(await hasty).toMatchObject({ kind: 'timeout' });
    give();
    expect(await patient).toMatchObject({ kind: 'result' });
    expect(asked.length).toBeGreaterThan(0);
  });

  test('that has expired is replaced before it is sent', async () => {
    const { url, asked, tokens } = await world({
      accepts: (token) => (token ? 200 : 401),
      token: (_, n) => ({ body: { access_token: `token-number-${n}`, token_type: 'bearer', expires_in: 1 } }),
    });
    const connection = await reach(http(url, { auth: { oauth } }), { env });
    await connection.request('tools/call');
    expect(tokens().length).toBeGreaterThan(1);
    expect(asked.filter((a) => a.path === '/mcp' && !a.headers.authorization)).toHaveLength(1);
  });

  test('is stepped up in scope once, and no more', async () => {
    const { url, tokens } = await world({
      accepts: (token, { body }) => {
        if (!token) return 401;
        return body.method === 'tools/call' && body.params?.name !== 'free' ? 403 : 200;
      },
      challenge: (origin, status) =>
        status === 403
          ? 'Bearer error="insufficient_scope", scope="admin"'
          : `Bearer scope="read", resource_metadata="${origin}/.well-known/oauth-protected-resource"`,
    });
    const connection = await reach(http(url, { auth: { oauth } }), { env });
    const reply = await connection.request('tools/call', { name: 'dear' });
    expect(reply).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining('does not allow this'),
    });
    await connection.request('tools/call', { name: 'dear' });
    expect(tokens().map((a) => a.body.scope)).toEqual(['read', 'read admin']);
  });
});

describe('no token', () => {
  const failing: [string, Partial<World>, RegExp, object?][] = [
    [
      'a client that is not known',
      { token: () => ({ status: 401, body: { error: 'invalid_client', error_description: 'who?' } }) },
      /\/token answered HTTP 401: invalid_client \(who\?\)\. Client `me`, secret from env var `MY_SECRET`/,
    ],
    ['an answer without one', { token: () => ({ body: {} }) }, /without an access token/],
    [
      'a token of another kind',
      { token: () => ({ body: { access_token: 'x', token_type: 'mac' } }) },
      /type "mac"/,
    ],
    [
      'metadata of another resource',
      { prm: () => ({ resource: 'https://bank.test/' }) },
      /another resource, https:\/\/bank\.test/,
    ],
    ['metadata of another issuer', { metadata: () => ({ issuer: 'https://evil.test' }) }, /another issuer/],
    [
      'no metadata anywhere',
      { prm: () => undefined, challenge: () => 'Bearer' },
      /no metadata of the authorization server.*`token_url`/,
    ],
    [
      'a token endpoint in the open',
      { metadata: () => ({ token_endpoint: 'http://evil.test/token' }) },
      /evil\.test\/token is not asked: it is not https/,
    ],
    [
      'a secret that is not set',
      {},
      /`MY_SECRET` \(named by `client_secret_env`\) is not set/,
      { env: { PATH: '' } },
    ],
  ];
  test.each(failing)('%s is told in one paragraph', async (_, parts, message, more = {}) => {
    const { url, asked } = await world({ accepts: () => 401, ...parts });
    const failure = await refused(http(url, { auth: { oauth } }), { env, ...more });
    expect(failure).toMatchObject({ stage: 'auth', code: 'unauthorized' });
    expect(failure.message).toMatch(/^auth failed: http:\/\/127.*Diagnose with: mcptest doctor chaos$/);
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toContain('s3cret');
    expect(asked.filter((a) => a.path === '/mcp')).toHaveLength(1);
  });

  test('is refused without a word of what the authorization server echoes', async () => {
    const secret = 'a/b+c=d e&f-secret';
    const redactor = openRedactor({ MY_SECRET: secret });
    const { url } = await world({
      accepts: () => 401,
      token: ({ headers }) => ({
        status: 400,
        body: {
          error: 'invalid_client',
          error_description: `${headers.authorization}; last token 8fJ2kq93hQzP0aXw, ${'x'.repeat(300)}`,
          refresh_token: 'kept-for-later-0042',
        },
      }),
    });
    const target = http(url, { auth: { oauth } });
    const told = { env: { ...env, MY_SECRET: secret }, onSecret: redactor.add };
    const { message } = await refused(target, told);
    const pair = Buffer.from(`me:${new URLSearchParams([['', secret]]).toString().slice(1)}`).toString(
      'base64',
    );
    expect(message).not.toContain(pair.slice(8, 20));
    expect(message).not.toContain('8fJ2kq93');
    expect(redactor.text(`Basic ${pair}`)).toContain('[secret:MY_SECRET]');
    expect(redactor.text('kept-for-later-0042')).toBe('[secret:chaos_REFRESH_TOKEN]');
  });

  test('is asked for where the server says when that is not safe, but where the suite says', async () => {
    const { url, tokens } = await world({ accepts: () => 401 });
    const proxy = await serve((a, r) => {
      const open = a.headers.authorization === undefined;
      if (open) return r.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${url}"` }).end();
      honest((asked, response) => json(response, result(asked.body.id, {})))(a, r);
    });
    const away = { ...env, HTTP_PROXY: new URL(proxy.url).host };
    const target = (extra: object) =>
      http('http://mcp.test/mcp', { auth: { oauth: { ...oauth, ...extra } } });
    const failure = await refused(target({}), { env: away });
    expect(failure.message).toContain('is not asked: it is not https');
    expect(tokens()).toEqual([]);
    await reach(target({ token_url: url.replace('/mcp', '/token') }), { env: away });
    expect(tokens()).toHaveLength(1);
  });

  test('goes to another origin, wherever a redirect or the metadata points', async () => {
    const other = await serve((_, r) => r.writeHead(200).end());
    const { url } = await world({ accepts: known('token-number-1') });
    const mover = await serve((a, r) =>
      a.headers.authorization
        ? r.writeHead(307, { location: other.url }).end()
        : r.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
    );
    const token_url = url.replace('/mcp', '/token');
    const failure = await refused(http(mover.url, { auth: { oauth: { ...oauth, token_url } } }), { env });
    expect(failure.message).toContain('another origin');
    expect(other.asked).toEqual([]);
  });
});
