/** The front door as an agent meets it: the official client against the built command and real servers. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { frugalLoop } from '../eval/lib/worked-loop/frugal-loop.js';
import { type Figures, Meter } from '../eval/lib/worked-loop/meter.js';
import { loopServers } from '../eval/lib/worked-loop/servers.js';
import { costTables, share } from '../eval/lib/worked-loop/table.js';
import { validate } from '../src/json-schema/validate.js';
import { Agent, type AgentOptions, type Answer } from './lib/agent.js';
import { runLoop, transcript } from './lib/agent-loop.js';
import { chaos, cli, folder, mcptest, root, suite } from './lib/cli.js';
import { marked, noneLeft } from './lib/processes.js';
import { wireProgress } from './lib/wire-progress.js';

const hostile = (mode: string): string[] => [
  process.execPath,
  join(root, 'fixtures/hostile-mcp/server.mjs'),
  mode,
];
const honest = chaos('none');
const shelf = ['mcptest', 'mock', '--tools-from', join(root, 'examples/real-servers/servers/shelf.yml')];

const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function agent(options: Partial<AgentOptions> = {}): Promise<Agent> {
  const started = await Agent.start({
    cwd: options.cwd ?? folder({ 'mcptest.yml': 'servers: {}' }),
    ...options,
  });
  open.push(started);
  return started;
}

/** Declares these commands, so that a reading agent may use them. */
const declaring = (...commands: string[][]): string =>
  folder({
    'mcptest.yml': suite({
      servers: Object.fromEntries(commands.map((command, n) => [`s${n}`, { command }])),
    }),
  });

describe('the worked loop', () => {
  it('from an unknown server with a bug to a suite that passes', async () => {
    const loop = await runLoop();
    const { steps, shell, workspace } = loop;
    const answer = (name: string): Answer => steps.find(({ step }) => step === name)!.response;
    expect(answer('discover the verbs').writesEnabled).toEqual({ mcptest: { writesEnabled: true } });
    expect(answer('observe a tool')).toMatchObject({ calls_made: 2, excluded_volatile: [] });
    expect(answer('validate a draft').errors[0]).toMatchObject({
      path: '',
      hint: expect.stringContaining('`servers`'),
    });
    const failed = answer('run it');
    expect(failed).toMatchObject({ verdict: 'fail', failed: 1, failures: [{ actual: '50' }] });
    expect(existsSync(join(workspace, '.mcptest', 'inline', `${failed.run_id}.yml`))).toBe(true);
    expect(shell.map(({ exit_code }) => exit_code)).toEqual([1, 0]);
    expect(shell[0]!.shell).toMatch(
      /^mcptest run \.mcptest\/inline\/\w+\.yml --filter ["']convert: proposed assertions \(.*\)["']$/,
    );
    expect(answer('explain the failure')).toMatchObject({
      verdict: 'fail',
      checks: expect.arrayContaining([expect.objectContaining({ expected: 14, actual: 50 })]),
    });
    expect(answer('run it again')).toMatchObject({ verdict: 'pass', failed: 0 });
    const shown = join(root, 'examples/mcp-server-config/agent-loop-transcript.jsonl');
    expect(transcript(loop), 'npx tsx scripts/agent-loop-transcript.ts writes it').toBe(
      readFileSync(shown, 'utf8'),
    );
  });

  it('leaves volatile values out, and calls what destroys only when told to', async () => {
    const command = [
      'node',
      join(root, 'fixtures/thermometer-mcp/server.mjs'),
      join(root, 'fixtures/thermometer-mcp/mended.mjs'),
    ];
    const client = await agent({ flags: ['--enable-writes'] });
    const reading = await client.get('propose_assertions', { command, tool: 'get_reading' });
    expect(reading).toMatchObject({ calls_made: 2, excluded_volatile: ['result.structuredContent.serial'] });
    expect(reading.test).not.toMatch(/serial"\n\s+matcher:\n\s+exact/);
    const single = await client.get('propose_assertions', {
      command,
      tool: 'get_reading',
      single_call: true,
    });
    expect(single).toMatchObject({ calls_made: 1, notes: [expect.stringContaining('one call')] });
    await expect(client.get('propose_assertions', { command, tool: 'delete_log' })).rejects.toThrow(
      /execute_destructive/,
    );
    const deleted = await client.get('propose_assertions', {
      command,
      tool: 'delete_log',
      execute_destructive: true,
    });
    expect(deleted.calls_made).toBe(1);
    const { suite: scaffold } = await client.get('scaffold_suite', { command });
    expect(scaffold).toContain('# review before first run');
    const draft = scaffold + reading.test + deleted.test;
    expect(await client.get('validate_suite', { suite: draft })).toEqual({ valid: true, errors: [] });
  });
});

describe('what a model pays for', () => {
  it('the loop on a real server costs at most 60 % of what it did, as the instructions tell it', async () => {
    const before: Figures = JSON.parse(readFileSync(join(root, 'eval/lib/worked-loop/before.json'), 'utf8'));
    const server = loopServers().find(({ name }) => name === 'memory')!;
    const meter = new Meter(await agent({ cwd: server.workspace, flags: ['--enable-writes'] }));
    await frugalLoop(server, meter.use);
    const now = { ...before, servers: { memory: meter.steps } };
    const then = { ...before, servers: { memory: before.servers.memory! } };
    expect(share(now, then)).toBeLessThan(0.6);
    // Without the last step, too, which was by far the dearest.
    expect(share(now, then, 'read the run')).toBeLessThan(0.6);
    const page = readFileSync(join(root, 'docs/agent-interface.md'), 'utf8');
    for (const line of costTables({ before, plain: before, frugal: before })
      .split('\n')
      .filter((one) => one.startsWith('| ')))
      expect(page, 'npm run eval:worked-loop -- --write').toContain(
        line.split(' | ').slice(0, 2).join(' | '),
      );
  });

  it('validate_suite answers to the byte what `mcptest validate --format json` prints', async () => {
    const texts = [
      'servers: { s: { url: "http://x/" } }\ntools: [{ name: a, tool: t }]\n',
      'serverz: {}\n',
      'servers:\n  s: { url: "http://x/" }\ntools:\n  - name: "a\\u202e"\n    tol: t\n    server: z\n',
      'imports: [shared.yml]\nservers: { s: { url: "http://x/" } }\n',
      '[]',
      'a: "\n',
      'tools: [${env:NOT_THERE}]\n',
    ];
    const cwd = folder({ 'mcptest.yml': 'servers: {}' });
    // Both read what they import from the folder that a draft stands in.
    const inline = join(cwd, '.mcptest', 'inline');
    mkdirSync(inline, { recursive: true });
    writeFileSync(join(inline, 'shared.yml'), 'tolls: []\n');
    const client = await agent({ cwd });
    for (const text of texts) {
      writeFileSync(join(inline, 'suite.yml'), text);
      const { stdout } = await mcptest(['validate', '.mcptest/inline/suite.yml', '--format', 'json'], {
        cwd,
      });
      const { content, structuredContent } = await client.call('validate_suite', { suite: text });
      expect(content[0].text).toBe(stdout);
      expect(structuredContent).toEqual(JSON.parse(stdout));
    }
  });
});

describe('gates', () => {
  it('a reading agent sees no verb that writes and starts nothing undeclared', async () => {
    const client = await agent({ cwd: declaring(honest) });
    const { tools } = await client.client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(client.client.getServerCapabilities()?.experimental).toEqual({
      mcptest: { writesEnabled: false },
    });
    expect((await client.get('list_tools', { command: honest })).tools.length).toBeGreaterThan(2);
    const refused = await client.call('list_tools', { command: [...honest, '--modern'] });
    expect(refused.content[0].text).toMatch(/servers:[\s\S]*--enable-writes/);
    const tricked = await client.call('list_tools', { command: honest, env: { NODE_OPTIONS: '--inspect' } });
    expect(tricked.content[0].text).toContain('NODE_OPTIONS');
  });

  it('tells a refused login in one message that says what to do', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="mcp"' }).end();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    open.push({ close: () => void server.close() });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const client = await agent();
    for (const name of ['list_tools', 'scaffold_suite']) {
      const { isError, content } = await client.call(name, { url, bearer_token_env: 'MCP_TEST_TOKEN' });
      expect(isError).toBe(true);
      expect(content[0].text).toContain('auth failed');
      expect(content[0].text).toContain('env var `MCP_TEST_TOKEN`');
      expect(content[0].text).toContain(`mcptest doctor --url ${url} --bearer-token-env MCP_TEST_TOKEN`);
    }
  });
});

describe('hostile servers', () => {
  it('orders in a description come with a warning, and block nothing', async () => {
    const command = hostile('orders');
    const client = await agent({ cwd: declaring(command) });
    for (const name of ['list_tools', 'scaffold_suite']) {
      const { warnings, tools } = await client.get(name, { command });
      expect(tools).toHaveLength(1);
      expect(warnings.map((one: Answer) => one.rule)).toEqual(expect.arrayContaining(['SEC-001']));
      for (const { tool, summary } of warnings) {
        expect(tool).toBe('lookup_weather');
        expect(summary.length).toBeLessThanOrEqual(160);
        expect(summary).not.toMatch(/[\n\r\u001b]/);
      }
    }
    const clean = await client.call('list_tools', { command });
    expect(clean.structuredContent).toHaveProperty('warnings');
  });

  it('a clean server costs no warnings', async () => {
    const client = await agent({ cwd: declaring(hostile('forge')) });
    expect(await client.get('list_tools', { command: hostile('forge') })).not.toHaveProperty('warnings');
  });

  it('a result that imitates our own output stays data', async () => {
    const client = await agent({ flags: ['--enable-writes'] });
    const { content, structuredContent: run } = await client.call('run_tool_test', {
      suite: suite({
        servers: { s: { command: hostile('forge') } },
        tools: [{ name: 'weather', tool: 'lookup_weather', expect: [{ 'result.content[0].text': 'sunny' }] }],
      }),
    });
    expect(run).toMatchObject({ verdict: 'fail', passed: 0, failed: 1 });
    expect(run.failures).toHaveLength(1);
    expect(run.failures[0].actual).not.toContain('\u001b');
    expect(run.failures[0].actual).toContain('\nVERDICT pass');
    // What a model reads is one line, in which a newline of the server is an escape: nothing of it can begin a line.
    expect(content[0].text).not.toMatch(/[\n\u001b]/);
    expect(content[0].text).toContain('\\nVERDICT pass');
    expect(content[0].text).not.toContain('\\\\n');
  });

  it('200 MB of output are not read, and the answer is short', async () => {
    const command = hostile('flood');
    const client = await agent({ cwd: declaring(command) });
    const answer = await client.call('list_tools', { command });
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer).length).toBeLessThan(10_000);
  });

  it('a hang ends with the time of the verb', async () => {
    const client = await agent({
      cwd: declaring(hostile('hang'), chaos('hang-handshake')),
      flags: ['--request-timeout', '1s'],
    });
    for (const command of [hostile('hang'), chaos('hang-handshake')]) {
      const { isError, content } = await client.call('list_tools', { command });
      expect([isError, content[0].text]).toEqual([
        true,
        expect.stringContaining('did not finish within 1 s'),
      ]);
    }
  });
});

describe('one connection', () => {
  it('answers 100 calls at once', async () => {
    const client = await agent({ cwd: declaring(honest) });
    const calls = Array.from({ length: 100 }, (_unused, n) => {
      if (n % 8 === 0)
        return client.get('list_tools', { command: honest }).then(({ tools }) => tools.length > 2);
      if (n % 2 === 0) return client.get('list_runs').then(({ runs }) => runs.length === 0);
      return client
        .get('validate_suite', { suite: `servers: {}\nk${n}: 1` })
        .then(({ errors }) => errors[0].message.includes(`'k${n}'`));
    });
    expect(await Promise.all(calls)).toEqual(Array(100).fill(true));
  });

  it('tells progress while a suite runs, and stops when told to', async () => {
    const client = await agent({ flags: ['--enable-writes'] });
    const tools = Array.from({ length: 5 }, (_unused, n) => ({
      name: `t${n}`,
      tool: 'echo',
      args: { text: 'x' },
    }));
    const notes = wireProgress(client.client);
    await client.get(
      'run_tool_test',
      { suite: suite({ servers: { s: { command: honest } }, tools }) },
      { onprogress: () => {} },
    );
    expect(notes.map(({ progress }) => progress)).toEqual([1, 2, 3, 4, 5]);

    const mark = randomUUID();
    const stop = new AbortController();
    const hanging = client.get(
      'run_tool_test',
      {
        suite: suite({
          servers: { s: { command: chaos('hang-call'), env: { MCPTEST_MARK: mark } } },
          tools: [tools[0]],
        }),
      },
      { signal: stop.signal },
    );
    await expect.poll(() => marked(mark)).not.toEqual([]);
    stop.abort();
    await expect(hanging).rejects.toThrow();
    await noneLeft(mark);
  });

  it('a client that disappears leaves no process', async () => {
    const mark = randomUUID();
    const command = chaos('hang-handshake');
    const cwd = folder({
      'mcptest.yml': suite({ servers: { s: { command, env: { MCPTEST_MARK: mark } } } }),
    });
    const door = spawn(process.execPath, [cli, 'mcp-server'], { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
    const exited = new Promise((done) => door.on('exit', done));
    const send = (message: Answer) => door.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    send({ id: 2, method: 'tools/call', params: { name: 'list_tools', arguments: { command } } });
    await expect.poll(() => marked(mark)).not.toEqual([]);
    door.stdin.destroy();
    await exited;
    await noneLeft(mark);
  });
});

describe('over HTTP', () => {
  it('serves both eras on loopback, and no strange Host or Origin', async () => {
    const cwd = declaring(honest);
    const door = spawn(process.execPath, [cli, 'mcp-server', '--http'], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    open.push({ close: () => void door.kill() });
    const [url, token] = await new Promise<[string, string]>((done) => {
      let text = '';
      door.stderr.on('data', (chunk: Buffer) => {
        text += chunk;
        const found = /(http:\S+)[\s\S]*Authorization: (Bearer \S+)\n/.exec(text);
        if (found) done([found[1]!, found[2]!]);
      });
    });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const client = await agent({ url, authorization: token });
    expect((await client.get('list_tools', { command: honest })).tools.length).toBeGreaterThan(2);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const post = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
    expect((await post({ authorization: token, origin: 'https://evil.example' })).status).toBe(403);
    const { port } = new URL(url);
    expect(
      (await post({ authorization: token, origin: `http://127.0.0.1:${Number(port) + 1}` })).status,
    ).toBe(403);
    for (const authorization of ['', 'Bearer', `${token}x`, token.replace('Bearer', 'Basic'), 'Bearer x'])
      expect((await post({ authorization })).status).toBe(401);
    expect(await statusFor(Number(port), body, { host: `evil.example:${port}` })).toBe(403);
    const modern = await agent({ url, authorization: token, modern: true });
    expect((await modern.get('list_tools', { command: honest })).tools.length).toBeGreaterThan(2);
  });
});

describe('every verb', () => {
  it.each([
    ['legacy', false],
    ['modern', true],
  ])('answers with what its output schema says, in the %s era', async (_, modern) => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers: { s: { command: shelf } },
        tools: [
          {
            name: 'wrong',
            tool: 'echo',
            args: { message: 'a' },
            expect: [{ 'result.content[0].text': 'b' }],
          },
        ],
      }),
      'tools.json': JSON.stringify({ tools: [] }),
    });
    mkdirSync(join(cwd, 'cassettes'));
    writeFileSync(join(cwd, 'cassettes', 'one.json'), '{}');
    const inline = suite({
      servers: { s: { command: shelf } },
      tools: [{ name: 'a', tool: 'count_books' }],
    });
    const args: Record<string, Answer> = {
      validate_suite: { suite: inline },
      run_tool_test: { suite: inline },
      propose_assertions: { command: shelf, tool: 'count_books' },
      trigger_run: {},
      mutate_suite: { run_id: 'latest' },
      record_cassette: {},
      list_runs: {},
      get_run: { id: 'latest' },
      explain_failure: { test: 'wrong' },
      get_coverage: {},
      list_cassettes: {},
      get_cassette: { name: 'one' },
      get_doctor_report: { refresh: true },
      diff_catalogs: { before: 'tools.json', command: shelf },
    };
    const client = await agent({ cwd, flags: ['--enable-writes'], modern });
    const { tools } = await client.client.listTools();
    expect(tools).toHaveLength(26);
    for (const { name, outputSchema } of tools) {
      const answer = await client.get(name, args[name] ?? { command: shelf });
      expect(validate(outputSchema, answer).errors, name).toEqual([]);
    }
  });
});

describe('how strong a suite is', () => {
  const weak = { name: 'is there', tool: 'echo', args: { text: 'a' } };
  const strong = {
    ...weak,
    name: 'says it',
    expect: [{ 'result.content': { exact: [{ type: 'text', text: 'a' }] } }],
  };
  const drafted = (...tools: object[]) => suite({ servers: { s: { command: honest } }, tools });

  it('is measured on a draft, on files and on a saved run, with lines to paste', async () => {
    const cwd = folder({ 'mcptest.yml': drafted(weak, strong) });
    const client = await agent({ cwd, flags: ['--enable-writes'] });
    const draft = await client.get('mutate_suite', { suite: drafted(weak, strong) });
    expect(draft).toMatchObject({ verdict: 'pass', hollow: ['is there'], unmeasured: [] });
    expect(draft.rate).toBeCloseTo(draft.killed / draft.mutants);
    expect(draft.tests[0]).toMatchObject({ test: 'is there', hollow: true });
    const { suggestion } = draft.tests[0].survivors[0];
    expect(suggestion).toMatch(/^- result\./);
    const files = await client.get('mutate_suite', { limit: 1 });
    expect(files).toMatchObject({ rate: draft.rate, mutants: draft.mutants, hollow: ['is there'] });
    const saved = await client.get('mutate_suite', { run_id: files.run_id });
    expect(saved).toEqual({ ...files, tests: expect.any(Array), tests_omitted: saved.tests_omitted });
    expect((await client.get('mutate_suite', { run_id: draft.run_id })).rate).toBe(draft.rate);
  });

  it('takes one thing to measure, inside the workspace, and only with writes enabled', async () => {
    const client = await agent({ cwd: folder({ 'mcptest.yml': drafted(weak) }), flags: ['--enable-writes'] });
    const two = await client.call('mutate_suite', { run_id: 'latest', paths: ['mcptest.yml'] });
    expect([two.isError, two.content[0].text]).toEqual([
      true,
      expect.stringContaining('three different things'),
    ]);
    for (const args of [{ paths: ['../x.yml'] }, { run_id: '../../x' }, { run_id: 'latest' }])
      expect((await client.call('mutate_suite', args)).isError).toBe(true);
    const reader = await agent({ cwd: folder({ 'mcptest.yml': drafted(weak) }) });
    const refused = await reader.call('mutate_suite', {});
    expect(refused.content[0].text).toContain('--enable-writes');
  });
});

describe('suites of the workspace', () => {
  it('are run, saved, and read again', async () => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers: { s: { command: honest } },
        tools: [
          { name: 'good', tool: 'echo', args: { text: 'a' } },
          {
            name: 'bad',
            tool: 'echo',
            args: { text: 'b'.repeat(2000) },
            expect: [{ 'result.content[0].text': 'c' }],
          },
        ],
      }),
    });
    const client = await agent({ cwd, flags: ['--enable-writes'] });
    const run = await client.get('trigger_run');
    expect(run).toMatchObject({
      verdict: 'fail',
      total: 2,
      failed: 1,
      failures: [{ repro: 'mcptest run --filter "bad"' }],
    });
    const { contents } = await client.client.readResource({ uri: run.failures[0].full });
    expect((contents[0] as { text: string }).text).toContain('b'.repeat(2000));
    expect((await client.get('list_runs')).runs[0].run_id).toBe(run.run_id);
    expect((await client.get('get_coverage')).coverage.tools[0].uncovered).toContain('crash');
    expect((await client.get('trigger_run', { filter: 'good' })).verdict).toBe('pass');
    writeFileSync(
      join(cwd, 'tools.json'),
      JSON.stringify({ tools: [{ name: 'gone', inputSchema: { type: 'object' } }] }),
    );
    const diff = await client.get('diff_catalogs', { before: 'tools.json', command: honest });
    expect(diff.changes.map((one: Answer) => one.kind)).toContain('tool-removed');
  });
});

/** `fetch` sets the Host header itself. */
function statusFor(port: number, body: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((done, failed) => {
    const options = { port, host: '127.0.0.1', path: '/mcp', method: 'POST' };
    const request = httpRequest(
      { ...options, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume();
        done(response.statusCode);
      },
    );
    request.on('error', failed);
    request.end(body);
  });
}
