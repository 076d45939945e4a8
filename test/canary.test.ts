/** A secret goes into every place that we accept, and comes out of none. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, freePort, mcptest, root, suite } from './lib/cli.js';

const leaky = (...args: string[]) => [process.execPath, join(root, 'fixtures/leaky-mcp/server.mjs'), ...args];
const REPORTERS = ['pretty', 'minimal', 'json', 'junit', 'github', 'agent'];

/** Characters that each spelling treats differently. */
const canary = () => `cAn4ry+/"ü ${randomBytes(9).toString('base64')}`;

function filesBelow(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** Every spelling that a reader could turn back. */
function traces(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64').slice(0, 12),
    bytes.toString('base64url').slice(0, 12),
    Buffer.concat([Buffer.from('x'), bytes])
      .toString('base64')
      .slice(4, 16),
    secret.slice(-12),
  ];
}

describe('secrets', () => {
  it('reach no report, file or message', async () => {
    const secrets = {
      LEAK_KEY: canary(),
      PASSED: canary(),
      HEADER_VALUE: `h${randomBytes(9).toString('hex')}`,
      BEARER: `b${randomBytes(9).toString('hex')}`,
      WEB_PASSWORD: `p${randomBytes(9).toString('hex')}`,
      VARIABLE: canary(),
      NOBODY_READS_THIS_TOKEN: canary(),
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
            run: [
              process.execPath,
              '-e',
              'console.error(process.argv[1]); process.exit(0)',
              '${env:LEAK_KEY}',
            ],
          },
        ],
        teardown: [
          {
            run: [
              process.execPath,
              '-e',
              'console.error(process.argv[1]); process.exit(1)',
              '${env:LEAK_KEY}',
            ],
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
    for (const reporter of REPORTERS) {
      const ran = await mcptest(['run', '--reporter', reporter, '--reporter', `json=out/${reporter}.json`], {
        cwd,
        env,
      });
      expect(ran.code, ran.stderr).toBe(1);
      texts.push(ran.stdout, ran.stderr);
    }
    for (const args of [
      ['tools', 'stdio', '--format', 'json'],
      ['capabilities', 'stdio'],
      ['call', 'stdio', 'leak', 'x=1'],
      ['call', 'web', 'leak'],
      ['call', 'stdio', 'refuse'],
      ['call', 'stdio', 'crash'],
      ['validate', '--format', 'json'],
      ['report', 'latest', '--format', 'json'],
    ]) {
      const ran = await mcptest(args, { cwd, env });
      texts.push(ran.stdout, ran.stderr);
    }
    const written = filesBelow(cwd).filter((file) => !file.endsWith('mcptest.yml'));
    expect(written.length).toBeGreaterThan(REPORTERS.length);
    texts.push(...written.map((file) => `${file}\n${readFileSync(file, 'utf8')}`));

    for (const [name, secret] of Object.entries(secrets)) {
      for (const trace of traces(secret)) {
        const leak = texts.find((text) => text.includes(trace));
        expect(
          leak?.slice(Math.max(0, leak.indexOf(trace) - 200), leak.indexOf(trace) + 80),
          name,
        ).toBeUndefined();
      }
    }
    expect(texts.join('\n')).toContain('[secret:LEAK_KEY]');
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
