/** A secret goes into every place that we accept, and comes out of none. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { REPORTER_NAMES } from '../src/cli/output/reporter-names.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { EXIT } from '../src/util/errors.js';
import { folder, mcptest, root, suite } from './lib/cli.js';
import { freePort } from './lib/free-port.js';

const leaky = (...args: string[]) => [process.execPath, join(root, 'fixtures/leaky-mcp/server.mjs'), ...args];

/** Looks random and is the same in every run; PROPERTY_SEED gives others, as in property tests. */
const bytes = (name: string) =>
  createHash('sha256').update(`${name} ${process.env.PROPERTY_SEED}`).digest().subarray(0, 9);
/** Characters that each spelling treats differently. */
const canary = (name: string) => `cAn4ry+/"ü ${bytes(name).toString('base64')}`;

/** Of one spelling, and of a kind that no pattern knows. */
const plain = (name: string) => `canary-${bytes(name).toString('hex')}`;

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A server that lists no tool; behind `/mcp` only to those who log in. */
async function withLogin(token: string): Promise<string> {
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const answer = (body: unknown, status = 200, headers = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      if (request.url?.includes('protected-resource'))
        return answer({ resource: `${origin}/mcp`, authorization_servers: [origin] });
      if (request.url?.startsWith('/.well-known/'))
        return answer({ issuer: origin, token_endpoint: `${origin}/token` });
      if (request.url === '/token') return answer({ access_token: token, token_type: 'Bearer' });
      if (request.url === '/mcp' && request.headers.authorization !== `Bearer ${token}`) {
        const metadata = `${origin}/.well-known/oauth-protected-resource`;
        return answer({}, 401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` });
      }
      const { id, method } = JSON.parse(text || '{}');
      if (id === undefined) return response.writeHead(202).end();
      const hello = {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'quiet' },
      };
      answer({ jsonrpc: '2.0', id, result: method === 'initialize' ? hello : { tools: [] } });
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** Every spelling that a reader could turn back. */
function traces(secret: string): string[] {
  const raw = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    raw.toString('base64').slice(0, 12),
    raw.toString('base64url').slice(0, 12),
    Buffer.concat([Buffer.from('x'), raw])
      .toString('base64')
      .slice(4, 16),
    secret.slice(-12),
  ];
}

/** A suite that hands secrets to servers which give them away, in a folder of its own. */
async function indiscreet() {
  const secrets = {
    LEAK_KEY: canary('key'),
    PASSED: canary('passed'),
    HEADER_VALUE: `h${bytes('header').toString('hex')}`,
    BEARER: `b${bytes('bearer').toString('hex')}`,
    WEB_PASSWORD: `p${bytes('password').toString('hex')}`,
    VARIABLE: canary('variable'),
    NOBODY_READS_THIS_TOKEN: canary('nobody'),
  };
  const port = await freePort();
  const url = `http://user:${secrets.WEB_PASSWORD}@127.0.0.1:${port}/`;
  const cwd = folder({
    'mcptest.yml': suite({
      servers: {
        stdio: {
          command: leaky(),
          env: { LEAK_KEY: '${env:LEAK_KEY}', SECOND: '${env:NOBODY_READS_THIS_TOKEN}' },
          pass_env: ['PASSED'],
        },
        web: {
          url: '${env:WEB_URL}',
          start: leaky('--http', String(port)),
          headers: { 'x-key': '${env:HEADER_VALUE}' },
          auth: { bearer_token_env: 'BEARER' },
        },
      },
      variables: { mine: { env: 'VARIABLE' } },
      setup: [
        {
          run: [process.execPath, '-e', 'console.error(process.argv[1]); process.exit(0)', '${env:LEAK_KEY}'],
        },
      ],
      teardown: [
        {
          run: [process.execPath, '-e', 'console.error(process.argv[1]); process.exit(1)', '${env:LEAK_KEY}'],
        },
      ],
      tools: [
        {
          name: 'leaks in every spelling',
          server: 'stdio',
          tool: 'leak',
          args: { a: '${env:LEAK_KEY}', b: '${mine}', c: '${env:PASSED}' },
          capture: { raw: 'result.structuredContent.plain' },
          expect: [{ result: { snapshot: true } }, { 'result.structuredContent.plain': '${env:LEAK_KEY}' }],
        },
        {
          name: 'the captured value is the real one',
          server: 'stdio',
          tool: 'leak',
          args: { again: '${captured.raw}' },
          expect: [{ 'result.content[0].text': { contains: 'nothing of the kind' } }],
        },
        {
          name: 'an assertion on the secret itself',
          server: 'stdio',
          tool: 'leak',
          expect: [{ 'result.structuredContent.inside': { not: { contains: '${env:LEAK_KEY}' } } }],
        },
        {
          name: 'an error',
          server: 'stdio',
          tool: 'refuse',
          expect: [{ 'error.message': 'x ${env:LEAK_KEY}' }],
        },
        { name: 'a death', server: 'stdio', tool: 'crash' },
        {
          name: 'over HTTP',
          server: 'web',
          tool: 'leak',
          expect: [{ 'result.content[0].text': 'something else' }],
        },
        { name: 'an error over HTTP', server: 'web', tool: 'refuse' },
      ],
    }),
  });
  // What the command keeps of its own code is written in reach of the search, too.
  const env = { ...secrets, WEB_URL: url, XDG_CACHE_HOME: join(cwd, 'cache') };
  const texts: string[] = [];
  const ran = async (args: string[]) => {
    const done = await mcptest(args, { cwd, env });
    texts.push(done.stdout, done.stderr);
    return done;
  };
  /** In what was said and in what was written. */
  const search = () => {
    const written = filesBelow(cwd).filter((file) => !file.endsWith('mcptest.yml'));
    texts.push(...written.map((file) => `${file}\n${readFileSync(file, 'utf8')}`));
    for (const [name, secret] of Object.entries(secrets)) {
      for (const trace of traces(secret)) {
        const leak = texts.find((text) => text.includes(trace));
        const around = leak?.slice(Math.max(0, leak.indexOf(trace) - 200), leak.indexOf(trace) + 80);
        expect(around, name).toBeUndefined();
      }
    }
    expect(texts.some((text) => text.includes('[secret:LEAK_KEY]'))).toBe(true);
    return written;
  };
  return { ran, search };
}

describe('secrets', () => {
  it('reach no report and no file of a run', async () => {
    const { ran, search } = await indiscreet();
    const reports = REPORTER_NAMES.flatMap((name) => ['--reporter', `${name}=out/${name}.txt`]);
    for (const shown of ['pretty', 'github']) {
      const { code, stderr } = await ran(['run', '--reporter', shown, ...reports]);
      expect(code, stderr).toBe(1);
    }
    await ran(['report', 'latest', '--format', 'json']);
    expect(search().length).toBeGreaterThan(REPORTER_NAMES.length);
  });

  it('reach no answer of a command', async () => {
    const { ran, search } = await indiscreet();
    for (const args of [
      ['tools', 'stdio', '--format', 'json'],
      ['capabilities', 'stdio'],
      ['call', 'stdio', 'leak', 'x=1'],
      ['call', 'web', 'leak'],
      ['call', 'stdio', 'refuse'],
      ['call', 'stdio', 'crash'],
      ['validate', '--format', 'json'],
    ])
      await ran(args);
    search();
  });

  it('stay hidden in the words of a suite, in the names of tools, and in what agents leave', async () => {
    const key = `canary-${bytes('word').toString('hex')}`;
    const message = 'the key is ${k}';
    const failing = (target: string) => ({ target, matcher: { exact: 'something else' }, message });
    const expecting = (target: string) => ({ expect: [failing(target)] });
    const cwd = folder({
      'mcptest.yml': suite({
        variables: { k: '${env:LEAK_KEY}' },
        servers: { s: { command: leaky(), env: { LEAK_KEY: '${k}' } } },
        tools: [
          { name: 'a message', tool: 'leak', tags: ['${k}'], ...expecting('result.content[0].text') },
          { name: 'a target', tool: 'leak', ...expecting('result.structuredContent["${k}"]') },
          { name: 'a tool', tool: '${k}', retries: 1, ...expecting('result.structuredContent.plain') },
          { name: 'a capture', tool: 'leak', capture: { c: 'result.structuredContent["not ${k}"]' } },
          { name: 'a reason ${k}', tool: 'leak', skip: 'for ${k}' },
        ],
        resources: [{ name: 'a resource', uri: 'file:///${k}' }],
        prompts: [{ name: 'a prompt', prompt: '${k}', args: { a: '${k}' } }],
        compliance: [{ name: 'a list', check: 'tools/list', ...expecting('result.tools[3].name') }],
        tool_quality: [{ name: 'quality', expect: [{ target: 'min_score', matcher: { '>': 9 }, message }] }],
        tdqs: [{ name: 'score', expect: [{ target: 'tdqs.overall', matcher: { '>': 9 }, message }] }],
        security: { fail_on: 'info' },
        agents: [
          {
            name: 'an agent',
            model: 'scripted',
            prompt: 'Use ${k}.',
            system_prompt: 'It is ${k}.',
            script: [{ call: 's.${k}', args: { a: '${k}' } }, { say: 'I used ${k}.' }],
            ...expecting('final_response'),
            tool_selection: { expected_tool: '${k}', min_selection_rate: 1 },
            equal_function_sets: {
              classes: [{ name: 'class ${k}', members: ['s.${k}'] }],
              expect: [{ target: 'tool_selection.f1', matcher: { '>': 200 }, message }],
            },
            distractors: {
              count: 2,
              source: { from: 'near_duplicate', of: ['s.${k}'] },
              correct: ['s.${k}'],
            },
          },
        ],
      }),
    });
    const reports = REPORTER_NAMES.flatMap((name) => ['--reporter', `${name}=out/${name}.txt`]);
    const env = { LEAK_KEY: key };
    const texts: string[] = [];
    const runAndRead = async (...flags: string[]) => {
      const ran = await mcptest(['run', ...flags, ...reports], { cwd, env });
      expect(ran.code, ran.stderr).toBe(1);
      const written = filesBelow(cwd).filter((file) => !file.endsWith('mcptest.yml'));
      expect(written.some((file) => file.includes('cassettes'))).toBe(true);
      texts.push(ran.stdout, ran.stderr, ...written.map((file) => `${file}\n${readFileSync(file, 'utf8')}`));
      return JSON.parse(readFileSync(join(cwd, 'out/json.txt'), 'utf8')) as RunEnvelope;
    };
    const { results } = await runAndRead('--record');
    await runAndRead();
    const leak = texts.find((text) => text.includes(key));
    expect(leak?.slice(Math.max(0, leak.indexOf(key) - 200), leak.indexOf(key) + 80)).toBeUndefined();
    expect(results.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([]);
    expect(results.find(({ name }) => name === 'a target')?.checks[0]).toMatchObject({
      target: 'result.structuredContent["[secret:LEAK_KEY]"]',
      actual: 'as a key',
    });
  });

  it('a leaked key fails the assertion that forbids it, and an honest answer passes it', async () => {
    const test = {
      tool: 'leak',
      expect: [{ 'result.content[0].text': { not: { contains: '${env:LEAK_KEY}' } } }],
    };
    const text = (told: string) =>
      suite({
        servers: { s: { command: leaky(), env: { LEAK_KEY: told } } },
        tools: [
          { name: 'keeps the key', ...test },
          {
            name: 'regex',
            ...test,
            expect: [{ 'result.content[0].text': { not: { regex: '${env:LEAK_KEY}' } } }],
          },
        ],
      });
    const cwd = folder({ 'leaks.yml': text('${env:LEAK_KEY}'), 'honest.yml': text('harmless-value') });
    const env = { LEAK_KEY: 'a-secret-of-some-length' };
    const leaked = await mcptest(['run', 'leaks.yml', '--reporter', 'json'], { cwd, env });
    expect(JSON.parse(leaked.stdout).results.map((r: { verdict: string }) => r.verdict)).toEqual([
      'fail',
      'fail',
    ]);
    expect((await mcptest(['run', 'honest.yml'], { cwd, env })).code).toBe(0);
  });

  it('stay hidden in an error that quotes what a suite was filled with', async () => {
    const agents = (model: string) =>
      suite({
        servers: { s: { command: leaky() } },
        variables: { api_token: 'none' },
        agents: [{ name: 'a', model, prompt: 'Hello.' }],
      });
    const cwd = folder({
      '.env': `HARMLESS_NAME=${plain('file')}`,
      'file.yml': agents('${env:HARMLESS_NAME}'),
      'flag.yml': agents('${api_token}'),
      'mcptest.yml': suite({
        servers: { s: { command: leaky() } },
        rules: { suppress: [{ rule: '${env:HARMLESS_NAME}', reason: 'none' }] },
      }),
    });
    for (const [args, secret] of [
      [['run', 'file.yml', '--env-file', '.env'], plain('file')],
      [['run', 'flag.yml', '--var', `api_token=${plain('flag')}`], plain('flag')],
      [['lint', 's', '--env-file', '.env'], plain('file')],
    ] as const) {
      const { code, stderr } = await mcptest([...args], { cwd });
      expect(code, stderr).toBe(2);
      expect(stderr).toMatch(/"\[secret:(HARMLESS_NAME|api_token)\]"/);
      expect(stderr).not.toContain(secret);
    }
  });

  it('stay hidden in an error that nobody foresaw', async () => {
    const token = plain('token');
    const url = await withLogin(token);
    const oauth = { grant: 'client_credentials', client_id: 'ci', client_secret_env: 'LOGIN' };
    const server = { command: leaky(), env: { A: '${env:HARMLESS_NAME}', B: '${api_token}' } };
    const cwd = folder({
      '.env': `HARMLESS_NAME=${plain('file')}\nLOGIN=${plain('login')}`,
      'mcptest.yml': suite({
        servers: { s: server, login: { url: `${url}/mcp`, auth: { oauth } } },
        variables: { api_token: 'none' },
        tools: [{ name: 'leak', server: 's', tool: 'leak' }],
      }),
    });
    const dying = async (args: string[], secrets: string[]) => {
      const env = {
        NODE_OPTIONS: `--import=${new URL('lib/break-stdout.mjs', import.meta.url)}`,
        LAST_WORDS: `it was ${secrets.join(' and ')}`,
        BEARER: plain('bearer'),
      };
      const { code, stderr } = await mcptest([...args, '--env-file', '.env'], { cwd, env });
      expect(code, stderr).toBe(EXIT.internal);
      expect(stderr).toMatch(/broke: it was \[secret:/);
      for (const secret of secrets) expect(stderr).not.toContain(secret);
    };
    await dying(['tools', 'login'], [token, plain('login')]);
    await dying(
      [
        'tools',
        '--url',
        `${url}/open`,
        '--header',
        `X-Thing: ${plain('header')}`,
        '--bearer-token-env',
        'BEARER',
      ],
      [plain('header'), plain('bearer')],
    );
    await dying(['run', '--var', `api_token=${plain('flag')}`], [plain('flag'), plain('file')]);
  });

  it('our own keys do not reach a server', async () => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers: { s: { command: [process.execPath, join(root, 'fixtures/chaos-mcp/server.mjs')] } },
        tools: [
          {
            name: 'env',
            tool: 'env_names',
            expect: [{ 'result.content[0].text': { not: { contains: 'ANTHROPIC' } } }],
          },
        ],
      }),
    });
    expect((await mcptest(['run'], { cwd, env: { ANTHROPIC_API_KEY: 'k'.repeat(20) } })).code).toBe(0);
  });
});
