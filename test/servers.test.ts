/** Server keys from the suite to the report: logins, scripted answers, notifications, cancellation, HTTP with SSE. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { parseManifest } from '../src/mock/load-manifest.js';
import { serveHttp, serveSse } from '../src/mock/serve-http.js';
import { parseSuite } from '../src/suite/load.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { folder, mcptest, root, suite } from './lib/cli.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(answer: (asked: IncomingMessage, body: string, response: ServerResponse) => void) {
  const server = createServer((asked, response) => {
    let body = '';
    asked.on('data', (chunk) => (body += chunk));
    asked.on('end', () => answer(asked, body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(data: Record<string, unknown>, env: Record<string, string> = {}, files = {}) {
  const cwd = folder({ 'mcptest.yaml': suite(data), ...files });
  const ran = await mcptest(['run', '--reporter', 'json'], { cwd, env });
  return { ...ran, envelope: JSON.parse(ran.stdout || '{}') };
}

describe('an OAuth login', () => {
  const TOKEN = 'issued-9f8e7d6c5b4a';
  const SECRET = 'client-secret-1a2b3c4d';

  /** A server that answers every call with the token that it was sent, and the secret in a log. */
  const indiscreet = () =>
    listen((asked, body, response) => {
      const json = (value: unknown, status = 200, headers = {}) =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(value));
      const origin = `http://${asked.headers.host}`;
      if (asked.url?.startsWith('/.well-known/oauth-protected-resource')) {
        return json({ resource: `${origin}/mcp`, authorization_servers: [origin] });
      }
      if (asked.url?.startsWith('/.well-known/'))
        return json({ issuer: origin, token_endpoint: `${origin}/token` });
      if (asked.url === '/token') return json({ access_token: TOKEN, token_type: 'Bearer', expires_in: 600 });
      if (asked.headers.authorization !== `Bearer ${TOKEN}`) {
        return json({}, 401, {
          'www-authenticate': `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`,
        });
      }
      const { id, method } = JSON.parse(body || '{}');
      if (id === undefined) return response.writeHead(202).end();
      const hello = {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: TOKEN, version: '1' },
      };
      const text = `${TOKEN} ${SECRET} ${Buffer.from(TOKEN).toString('base64')}`;
      json({
        jsonrpc: '2.0',
        id,
        result: method === 'initialize' ? hello : { content: [{ type: 'text', text }] },
      });
    });

  const auth = { oauth: { grant: 'client_credentials', client_id: 'ci', client_secret_env: 'LOGIN_SECRET' } };

  test('gets in, and neither secret nor token is written anywhere', async () => {
    const url = `${await indiscreet()}/mcp`;
    const tools = [
      { name: 'echo', tool: 'x', expect: [{ 'result.content[0].text': { contains: 'NOT THERE' } }] },
    ];
    const { code, stdout, stderr, envelope } = await run(
      { servers: { api: { url, auth } }, tools },
      { LOGIN_SECRET: SECRET },
    );
    expect(code).toBe(1);
    expect(envelope.provenance.servers[0]).toMatchObject({ transport: 'http', auth: 'oauth' });
    for (const text of [stdout, stderr]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(Buffer.from(TOKEN).toString('base64'));
    }
    expect(stdout).toContain('[secret:api_ACCESS_TOKEN]');
    expect(stdout).toContain('[secret:LOGIN_SECRET]');
  });

  test('that fails is inconclusive, in one paragraph that says what to set', async () => {
    const url = `${await indiscreet()}/mcp`;
    const { code, envelope } = await run({
      servers: { api: { url, auth } },
      tools: [{ name: 'x', tool: 'x' }],
    });
    expect(code).toBe(3);
    expect(envelope.results[0].checks[0]).toMatchObject({
      matcher: 'connect',
      message: expect.stringContaining(
        '`LOGIN_SECRET` (named by `client_secret_env`) is not set or is empty',
      ),
    });
  });
});

test('a refusal in the middle of a session is inconclusive, with what to set', async () => {
  const url = await listen((_, body, response) => {
    const { id, method } = JSON.parse(body || '{}');
    if (method === 'tools/call')
      return response.writeHead(401, { 'www-authenticate': 'Bearer realm="mcp"' }).end();
    if (id === undefined) return response.writeHead(202).end();
    const result = {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'n', version: '1' },
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  const { code, envelope } = await run({ servers: { api: { url } }, tools: [{ name: 'x', tool: 'x' }] });
  expect(code).toBe(3);
  expect(envelope.results[0].checks[0].message).toBe(
    `auth failed: HTTP 401 from ${url}, server advertises Bearer (realm="mcp"). No token was sent: set ` +
      `\`bearer_token_env\` to the name of an env var that holds one. Diagnose with: mcptest doctor --url ${url}`,
  );
});

const MOCK = {
  tools: [
    {
      name: 'book',
      ask: [{ as: 'day', elicit: 'Which day?', schema: { properties: { day: { type: 'string' } } } }],
      response: { structuredContent: { day: `\${asked.day.content.day ?? none}` } },
    },
    { name: 'change', announces: ['tools'], response: { content: [] } },
    { name: 'slow', delay: '10s', response: { content: [] } },
  ],
};

test.each(['legacy', 'modern'])('answers, notifications and cancellation in the %s era', async (protocol) => {
  const answers = {
    elicitation: [{ when: { message: { contains: 'day' } }, action: 'accept', content: { day: 'Monday' } }],
  };
  const data = {
    servers: { mock: { command: ['mcptest', 'mock', '--tools-from', 'mock.json'], protocol, answers } },
    tools: [
      { name: 'asks', tool: 'book', expect: [{ 'result.structuredContent.day': 'Monday' }] },
      {
        name: 'tells',
        tool: 'change',
        expect: [{ 'notifications[0].method': 'notifications/tools/list_changed' }, { cancelled: false }],
      },
      { name: 'is cancelled', tool: 'slow', cancel_after: '50ms' },
      {
        name: 'is cancelled, and says so',
        tool: 'slow',
        cancel_after: 50,
        expect: [{ cancelled: true }, { result: null }],
      },
      { name: 'is too quick', tool: 'change', cancel_after: '5s' },
    ],
  };
  const { code, envelope } = await run(data, {}, { 'mock.json': JSON.stringify({ mock_server: MOCK }) });
  expect(envelope.results.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
    'pass',
    'pass',
    'pass',
    'pass',
    'fail',
  ]);
  expect(envelope.findings ?? []).toEqual([]);
  expect(code).toBe(1);
});

test('a server that has only HTTP with SSE is tested over it', async () => {
  const manifest = await parseManifest(JSON.stringify({ mock_server: MOCK }), 'm.json');
  const server = await serveSse(manifest, { port: 0 });
  closers.push(() => server.close());
  const { code, envelope } = await run({
    servers: { old: { url: server.url } },
    tools: [{ name: 'x', tool: 'change' }],
  });
  expect(code).toBe(0);
  expect(envelope.provenance.servers[0]).toMatchObject({ transport: 'sse', era: 'legacy' });
});

test('mcptest mock --sse names its address, and does not go with --http', async () => {
  const cwd = folder({ 'mock.json': JSON.stringify({ mock_server: MOCK }) });
  const during = (child: { stderr: NodeJS.ReadableStream | null; kill(signal: string): void }) =>
    child.stderr?.on('data', (data) => String(data).includes('/sse') && child.kill('SIGTERM'));
  const { stderr } = await mcptest(['mock', '--tools-from', 'mock.json', '--sse'], {
    cwd,
    during: during as never,
  });
  expect(stderr).toMatch(/http:\/\/127\.0\.0\.1:\d+\/sse/);
  expect((await mcptest(['mock', '--tools-from', 'mock.json', '--sse', '--http'], { cwd })).code).toBe(2);
});

test('a stateless server over HTTP is asked for its tools once, before the first call', async () => {
  const asked: string[] = [];
  const values: Record<string, object> = {
    'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    'tools/list': { tools: [{ name: 't', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [] },
  };
  const url = await listen((_, body, response) => {
    const { id, method } = JSON.parse(body);
    asked.push(method);
    const result = { resultType: 'complete', ttlMs: 0, cacheScope: 'public', ...values[method] };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  const { code, stdout } = await run({
    servers: { m: { url, protocol: 'modern' } },
    tools: ['one', 'two'].map((name) => ({ name, tool: 't' })),
  });
  expect(code, stdout).toBe(0);
  expect(asked).toEqual(['server/discover', 'tools/list', 'tools/call', 'tools/call']);
});

test('a tool with a header that is not allowed is neither called nor offered, and the rest is', async () => {
  const tool = (name: string, header: string) => ({
    name,
    input_schema: { properties: { region: { type: 'string', 'x-mcp-header': header } } },
    response: { content: [{ type: 'text', text: 'here' }] },
  });
  const mock_server = { protocol: 'modern', tools: [tool('good', 'Region'), tool('bad', 'two words')] };
  const manifest = await parseManifest(JSON.stringify({ mock_server }), 'm.json');
  const server = await serveHttp(manifest, { port: 0 });
  closers.push(() => server.close());
  const args = { region: 'north' };
  const { code, envelope, stderr } = await run({
    servers: { m: { url: server.url } },
    tools: ['good', 'bad'].map((name) => ({ name, tool: name, args })),
    agents: [
      {
        name: 'agent',
        servers: ['m'],
        model: 'scripted',
        prompt: 'Go.',
        script: [{ call: 'good', args }, { say: 'Done.' }],
        tool_selection: { expected_tool: 'good', min_selection_rate: 1 },
      },
    ],
  });
  expect(code, stderr).toBe(1);
  const [good, bad, agent] = envelope.results;
  expect([good.verdict, bad.verdict, agent.verdict]).toEqual(['pass', 'fail', 'pass']);
  expect(JSON.stringify(bad)).toContain('x-mcp-header that is not allowed: \\"region\\" names');
  expect(JSON.stringify(agent)).toContain('1 tool of m not offered');
});

test('a URL stands where a server of the suite does', async () => {
  const manifest = await parseManifest(JSON.stringify({ mock_server: MOCK }), 'm.json');
  const server = await serveHttp(manifest, { port: 0 });
  closers.push(() => server.close());
  const cwd = folder();
  const { stdout, code } = await mcptest(['tools', server.url, '--format', 'json'], { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).tools.map(({ name }: { name: string }) => name)).toContain('change');
  const called = await mcptest(['call', `${server.url}?a=b`, 'change'], { cwd });
  expect({ code: called.code, stderr: called.stderr }).toEqual({ code: 0, stderr: '' });
  const same = await mcptest(['diff', server.url, server.url], { cwd });
  expect({ code: same.code, stderr: same.stderr }).toEqual({ code: 0, stderr: '' });
  const both = await mcptest(['tools', server.url, '--url', server.url], { cwd });
  expect(both.code).toBe(2);
  expect(both.stderr).toContain('more than one target');
});

test('every suite of docs/servers.md validates', async () => {
  const docs = readFileSync(join(root, 'docs/servers.md'), 'utf8');
  const suites = [...docs.matchAll(/```yaml\n(servers:[\s\S]*?)```/g)].map((match) => match[1]!);
  expect(suites.length).toBeGreaterThan(5);
  for (const text of suites) {
    const { problems } = await parseSuite(text, {
      file: '/w/mcptest.yaml',
      cwd: '/w',
      workspace: '/w',
      env: { API_KEY: 'k' },
    });
    expect(problems, text).toEqual([]);
  }
});

const LEAKED = 'hunter2-hunter2-hunter2';

test('a tool whose result breaks its outputSchema fails the test, whatever the test looks at', async () => {
  const manifest = suite({
    mock_server: {
      tools: [
        {
          name: 'forecast',
          output_schema: {
            type: 'object',
            required: ['celsius'],
            properties: { celsius: { type: 'number' } },
          },
          responses: [
            {
              when: { 'args.place': 'Bergen' },
              response: { structured_content: { celsius: 'wet', station: LEAKED } },
            },
            { when: { 'args.place': 'Vik' }, response: { content: [{ type: 'text', text: '7' }] } },
            { when: { 'args.place': 'Bodø' }, response: { isError: true, content: [] } },
            { response: { structured_content: { celsius: 7 } } },
          ],
        },
      ],
    },
  });
  const tools = ['Oslo', 'Bergen', 'Vik', 'Bodø'].map((place) => ({
    name: place,
    tool: 'forecast',
    args: { place },
    expect: [{ 'result.content': { type: 'array' } }],
  }));
  const servers = { weather: { command: ['mcptest', 'mock', '--tools-from', 'mock.yml'] } };
  const env = { STATION_KEY: LEAKED };
  const { code, envelope, stdout } = await run({ servers, tools }, env, { 'mock.yml': manifest });
  expect(
    envelope.results.map(({ name, verdict }: { name: string; verdict: string }) => `${name} ${verdict}`),
  ).toEqual(['Oslo pass', 'Bergen fail', 'Vik fail', 'Bodø pass']);
  expect(code).toBe(1);
  // What was found instead of the promise is shown, without the secret in it.
  expect(JSON.stringify(envelope.results[1].checks.at(-1).actual)).toContain('[secret:STATION_KEY]');
  expect(stdout).not.toContain(LEAKED);
});

test('a server of its own for each test is let go in good order, as a shared one is', async () => {
  const program = `
    import { appendFileSync } from 'node:fs';
    import { createInterface } from 'node:readline';
    const lines = createInterface({ input: process.stdin });
    lines.on('close', () => appendFileSync('left.txt', 'x'));
    lines.on('line', (line) => {
      const { id } = JSON.parse(line);
      const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 's', version: '1' }, content: [], tools: [] };
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  `;
  const cwd = folder({
    'server.mjs': program,
    'mcptest.yml': suite({
      servers: { s: { command: [process.execPath, 'server.mjs'], isolate: 'test', shutdown_grace: '60s' } },
      tools: ['one', 'two', 'three'].map((name) => ({ name, tool: 'a' })),
    }),
  });
  expect((await mcptest(['run'], { cwd })).code).toBe(0);
  expect(readFileSync(join(cwd, 'left.txt'), 'utf8')).toBe('xxx');
});

describe('what cannot be listed', () => {
  /** Answers calls; what it does when its tools are listed stands in its argument. */
  const server = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { createInterface } from 'node:readline';
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    const serverInfo = { name: 'x', version: '1' };
    createInterface({ input: process.stdin }).on('line', async (line) => {
      const { id, method } = JSON.parse(line);
      if (method === 'initialize')
        send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } });
      else if (method === 'tools/call') {
        if (process.argv[2] === 'waits') await otherIsGone();
        send({ id, result: { content: [] } });
        if (process.argv[2] === 'once') process.exit(0);
      } else if (method === 'tools/list') {
        if (process.argv[2] === 'dies') { console.error('too deep ${LEAKED}'); process.exit(1); }
        if (process.argv[2] === 'refuses') send({ id, error: { code: -32601, message: 'no' } });
        else send({ id, result: { tools: [{ name: 'a', inputSchema: { type: 'object' } }] } });
        if (process.argv[2] === 'later') {
          writeFileSync('pid.txt', String(process.pid));
          process.exit(0);
        }
      }
    });
    /** A process has a number until mcptest has seen its end. */
    async function otherIsGone() {
      for (;;) {
        try { process.kill(Number(readFileSync('pid.txt', 'utf8')), 0); } catch (error) { if (error.code === 'ESRCH') return; }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  `;
  const runServer = async (how: string, spec = {}) => {
    const cwd = folder({
      'server.mjs': server,
      'mcptest.yml': suite({
        servers: { s: { command: [process.execPath, 'server.mjs', how], ...spec } },
        tools: ['one', 'two', 'three', 'four'].map((name) => ({ name, tool: 'a' })),
      }),
    });
    const env = { LISTED_KEY: LEAKED };
    const { code } = await mcptest(['run', '--reporter', 'json=run.json'], { cwd, env });
    return { code, envelope: JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8')) as RunEnvelope };
  };

  test('because that kills the server leaves the run unjudged', async () => {
    const { code, envelope } = await runServer('dies');
    expect(code).toBe(3);
    expect(new Set(envelope.results.map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']));
    expect(envelope.errors).toEqual([
      {
        where: 'tools/list of s in mcptest.yml',
        message: 'tools/list was pending when the server exited with code 1.',
        stderr: expect.arrayContaining([expect.stringContaining('too deep [secret:LISTED_KEY]')]),
      },
    ]);
    expect(envelope.results[0]?.checks.at(-1)).toMatchObject({
      matcher: 'alive',
      message:
        'the server answered and then went away: tools/list was pending when the server exited with code 1.',
    });
  });

  test('because it ends after every answer leaves its tests unjudged', async () => {
    const { code, envelope } = await runServer('once');
    expect([code, envelope.verdict]).not.toEqual([0, 'pass']);
    expect(envelope.results[0]?.verdict).toBe('inconclusive');
    expect(envelope.provenance.servers[0]?.restarts).toBeGreaterThan(0);
  });

  test('is listed by one that ends a while after its answers, which leaves the run unjudged too', async () => {
    const servers = {
      s: { command: [process.execPath, 'server.mjs', 'later'] },
      w: { command: [process.execPath, 'server.mjs', 'waits'] },
    };
    const steps = ['s', 'w'].map((name) => ({ server: name, tool: 'a' }));
    const tools = ['one', 'two'].map((name) => ({ name, steps }));
    const cwd = folder({ 'server.mjs': server, 'mcptest.yml': suite({ servers, tools }) });
    const { code, stdout } = await mcptest(['run', '--reporter', 'json'], { cwd });
    const envelope = JSON.parse(stdout) as RunEnvelope;
    expect([code, envelope.verdict]).toEqual([3, 'inconclusive']);
    const message = expect.stringContaining('with no request open, the server exited with code 0');
    expect(envelope.findings).toMatchObject([{ rule: 'server-ended', server: 's', message }]);
    expect(envelope.errors).toMatchObject([{ where: 'server s in mcptest.yml', message }]);
  });

  test('is asked of a server of its own for each test, which may end after its answer', async () => {
    const { code, envelope } = await runServer('once', { isolate: 'test' });
    expect([code, envelope.errors]).toEqual([0, []]);
  });

  test.each(['refuses', 'answers'])('is no trouble with a server that %s', async (how) => {
    const { code, envelope } = await runServer(how);
    expect([code, envelope.errors]).toEqual([0, []]);
  });
});
