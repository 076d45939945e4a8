/**
 * Generated suites run as they are, on real servers: nothing fails, nothing passes on an error that was not expected, and
 * what a schema forbids really is refused.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { RunEnvelope } from '../src/types/envelope.js';
import { folder, mcptest, root } from './lib/cli.js';

const official = (name: string): string =>
  join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

/** Notes every call. */
const COUNTING = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const inputSchema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const tools = ['get_item', 'update_item', 'delete_item', 'frobnicate'].map((name) => ({ name, inputSchema }));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  let answer = { error: { code: -32601, message: 'no' } };
  if (method === 'initialize') answer = { result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'items', version: '1' } } };
  if (method === 'tools/list') answer = { result: { tools } };
  if (method === 'tools/call') {
    appendFileSync('calls.log', params.name + '\\n');
    answer = { result: { content: [{ type: 'text', text: 'an item of brass' }] } };
  }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
}`;

async function generateAndRun(kind: string, flags: string[], argv: string[], cwd = folder()) {
  const made = await mcptest(['generate', kind, ...flags, '--output', 'made.mcptest.yml', '--', ...argv], {
    cwd,
  });
  expect(made.code, made.stderr).toBe(0);
  const ran = await mcptest(['run', 'made.mcptest.yml', '--reporter', 'json', '--no-save'], {
    cwd,
    env: { CI: 'true' },
  });
  const envelope = JSON.parse(ran.stdout) as RunEnvelope;
  const wrong = envelope.results.filter((result) => result.verdict === 'fail' || isHollow(result));
  expect(wrong.map(({ name, checks }) => [name, checks.map(({ message }) => message)])).toEqual([]);
  const unjudged = envelope.results.filter(({ verdict }) => verdict === 'inconclusive');
  for (const { checks } of unjudged) expect(checks[0]?.message).toContain('the arguments were made up');
  expect(ran.code).toBe(unjudged.length > 0 ? 3 : 0);
  return { envelope, suite: readFileSync(join(cwd, 'made.mcptest.yml'), 'utf8') };
}

/** It passed on an error, and its name does not say that one is expected. */
function isHollow({ name, verdict, trace }: RunEnvelope['results'][number]): boolean {
  return verdict === 'pass' && trace?.calls[0]?.is_error === true && !name.includes('refuses');
}

describe('generate suite', () => {
  it('server-everything: nothing fails without an edit, every tool called', async () => {
    const { envelope, suite } = await generateAndRun('suite', [], ['node', official('everything')]);
    expect(envelope.coverage?.percent).toBe(100);
    const { resources, prompts } = parse(suite);
    expect([resources.length > 0, prompts.length > 0]).toEqual([true, true]);
  });

  it('server-filesystem, with probes: nothing fails, and violations are refused', async () => {
    const cwd = folder();
    mkdirSync(join(cwd, 'files'));
    const { envelope } = await generateAndRun(
      'suite',
      ['--probe'],
      ['node', official('filesystem'), join(cwd, 'files')],
      cwd,
    );
    const refused = envelope.results.filter(({ name }) => name.includes(': refuses arguments'));
    expect(refused.length).toBeGreaterThanOrEqual(10);
    for (const { trace, name } of refused) expect(trace?.calls[0]?.is_error, name).toBe(true);
  });

  it('server-memory, with probes: nothing fails, and violations are refused', async () => {
    const cwd = folder();
    const argv = ['env', `MEMORY_FILE_PATH=${join(cwd, 'memory.json')}`, 'node', official('memory')];
    const { envelope } = await generateAndRun('suite', ['--probe'], argv, cwd);
    const refused = envelope.results.filter(({ name }) => name.includes(': refuses arguments'));
    expect(refused.length).toBeGreaterThanOrEqual(5);
    for (const { trace, name } of refused) expect(trace?.calls[0]?.is_error, name).toBe(true);
  });

  it('says how many tools may destroy something, where there is anything to destroy', async () => {
    const tools = [{ name: 'scrap_boat', annotations: { destructiveHint: true } }, { name: 'get_boat' }];
    const cwd = folder({ 'boats.json': JSON.stringify({ tools }) });
    const live = await mcptest(['generate', 'suite', '--', 'mcptest', 'mock', '--tools-from', 'boats.json'], {
      cwd,
    });
    expect(live.stderr).toMatch(/^note: 1 tool may destroy data: .*"review before first run"/m);
    const saved = await mcptest(['generate', 'suite', '--from', 'boats.json'], { cwd });
    expect([saved.code, saved.stderr]).toEqual([0, expect.not.stringContaining('destroy')]);
  });

  it('writes no suite without a test, and says so', async () => {
    const cwd = folder({ 'none.json': JSON.stringify({ tools: [] }) });
    const made = await mcptest(['generate', 'suite', '--from', 'none.json', '--output', 'a.yml'], { cwd });
    expect([made.code, made.stderr]).toEqual([7, expect.stringContaining('nothing to make a test for')]);
    expect(existsSync(join(cwd, 'a.yml'))).toBe(false);
  });

  it('a saved catalogue is served by the mock, from wherever the suite stands', async () => {
    const cwd = folder({
      'tools.json': JSON.stringify({
        tools: [
          {
            name: 'get',
            inputSchema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
          },
        ],
      }),
    });
    mkdirSync(join(cwd, 'tests'));
    const flags = ['generate', 'suite', '--from', 'tools.json', '--output', 'tests/a.mcptest.yml'];
    expect((await mcptest(flags, { cwd })).code).toBe(0);
    expect((await mcptest(flags, { cwd })).stderr).toContain('a.mcptest.yml is there already');
    const ran = await mcptest(['run', 'tests', '--reporter', 'agent'], { cwd });
    expect([ran.code, ran.stdout.split('\n')[0]]).toEqual([0, expect.stringContaining('VERDICT pass 3/3')]);
  });

  it('writes no secret: what came from the environment is read from there again', async () => {
    const cwd = folder({
      'mcptest.yml': `servers:\n  s:\n    command: [node, "${join(root, 'fixtures/chaos-mcp/server.mjs')}"]\n    env: { API_TOKEN: "\${env:MY_TOKEN}" }\n`,
    });
    const env = { MY_TOKEN: 'canary-7f3a9b21' };
    const { stdout, code } = await mcptest(['generate', 'suite', 's'], { cwd, env });
    expect(code).toBe(0);
    expect(stdout).not.toContain(env.MY_TOKEN);
    expect(parse(stdout).servers.s.env).toEqual({ API_TOKEN: '${env:MY_TOKEN}' });
  });
});

describe('generate suite --observe', () => {
  it('server-filesystem: passes as it is, twice, on files that are there, and says how strong it is', async () => {
    const cwd = folder();
    mkdirSync(join(cwd, 'files'));
    writeFileSync(join(cwd, 'files/poem.txt'), 'Roses are red,\nviolets are blue.\n');
    const argv = ['node', official('filesystem'), join(cwd, 'files')];
    const { envelope, suite } = await generateAndRun('suite', ['--observe'], argv, cwd);
    expect(envelope.summary).toMatchObject({ failed: 0, inconclusive: 0 });
    expect(Number(/^# Measured: strength (\d+) % \(\d+ tests measured/m.exec(suite)?.[1])).toBeGreaterThan(
      70,
    );
    expect(suite).toContain('path: "${CONFIG_DIR}/files/poem.txt"');
    const again = await mcptest(['mutate', 'made.mcptest.yml', '--no-save', '--format', 'json'], { cwd });
    const { rate, tests } = JSON.parse(again.stdout);
    expect(rate).toBeGreaterThan(0.7);
    expect(tests.filter(({ hollow }: { hollow: boolean }) => hollow)).toEqual([]);
  });

  it('calls nothing that may change something, and nothing at all of a saved catalogue', async () => {
    const cwd = folder({ 'server.mjs': COUNTING });
    const made = await mcptest(['generate', 'suite', '--observe', '--', process.execPath, 'server.mjs'], {
      cwd,
    });
    expect(made.code, made.stderr).toBe(0);
    const called = readFileSync(join(cwd, 'calls.log'), 'utf8').trim().split('\n');
    expect(new Set(called)).toEqual(new Set(['get_item']));
    expect(made.stderr).toMatch(/note: strength \d+ % \(\d+ tests? measured on what was observed/);
    const saved = folder({ 'boats.json': JSON.stringify({ tools: [{ name: 'get_boat' }] }) });
    const refused = await mcptest(['generate', 'suite', '--observe', '--from', 'boats.json'], { cwd: saved });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('nothing to observe')]);
  });

  it('is the only one that calls: plain suites count what is weak and name the way', async () => {
    const cwd = folder({ 'server.mjs': COUNTING });
    for (const kind of ['suite', 'conformance', 'redteam', 'eval']) {
      const made = await mcptest(['generate', kind, '--', process.execPath, 'server.mjs'], { cwd });
      expect([kind, made.code]).toEqual([kind, 0]);
      if (kind !== 'suite') continue;
      expect(made.stderr).toMatch(
        /note: \d+ of \d+ tests are weak.*generate suite --observe.*propose_assertions/,
      );
      expect(made.stdout).toMatch(/^# Strength: \d+ of \d+ tests are weak/m);
    }
    expect(existsSync(join(cwd, 'calls.log'))).toBe(false);
  });
});

describe('generate conformance', () => {
  it.each(['everything', 'memory'])('server-%s passes its own checks', async (name) => {
    const { envelope } = await generateAndRun('conformance', [], ['node', official(name)]);
    const kinds = new Set(envelope.results.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['capabilities', 'compliance', 'request']);
    expect(envelope.results.length).toBeGreaterThanOrEqual(2);
  });
});

describe('generate redteam and eval', () => {
  it.each(['redteam', 'eval'])('%s: valid, one case for each tool', async (kind) => {
    const cwd = folder();
    const made = await mcptest(
      ['generate', kind, '--output', 'a.mcptest.yml', '--', 'node', official('memory')],
      { cwd },
    );
    expect(made.code, made.stderr).toBe(0);
    const { stdout, code } = await mcptest(['run', 'a.mcptest.yml', '--list'], { cwd });
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(9);
  });
});

describe('generate cases', () => {
  const AGENT = (file: string, cases: string) => `servers: { s: { command: [${file}] } }
agents:
  - name: drafts
    model: lexical
    prompt: \${case.prompt}
    cases: { from: ${cases} }
    dataset: { expect: [{ dataset.recall: { ">=": 50 } }] }
`;

  it('writes a table that a test reads as it is, on a mock of an example', async () => {
    const server = join(root, 'examples/real-servers/servers/shelf.yml');
    const argv = ['mcptest', 'mock', '--tools-from', server];
    const cwd = folder({ 'mcptest.yml': AGENT(argv.join(', '), 'cases.yaml') });
    const made = await mcptest(['generate', 'cases', '--output', 'cases.yaml', '--', ...argv], { cwd });
    expect(made.code, made.stderr).toBe(0);
    expect(made.stderr).toContain('every request is a draft');
    const rows = parse(readFileSync(join(cwd, 'cases.yaml'), 'utf8')) as { draft: boolean }[];
    const ran = await mcptest(['run', '--reporter', 'json', '--no-save'], { cwd });
    expect(ran.code, ran.stderr).toBe(0);
    const { datasets, results } = JSON.parse(ran.stdout) as RunEnvelope;
    expect(results).toHaveLength(rows.length);
    expect(datasets?.[0]).toMatchObject({ cases: rows.length, verdict: 'pass' });
    const hints = await mcptest(['run', '--tag', 'level-2', '--list'], { cwd });
    expect(hints.stdout).toContain(' 2]');
    expect(hints.stdout).not.toContain(' 5]');
  });

  it('fills in nothing that a description says, and refuses what it cannot write', async () => {
    const tools = [{ name: 'get_boat', description: 'Get a boat ${env:HOME} ${case.name}' }];
    const cwd = folder({
      'boats.json': JSON.stringify(tools),
      'mcptest.yml': AGENT('mcptest, mock, --tools-from, boats.json', 'cases.yaml'),
      'empty.json': '[]',
    });
    const from = (file: string, output: string) =>
      mcptest(['generate', 'cases', '--from', file, '--output', output], { cwd });
    expect((await from('boats.json', 'cases.yaml')).code).toBe(0);
    const ran = await mcptest(['run', '--reporter', 'json', '--no-save'], { cwd });
    const { results } = JSON.parse(ran.stdout) as RunEnvelope;
    const prompts = results.map(({ trace }) => trace?.prompt);
    expect(prompts).toContain('Please do this for me: Get a boat ${env:HOME} ${case.name}.');
    const refused = await from('boats.json', 'cases.jsonl');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--output cases.yaml')]);
    expect((await from('empty.json', 'none.yaml')).code).toBe(7);
    expect(existsSync(join(cwd, 'none.yaml'))).toBe(false);
  });
});
