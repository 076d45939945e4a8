/** What could make a verdict wrong, or lose what was saved, through no fault of the suite's author. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import { chaos, folder, mcptest, root, suite } from './lib/cli.js';

const servers = { chaos: { command: chaos('none') } };
const kept = (name: string, more: object = {}) => ({
  name,
  server: 'chaos',
  tool: 'echo',
  args: { text: name },
  expect: [{ result: { snapshot: true } }],
  ...more,
});

describe('--update-snapshots keeps what this run could not have read', () => {
  const saved = (cwd: string) =>
    Object.keys(JSON.parse(readFileSync(join(cwd, 'snapshots/mcptest.yml.json'), 'utf8')).snapshots);

  it.each([
    ['left out by only', [kept('a'), kept('b', { only: true })], []],
    ['skipped', [kept('a', { skip: 'not now' }), kept('b')], []],
    [
      'skipped after --bail',
      [kept('first', { tool: 'crash', expect: [] }), kept('a'), kept('b')],
      ['--bail'],
    ],
    ['of a server that cannot be reached', [kept('a', { server: 'gone' }), kept('b')], []],
  ])('%s', async (_why, tools, options) => {
    const before = suite({ servers, tools: [kept('a'), kept('b'), kept('old')] });
    const cwd = folder({ 'mcptest.yml': before });
    expect((await mcptest(['run'], { cwd })).code).toBe(0);
    const gone = { gone: { command: chaos('die-at-start') } };
    writeFileSync(join(cwd, 'mcptest.yml'), suite({ servers: { ...servers, ...gone }, tools }));
    const { stdout } = await mcptest(['run', '--update-snapshots', ...options], { cwd });
    expect(stdout).toContain('server     chaos: stdio');
    expect(saved(cwd)).toEqual(expect.arrayContaining(['a', 'b']));
  });

  it('and takes out those of tests that are gone', async () => {
    const cwd = folder({ 'mcptest.yml': suite({ servers, tools: [kept('a'), kept('old')] }) });
    await mcptest(['run'], { cwd });
    writeFileSync(join(cwd, 'mcptest.yml'), suite({ servers, tools: [kept('a')] }));
    const ran = await mcptest(['run', '--update-snapshots'], { cwd });
    expect(ran.stdout).toContain('1 obsolete: old');
    expect(saved(cwd)).toEqual(['a']);
  });
});

describe('a secret that is a common word', () => {
  const leak = {
    name: 'leak',
    tool: 'echo',
    args: { text: 'hello' },
    expect: [{ 'result.content[0].text': { not: { contains: 'hell' } } }],
  };

  it('hides nothing from a test', async () => {
    const words = [
      'text',
      'result',
      'content',
      'contains',
      'name',
      'tool',
      'error',
      'kind',
      'calls',
      'chaos',
    ];
    const cwd = folder({ 'mcptest.yml': suite({ servers, tools: [leak] }) });
    const env = Object.fromEntries(words.map((word) => [`${word.toUpperCase()}_API_KEY`, word]));
    const { code, stdout } = await mcptest(['run', '--reporter', 'json'], { cwd, env });
    const { results } = JSON.parse(stdout) as RunEnvelope;
    expect({ code, outcome: results[0]?.checks[0]?.outcome }).toEqual({ code: 1, outcome: 'fail' });
    expect(results[0]?.checks[0]?.message).toContain('hello');
  });
});

it('a deadline is told in whole milliseconds', async () => {
  const tools = [{ name: 'hangs', tool: 'echo', args: { text: 'x' }, timeout: '50ms' }];
  const cwd = folder({ 'mcptest.yml': suite({ servers: { c: { command: chaos('hang-call') } }, tools }) });
  expect((await mcptest(['run'], { cwd })).stdout).toMatch(/no answer to tools\/call within \d+ ms\n/);
});

describe('coverage', () => {
  const tools = [{ name: 'echoes', tool: 'echo', args: { text: 'x' } }];
  const data = { servers, coverage: { tools: 50 }, tools };

  it('a missed threshold has a place in every report', async () => {
    const cwd = folder({ 'mcptest.yml': suite(data) });
    const formats = ['minimal', 'junit', 'md', 'tap'];
    const reports = ['pretty', ...formats.map((format) => `${format}=${format}.txt`)];
    const { code, stdout } = await mcptest(['run', ...reports.flatMap((one) => ['--reporter', one])], {
      cwd,
    });
    expect(code).toBe(6);
    const written = formats.map((format) => readFileSync(join(cwd, `${format}.txt`), 'utf8'));
    for (const text of [stdout, ...written]) {
      expect(text).toContain('mcptest.yml');
      expect(text).not.toContain('undefined');
    }
  });

  it('what could not be measured is not called complete', async () => {
    const cwd = folder({
      'mcptest.yml': suite({ ...data, servers: { c: { command: chaos('die-at-start') } } }),
    });
    const { code, stdout } = await mcptest(['run'], { cwd });
    expect(code).toBe(3);
    expect(stdout).not.toContain('100%');
  });
});

describe('looking at a server', () => {
  it('a word that is no argument is named', async () => {
    const { code, stderr } = await mcptest(['call', 'weather', 'get_forecast', 'Oslo'], { cwd: folder() });
    expect(code).toBe(2);
    expect(stderr).toContain('"Oslo" is not an argument: arguments are written name=value');
  });

  it('--request-timeout counts for the handshake with a URL', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/mcp`;
    const { code, stderr } = await mcptest(['tools', '--url', url, '--request-timeout', '200ms'], {
      cwd: folder(),
    });
    silent.closeAllConnections();
    silent.close();
    expect(code).toBe(3);
    // What was left of it when the handshake began.
    expect(Number(/within (\d+) ms/.exec(stderr)?.[1])).toBeLessThanOrEqual(200);
  });
});

it('--concurrency 0 is refused, not tried', async () => {
  const { code, stderr } = await mcptest(['run', '--concurrency', '0'], { cwd: folder() });
  expect(code).toBe(2);
  expect(stderr).toContain('Write a whole number above 0.');
});

it('a server that shows its environment says the same in every run', async () => {
  const server = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
  const cwd = folder({
    'mcptest.yml': suite({
      servers: { everything: { command: [process.execPath, server], isolate: 'test' } },
      tools: ['one', 'two'].map((name) => ({
        name,
        tool: 'get-env',
        expect: [{ 'result.content[0].text': { snapshot: 'environment' } }],
      })),
    }),
  });
  for (let run = 0; run < 2; run += 1) {
    const { code, stdout } = await mcptest(['run'], { cwd, env: { CI: '' } });
    expect(code, stdout).toBe(0);
  }
  const saved = readFileSync(join(cwd, 'snapshots/mcptest.yml.json'), 'utf8');
  expect(saved).toContain('[secret:MCPTEST_SERVER_ID]');
});
