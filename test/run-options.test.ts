/** What `run` can be asked for besides running everything: parts, repetitions, plans, waiting. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import { chaos, cli, folder, mcptest, suite } from './lib/cli.js';
import { freePort } from './lib/free-port.js';

const echo = (name: string, text: string, expected = text) => ({
  name,
  tool: 'echo',
  args: { text },
  expect: [{ 'result.content[0].text': expected }],
});

const agent = (name: string) => ({
  name,
  model: 'scripted',
  runs: 2,
  prompt: 'Say x.',
  script: [{ call: 'chaos.echo', args: { text: 'x' } }, { say: 'x' }],
  tool_selection: { expected_tool: 'echo', min_selection_rate: 1 },
});

/** Five suites; one test fails, one is skipped, one has a snapshot, two have an agent. */
function project(): string {
  const servers = { chaos: { command: chaos('none') } };
  const cwd = folder({
    'a.mcptest.yml': suite({
      servers,
      tools: [echo('a1', 'x'), echo('a2', 'y')],
      agents: [agent('a agent')],
    }),
    'b.mcptest.yml': suite({
      servers: { other: { command: chaos('noise') } },
      tools: [echo('b1', 'x', 'z'), { ...echo('b2', 'y'), skip: 'not now' }],
      coverage: { tools: 50 },
    }),
    'c.mcptest.yml': suite({
      servers,
      tools: [{ ...echo('c1', 'x'), expect: [{ 'result.content': { snapshot: true } }] }],
      agents: [agent('c agent')],
    }),
  });
  mkdirSync(join(cwd, 'deep'));
  writeFileSync(join(cwd, 'deep', 'd.mcptest.yml'), suite({ servers, tools: [echo('d1', 'x')] }));
  writeFileSync(join(cwd, 'deep', 'mcptest.yml'), suite({ servers, tools: [echo('e1', 'x')] }));
  return cwd;
}

/** What a merged run may differ in, as docs/ci.md declares. */
function steady(text: string): string {
  const data = JSON.parse(text, (key, value) => (key === 'duration_ms' ? 0 : value)) as RunEnvelope;
  return JSON.stringify({ ...data, run_id: '', started_at: '' }, null, 2);
}

describe('--shard', () => {
  it('four shards merged are one run, byte for byte outside the volatile fields', async () => {
    const cwd = project();
    await mcptest(['run', '.', '--filter', 'c1'], { cwd });
    const whole = await mcptest(['run', '.', '--reporter', 'json=whole.json'], { cwd });
    expect(whole.code).toBe(1);
    for (const index of [1, 2, 3, 4]) {
      const ran = await mcptest(['run', '.', '--shard', `${index}/4`, '--reporter', `json=${index}.json`], {
        cwd,
      });
      expect(ran.code).toBe(readEnvelope(cwd, `${index}.json`).exit_code);
    }
    const files = ['3.json', '1.json', '4.json', '2.json'];
    const merged = await mcptest(['report', '--merge', ...files, '--format', 'json'], { cwd });
    expect(merged.code).toBe(0);
    expect(steady(merged.stdout)).toBe(steady(readFileSync(join(cwd, 'whole.json'), 'utf8')));
  });

  it('a missing shard is refused, and so is the same one twice', async () => {
    const cwd = folder({
      'mcptest.yml': suite({ servers: { chaos: { command: chaos('none') } }, tools: [echo('a', 'x')] }),
    });
    await mcptest(['run', '--shard', '1/2', '--reporter', 'json=1.json'], { cwd });
    const missing = await mcptest(['report', '--merge', '1.json'], { cwd });
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(/shard 2\/2 is missing/);
    const twice = await mcptest(['report', '--merge', '1.json', '1.json'], { cwd });
    expect(twice.code).toBe(2);
  });

  it('a shard that no test falls to is 0 and says so, and a selection of nothing is still 7', async () => {
    const tools = [echo('a', 'x')];
    const cwd = folder({ 'mcptest.yml': suite({ servers: { chaos: { command: chaos('none') } }, tools }) });
    const shards = await Promise.all(
      [1, 2].map((index) =>
        mcptest(['run', '--shard', `${index}/2`, '--reporter', `json=${index}.json`], { cwd }),
      ),
    );
    expect(shards.map(({ code }) => code)).toEqual([0, 0]);
    expect([1, 2].flatMap((index) => readEnvelope(cwd, `${index}.json`).results)).toHaveLength(1);
    const said = shards.map(({ stderr }) => /no test falls to shard [12]\/2/.test(stderr));
    expect(said.sort()).toEqual([false, true]);
    const merged = await mcptest(['report', '--merge', '1.json', '2.json', '--format', 'json'], { cwd });
    expect(JSON.parse(merged.stdout)).toMatchObject({ verdict: 'pass', summary: { total: 1 } });
    expect((await mcptest(['run', '--shard', '1/2', '--filter', 'none'], { cwd })).code).toBe(7);
  });

  it('says what a shard is', async () => {
    const ran = await mcptest(['run', '--shard', '5/4'], { cwd: project() });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/1\/4/);
  });
});

function readEnvelope(cwd: string, file: string): RunEnvelope {
  return JSON.parse(readFileSync(join(cwd, file), 'utf8')) as RunEnvelope;
}

describe('what would run', () => {
  it('--list names the tests, --dry-run adds servers and commands, neither starts anything', async () => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers: { gone: { command: ['no-such-server', '--key', '${env:MY_TOKEN}'] } },
        tools: [echo('one', 'x'), { ...echo('two', 'y'), skip: 'later' }],
      }),
    });
    const env = { MY_TOKEN: 'hunter2-hunter2' };
    const list = await mcptest(['run', '--list'], { cwd, env });
    expect(list.stdout).toMatch(/^mcptest\.yml:\d+ {2}one\nmcptest\.yml:\d+ {2}two {2}\(skipped: later\)\n$/);
    const plan = await mcptest(['run', '--dry-run'], { cwd, env });
    expect(plan.stdout).toContain('server gone: stdio, no-such-server --key [secret:MY_TOKEN]');
    expect(plan.stdout).toContain('mcptest run --filter "one"');
    expect([list.code, plan.code]).toEqual([0, 0]);
    expect((await mcptest(['run', '--list', '--filter', 'nothing'], { cwd, env })).code).toBe(7);
  });
});

describe('--last-failed', () => {
  it('runs what did not pass in the newest saved run', async () => {
    const cwd = project();
    expect((await mcptest(['run', '.', '--last-failed'], { cwd })).code).toBe(2);
    await mcptest(['run', '.'], { cwd });
    const again = await mcptest(['run', '.', '--last-failed', '--reporter', 'json'], { cwd });
    expect((JSON.parse(again.stdout) as RunEnvelope).results.map(({ name }) => name)).toEqual(['b1']);
    expect(again.code).toBe(1);
  });
});

it('--last-failed runs everything after a green run, and says so', async () => {
  const tools = [echo('a', 'x'), echo('b', 'y')];
  const servers = { chaos: { command: chaos('none') } };
  const cwd = folder({ 'mcptest.yml': suite({ servers, tools, coverage: { tools: 100 } }) });
  expect((await mcptest(['run'], { cwd })).code).toBe(6);
  const again = await mcptest(['run', '--last-failed', '--reporter', 'json=run.json'], { cwd });
  expect([again.code, readEnvelope(cwd, 'run.json').summary.passed]).toEqual([6, 2]);
  expect(again.stderr).toContain('nothing failed in the newest saved run');
});

describe('--repeat', () => {
  it('does every test n times and says which time went wrong', async () => {
    const cwd = folder({
      'counter.mjs': COUNTER,
      'mcptest.yml': suite({
        servers: { counter: { command: [process.execPath, 'counter.mjs'] } },
        tools: [
          { name: 'below three', tool: 'next', expect: [{ 'result.content[0].text': { regex: '^[12]$' } }] },
        ],
      }),
    });
    const two = await mcptest(['run', '--repeat', '2'], { cwd });
    expect([two.code, two.stderr]).toEqual([0, '']);
    const three = await mcptest(['run', '--repeat', '3'], { cwd });
    expect(three.code).toBe(1);
    expect(three.stdout).toMatch(/repetition 3 of 3/);
  });
});

/** Answers 1, 2, 3 and so on. */
const COUNTER = `
import { createInterface } from 'node:readline';
let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const result = method === 'initialize'
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'c', version: '1' } }
    : method === 'tools/list' ? { tools: [] }
    : method === 'tools/call' ? { content: [{ type: 'text', text: String(++count) }] } : {};
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
}`;

it('--repeat says that it leaves agent tests alone', async () => {
  const ran = await mcptest(['run', 'a.mcptest.yml', '--repeat', '2'], { cwd: project() });
  expect(ran.stderr).toContain('--repeat is not for agent tests; --runs says how often these are run');
});

describe('flags of agent tests on a suite without any', () => {
  it.each([
    ['--models', 'nope'],
    ['--runs', '3'],
  ])('%s is refused', async (flag, value) => {
    const ran = await mcptest(['run', 'b.mcptest.yml', flag, value], { cwd: project() });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(`${flag} is for agent tests, and the suite has none`);
  });

  it('--record says that nothing was recorded', async () => {
    const ran = await mcptest(['run', 'b.mcptest.yml', '--record'], { cwd: project() });
    expect(ran.stderr).toContain('nothing was recorded: no agent test was selected');
  });
});

describe('--env-file', () => {
  it('fills variables, hides what is secret, and loses to the environment', async () => {
    const cwd = folder({
      '.env': "export WORD='from file'\nAPI_TOKEN=s3cret-s3cret\n",
      'mcptest.yml': suite({
        servers: { chaos: { command: chaos('none') } },
        tools: [echo('word', '${env:WORD:plain}', 'from file'), echo('token', '${env:API_TOKEN}', 'other')],
      }),
    });
    const ran = await mcptest(['run', '--env-file', '.env'], { cwd });
    expect(ran.stdout).toMatch(/✓ word/);
    expect(ran.stdout).toContain('[secret:API_TOKEN]');
    expect(ran.stdout).not.toContain('s3cret');
    const other = await mcptest(['run', '--env-file', '.env', '--filter', 'word'], {
      cwd,
      env: { WORD: 'set before' },
    });
    expect(other.code).toBe(1);
  });

  it('names file and line of what it cannot read', async () => {
    const cwd = folder({ '.env': 'A=1\nhello s3cret-s3cret\n' });
    const ran = await mcptest(['run', '--env-file', '.env'], { cwd });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('.env:2:');
    expect(ran.stderr).not.toContain('s3cret');
    // Node itself looks for the file and is the one who complains.
    const none = await mcptest(['run', '--env-file', 'none'], { cwd });
    expect(none.code).not.toBe(0);
    expect(none.stderr).toContain('none');
  });
});

describe('--reporter ndjson', () => {
  it('streams the same bytes that are rendered later', async () => {
    const cwd = project();
    const ran = await mcptest(['run', '.', '--reporter', 'ndjson'], { cwd });
    const later = await mcptest(['report', 'latest', '--format', 'ndjson'], { cwd });
    expect(ran.stdout).toBe(later.stdout);
    expect(
      ran.stdout
        .split('\n')
        .slice(1, -2)
        .map((line) => JSON.parse(line).name),
    ).toEqual([
      'a1',
      'a2',
      'a agent #1',
      'a agent #2',
      'b1',
      'b2',
      'c1',
      'c agent #1',
      'c agent #2',
      'd1',
      'e1',
    ]);
  });

  it('tells a result before the run is over', async () => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers: { chaos: { command: chaos('none') } },
        tools: [echo('first', 'x'), { name: 'never ends', tool: 'slow', args: { ms: 600_000 } }],
      }),
    });
    const ran = await mcptest(['run', '--reporter', 'ndjson', '--timeout', '10m'], {
      cwd,
      during: (child) => {
        let seen = '';
        child.stdout!.on('data', (chunk: Buffer) => {
          seen += chunk;
          if (seen.includes('"name":"first"') && !child.killed) child.kill('SIGTERM');
        });
      },
    });
    expect(ran.code).toBe(143);
    expect(JSON.parse(ran.stdout.trimEnd().split('\n').at(-1)!)).toMatchObject({
      type: 'summary',
      exit_code: 143,
    });
  });
});

describe('--wait-for-ready', () => {
  it('asks again until a server behind a URL answers', async () => {
    const port = await freePort();
    const cwd = folder({
      'tools.yml': suite({
        mock_server: { tools: [{ name: 'hello', response: { content: [{ type: 'text', text: 'hi' }] } }] },
      }),
      'mcptest.yml': suite({
        servers: { late: { url: `http://127.0.0.1:${port}/mcp` } },
        tools: [{ name: 'hello', tool: 'hello', expect: [{ 'result.content[0].text': 'hi' }] }],
      }),
    });
    expect((await mcptest(['run'], { cwd })).code).toBe(3);
    const stop: (() => void)[] = [];
    const ran = await mcptest(['run', '--wait-for-ready', '30s'], {
      cwd,
      during: async () => {
        const { spawn } = await import('node:child_process');
        const mock = spawn(
          process.execPath,
          [cli, 'mock', '--tools-from', 'tools.yml', '--http', '--port', String(port)],
          { cwd },
        );
        stop.push(() => mock.kill('SIGTERM'));
      },
    });
    for (const end of stop) end();
    expect(ran.stdout + ran.stderr).toContain('✓ hello');
    expect(ran.code).toBe(0);
  });
});
