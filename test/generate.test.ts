/**
 * Generated suites run as they are, on real servers: nothing fails, nothing passes on an error that was not expected, and
 * what a schema forbids really is refused.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { RunEnvelope } from '../src/types/envelope.js';
import { folder, mcptest, root } from './lib/cli.js';

const official = (name: string): string =>
  join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

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
    expect(live.stderr).toMatch(/^note: 1 tool may destroy data: .*"review before first run"/);
    const saved = await mcptest(['generate', 'suite', '--from', 'boats.json'], { cwd });
    expect([saved.code, saved.stderr]).toEqual([0, '']);
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

describe('generate conformance', () => {
  it.each(['everything', 'memory'])('server-%s passes its own checks', async (name) => {
    const { envelope } = await generateAndRun('conformance', [], ['node', official(name)]);
    expect(envelope.results.map(({ kind }) => kind)).toEqual(
      Array(envelope.results.length).fill('compliance'),
    );
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
