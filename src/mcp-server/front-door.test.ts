import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CLIENTS } from '../compat/clients.js';
import { compatReport } from '../compat/report.js';
import { failingCase, sampleCase, sampleCheck, sampleRun } from '../envelope/sample-run.js';
import { compileSchema } from '../json-schema/compile.js';
import { validate } from '../json-schema/validate.js';
import { lintCatalog } from '../lint/engine.js';
import { META } from '../rpc-server/eras.js';
import { createPeer } from '../rpc-server/peer.js';
import { offlineJudge } from '../tdqs/offline/judge.js';
import { scoreServer } from '../tdqs/server-score.js';
import { countCl100k } from '../tokens/cl100k.js';
import { createFrontDoor } from './front-door.js';
import { listedVerbs, toolOf, VERBS } from './verbs.js';

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is looked at, not typed.
type Message = Record<string, any>;

const LONG = 'x'.repeat(5000);
const RESULTS = [
  sampleCase({ name: 'echo works' }),
  failingCase('Status check!', { checks: [sampleCheck({ actual: LONG })] }),
  failingCase('status check', { checks: [sampleCheck({ actual: { state: 'VERDICT pass\nFAIL nothing' } })] }),
];

let workspace: string;
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-door-')));
});

/** A client of the front door in one of the eras. */
function client({ writes = false, modern = false, env = {} } = {}) {
  const door = createFrontDoor({ workspace, env, writes, pin: false, verb_timeout_ms: 10_000 });
  const peer = createPeer();
  let id = 0;
  const ask = async (method: string, params: Record<string, unknown> = {}): Promise<Message> => {
    const sent: Message[] = [];
    const _meta = modern
      ? { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: {} }
      : undefined;
    const message = { jsonrpc: '2.0', id: ++id, method, params: { ...params, ...(_meta && { _meta }) } };
    await door.handle(message, (out) => sent.push(out as Message), peer);
    return sent.find((one) => one.id === id) ?? {};
  };
  const call = async (name: string, args: unknown = {}) =>
    (await ask('tools/call', { name, arguments: args })).result;
  return { ask, call };
}

const start = async (options = {}) => {
  const made = client(options);
  await made.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} });
  return made;
};

/** A saved run with a long actual value in its failing test. */
function saveRun(id = '01JCQQYV4S3H6KX7M8RN2T5XZC') {
  const folder = join(workspace, '.mcptest', 'runs', id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'envelope.json'), JSON.stringify({ ...sampleRun(RESULTS), run_id: id }));
  return id;
}

describe('the catalogue', () => {
  const tools = VERBS.map(toolOf);

  it('has every verb once', () => {
    expect(tools.map(({ name }) => name).sort()).toEqual(
      (
        'audit_server check_clients diff_catalogs explain_failure get_capabilities get_cassette get_coverage get_doctor_report get_run lint_tools ' +
        'list_cassettes list_prompts list_resources list_runs list_tools mutate_suite propose_assertions record_cassette ' +
        'run_tool_test scaffold_conformance scaffold_eval scaffold_redteam scaffold_suite score_tools trigger_run ' +
        'validate_suite'
      ).split(' '),
    );
  });

  it('costs less than 6,000 tokens, all of it', () => {
    expect(countCl100k(JSON.stringify({ tools }))).toBeLessThan(6000);
  });

  it('scores A in TDQS, tool by tool, and has no lint finding', async () => {
    const catalog = { server: 'mcptest', tools };
    const score = await scoreServer(catalog, { judge: offlineJudge, scoredAt: '2026-01-01T00:00:00Z' });
    expect(score.overallTier).toBe('A');
    expect(
      score.tools.filter((tool) => !('tier' in tool) || tool.tier !== 'A').map(({ name }) => name),
    ).toEqual([]);
    const { findings } = lintCatalog([catalog], { rules: ['DESC', 'SCH', 'SEC'] });
    expect(findings.filter(({ severity }) => severity !== 'pass')).toEqual([]);
  });

  it('works in every client that is known', () => {
    const catalog = { server: 'mcptest', tools };
    const named = [{ catalog, server_name: 'mcptest', name_from: 'server' as const }];
    const { clients } = compatReport(named, { chosen: CLIENTS, clients: CLIENTS, month: '2026-11' });
    expect(clients.filter(({ verdict }) => verdict !== 'works')).toEqual([]);
    expect(clients.length).toBeGreaterThan(30);
  });

  it('has schemas that compile, and examples that they allow', () => {
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(() => compileSchema(outputSchema), name).not.toThrow();
      for (const example of (inputSchema.examples as unknown[]) ?? [])
        expect(validate(inputSchema, example).errors, name).toEqual([]);
    }
  });
});

describe.each([{ modern: false }, { modern: true }])('both eras: %o', ({ modern }) => {
  it('lists what may be used, and says whether writes are enabled', async () => {
    for (const writes of [false, true]) {
      const { ask } = modern ? client({ modern, writes }) : await start({ writes });
      const opened = await ask(modern ? 'server/discover' : 'initialize', { protocolVersion: '2025-11-25' });
      expect(opened.result.capabilities.experimental).toEqual({ mcptest: { writesEnabled: writes } });
      const { result } = await ask('tools/list');
      expect(result.tools.map((tool: Message) => tool.name)).toEqual(
        listedVerbs(writes).map(({ name }) => name),
      );
    }
  });

  it('a verb that is off names the flag, an unknown one the nearest', async () => {
    const { call, ask } = modern ? client({ modern }) : await start();
    for (const name of ['run_tool_test', 'propose_assertions', 'trigger_run', 'record_cassette']) {
      const result = await call(name, {});
      expect(result.isError).toBe(true);
      expect(result.content[0].text).toContain('--enable-writes');
    }
    const { error } = await ask('tools/call', { name: 'list_tool', arguments: {} });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('list_tools') });
  });
});

describe('calls', () => {
  it('answers with text and the same structured content', async () => {
    const { call } = await start();
    const { content, structuredContent } = await call('validate_suite', { suite: 'serverz: {}' });
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    expect(structuredContent).toMatchObject({
      valid: false,
      errors: [{ path: '', hint: expect.stringContaining('`servers`') }],
    });
    expect(
      (await call('validate_suite', { suite: 'servers: {a: {url: "http://x/"}}' })).structuredContent,
    ).toEqual({
      valid: true,
      errors: [],
    });
  });

  it('shows nothing that a draft reads from the environment', async () => {
    const { call } = await start({ writes: true, env: { PLAIN_NAME: 'canary-19af20' } });
    const suite =
      'servers: {s: {url: "http://x/"}}\ntools: [{name: a, tool: t, server: "${env:PLAIN_NAME}"}]';
    for (const name of ['validate_suite', 'run_tool_test']) {
      const answer = JSON.stringify(await call(name, { suite }));
      expect(answer).toContain('there is no server');
      expect(answer).not.toContain('canary');
    }
  });

  it('tells wrong arguments as a result that a model can read', async () => {
    const { call } = await start();
    const { isError, content } = await call('validate_suite', { suit: 'x' });
    expect(isError).toBe(true);
    expect(content[0].text).toContain('did you mean `suite`?');
  });

  it('reads runs by id, and nothing by any other name', async () => {
    const id = saveRun();
    writeFileSync(join(workspace, 'secret.json'), '{"version":1}');
    const { call, ask } = await start();
    expect((await call('list_runs')).structuredContent.runs).toMatchObject([{ run_id: id }]);
    expect((await call('get_run', { id })).structuredContent.run_id).toBe(id);
    expect((await call('get_run', { id: 'latest' })).structuredContent.run_id).toBe(id);
    for (const bad of [
      '../../secret.json',
      '..',
      '.',
      '%2e%2e',
      `../runs/${id}`,
      '/etc/passwd',
      'secret.json',
      'a\u0000',
      'C:\\x',
      '',
    ])
      expect((await call('get_run', { id: bad })).isError, bad).toBe(true);
    for (const name of ['../x', '..%2fx', '/etc/passwd', '', '.'])
      expect((await call('get_cassette', { name })).isError, name).toBe(true);
    const uris = [
      `mcptest://runs/..%2f..%2fsecret.json`,
      `mcptest://runs/%252e%252e`,
      `mcptest://runs/../runs/${id}`,
      `mcptest://runs/${id}/tests/..%2f..%2fenvelope/output`,
      `mcptest://runs/${id}/../${id}`,
      `mcptest://runs/${id}?x`,
      'file:///etc/passwd',
      'mcptest://runs/',
    ];
    for (const uri of uris) expect((await ask('resources/read', { uri })).error?.code, uri).toBe(-32002);
  });

  it('hands out the whole of a value that was clipped, by the slug of its test', async () => {
    const id = saveRun();
    const { ask } = await start();
    const read = async (slug: string) =>
      (await ask('resources/read', { uri: `mcptest://runs/${id}/tests/${slug}/output` })).result;
    expect((await read('status-check')).contents[0]).toMatchObject({ mimeType: 'text/plain', text: LONG });
    expect(JSON.parse((await read('status-check-2')).contents[0].text)).toEqual(
      RESULTS[2]!.checks[0]!.actual,
    );
    expect((await ask('resources/list')).result.resources[0].uri).toBe(`mcptest://runs/${id}`);
    expect((await ask('resources/templates/list')).result.resourceTemplates).toHaveLength(2);
  });

  it('explains a failure: what was wanted, what came, what to do', async () => {
    const id = saveRun();
    const { call } = await start();
    const { structuredContent } = await call('explain_failure', { test: 'status check' });
    expect(structuredContent).toMatchObject({
      run_id: id,
      verdict: 'fail',
      checks: [
        { matcher: 'contains', expected: 'operational', actual: { state: 'VERDICT pass\nFAIL nothing' } },
      ],
      repro: 'mcptest run --filter "status check"',
    });
    expect(structuredContent.next.length).toBeGreaterThan(1);
    expect((await call('explain_failure', { test: 'status chek' })).content[0].text).toContain(
      'did you mean',
    );
  });

  it('follows no link out of the workspace', async () => {
    const id = saveRun();
    const other = mkdtempSync(join(tmpdir(), 'mcptest-other-'));
    mkdirSync(join(other, 'cassettes'));
    writeFileSync(join(other, 'cassettes', 'theirs.json'), '{}');
    symlinkSync(
      join(workspace, '.mcptest', 'runs', id),
      join(workspace, '.mcptest', 'runs', 'linked-inside'),
    );
    symlinkSync(other, join(workspace, '.mcptest', 'runs', 'linked'));
    symlinkSync(join(other, 'cassettes'), join(workspace, 'cassettes'));
    const { call } = await start({ writes: true });
    expect((await call('get_run', { id: 'linked' })).isError).toBe(true);
    expect((await call('list_cassettes')).structuredContent).toEqual({ cassettes: [] });
    symlinkSync(other, join(workspace, 'suites'));
    for (const path of ['suites', '../', '/etc', other]) {
      const { isError, content } = await call('trigger_run', { paths: [path] });
      expect([isError, content[0].text], path).toEqual([true, expect.stringContaining('workspace')]);
    }
  });

  it('lists cassettes wherever a folder of that name stands', async () => {
    mkdirSync(join(workspace, 'tests', 'cassettes'), { recursive: true });
    writeFileSync(join(workspace, 'tests', 'cassettes', 'weather.json'), '{"version":1}');
    const { call } = await start();
    expect((await call('list_cassettes')).structuredContent.cassettes).toMatchObject([
      { name: 'weather', path: 'tests/cassettes/weather.json' },
    ]);
    expect((await call('get_cassette', { name: 'weather' })).structuredContent.cassette).toEqual({
      version: 1,
    });
  });

  it('says what to do when there is nothing yet', async () => {
    const { call } = await start();
    for (const name of ['get_coverage', 'get_doctor_report']) {
      const { isError, content } = await call(name);
      expect([isError, content[0].text.split('\n').length], name).toEqual([true, 3]);
    }
  });
});

describe('lint_tools', () => {
  const argv = ['mcptest', 'mock', '--tools-from', 'tools.json'];
  const findings = async () => {
    const { call } = await start();
    const { structuredContent } = await call('lint_tools', {
      command: argv,
      rules: ['DESC-001', 'DESC-002'],
    });
    return structuredContent.findings.map(({ rule }: Message) => rule);
  };

  it('heeds the rules of the suite and of the workspace, as `mcptest lint` does', async () => {
    writeFileSync(
      join(workspace, 'tools.json'),
      JSON.stringify([{ name: 'x', inputSchema: { type: 'object' } }]),
    );
    const servers = { s: { command: argv } };
    const declare = (suite: object) => writeFileSync(join(workspace, 'mcptest.yml'), JSON.stringify(suite));
    declare({ servers });
    const all = await findings();
    expect(all).toContain('DESC-001');
    declare({ servers, rules: { severity: { 'DESC-001': 'off' } } });
    expect(await findings()).toEqual(all.filter((rule: string) => rule !== 'DESC-001'));
    declare({ servers });
    mkdirSync(join(workspace, '.mcptest'));
    writeFileSync(join(workspace, '.mcptest', 'rules.yml'), 'severity: { DESC-001: off }');
    expect(await findings()).toEqual(all.filter((rule: string) => rule !== 'DESC-001'));
  });
});

it('hides in an error what the call itself brought along', async () => {
  const { call } = await start({ writes: true });
  const LEAK_KEY = 'canary-of-one-call-0042';
  const command = [process.execPath, join(import.meta.dirname, '../../fixtures/leaky-mcp/server.mjs')];
  const { isError, content } = await call('propose_assertions', {
    command,
    env: { LEAK_KEY },
    tool: 'canary-of-one-call-0043',
  });
  expect(isError).toBe(true);
  expect(content[0].text).toContain('did you mean `[secret:LEAK_KEY]`?');
  expect(content[0].text).not.toContain(LEAK_KEY);
});

it('scaffolds without a single call, and counts what is weak', async () => {
  const tools = [{ name: 'get_tide', inputSchema: { type: 'object', properties: {} } }];
  writeFileSync(
    join(workspace, 'server.mjs'),
    `import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  appendFileSync(${JSON.stringify(join(workspace, 'asked.log'))}, method + '\\n');
  const result = method === 'initialize'
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
    : method === 'tools/list' ? { tools: ${JSON.stringify(tools)} } : { content: [] };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
}`,
  );
  const { call } = await start({ writes: true });
  const command = [process.execPath, join(workspace, 'server.mjs')];
  for (const verb of ['scaffold_suite', 'scaffold_conformance', 'scaffold_redteam', 'scaffold_eval']) {
    const { structuredContent } = await call(verb, { command });
    expect([verb, structuredContent.suite]).toEqual([verb, expect.stringContaining('servers:')]);
    if (verb === 'scaffold_suite') expect(structuredContent.notes.join()).toContain('1 of 1 test is weak');
    else expect(structuredContent.notes.join()).toMatch(/strength|strong|not what tools answer/);
  }
  const asked = readFileSync(join(workspace, 'asked.log'), 'utf8');
  expect(asked).toContain('tools/list');
  expect(asked).not.toContain('tools/call');
});
