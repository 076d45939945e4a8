/** A secret goes into every place that we accept, servers echo it in every encoding, and no command writes it down. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { ENCODINGS } from '../fixtures/leaky-mcp/encodings.mjs';
import { REPORTER_NAMES } from '../src/cli/output/reporter-names.js';
import { buildProgram } from '../src/cli/program.js';
import { VERBS } from '../src/mcp-server/verbs.js';
import { Agent, type Answer } from './lib/agent.js';
import { echo, filesBelow, indiscreet, PLACES, readable } from './lib/canary.js';
import { cli, mcptest, suite } from './lib/cli.js';
import { freePort } from './lib/free-port.js';

it('no command writes a secret down in any of the encodings in which servers echo it', async () => {
  const { cwd, env, url, words } = await indiscreet();
  writeFileSync(
    join(cwd, 'score.yml'),
    suite({
      servers: { stdio: { command: echo() } },
      variables: { mine: { env: 'VARIABLE' } },
      agents: [
        {
          name: 'traced',
          servers: ['stdio'],
          prompt: '${mine} ${env:ECHO_SECRET}',
          expect: [{ final_response: 'nothing of the kind' }],
        },
      ],
    }),
  );
  const told = Object.values(ENCODINGS).map((encode) => encode(`${PLACES.variable} ${PLACES.env}`));
  const calls = [{ tool: 'stdio.get_echo', args: { a: PLACES.env }, result: { text: told.join('\n\n') } }];
  writeFileSync(join(cwd, 'trace.json'), JSON.stringify({ calls, final_response: told.join(' ') }));
  const texts: Record<string, string> = {};
  const reports = REPORTER_NAMES.flatMap((name) => ['--reporter', `${name}=out/${name}.txt`]);
  const live = [
    ...['--url', url, '--header', `X-Anything: ${PLACES.literal}`, '--header', `X-Option: ${PLACES.option}`],
    ...['--bearer-token-env', 'BEARER'],
  ];
  const commands = [
    ['run', '--record', ...reports],
    ['run', '--otlp', 'out/spans.json'],
    ['run', '--dry-run'],
    ['run', '--list'],
    ['doctor'],
    ['doctor', '--format', 'json', 'far'],
    ['doctor', '--request-timeout', '1s', ...live],
    ['doctor', '--', ...echo(...words)],
    ['call', 'stdio', 'get_echo', `a=${PLACES.env}`],
    ['call', 'stdio', 'crash'],
    ['call', '--env-file', 'more.env', '--pass-env', 'ECHO_FILE', 'get_echo', '--', ...echo()],
    ['call', 'get_echo', ...live.filter((word) => !/BEARER|bearer/.test(word))],
    ['call', 'login', 'get_echo'],
    ['tools', '--format', 'json', '--', ...echo(...words)],
    ['capabilities', 'stdio', '--format', 'json'],
    ['lint', 'stdio', '--format', 'json'],
    ['security', 'stdio', '--format', 'sarif'],
    ['lock', 'stdio'],
    ['generate', 'suite', 'stdio', '--output', 'generated.yml'],
    ['generate', 'cases', 'stdio', '--output', 'requests.yaml'],
    ['init', '--output', 'made.yml', '--', ...echo(...words)],
    ['report', 'latest', '--format', 'md'],
    ['record', '--filter', 'agent', '--reporter', 'minimal'],
    ['mutate', '--filter', 'stdio', '--format', 'json'],
    ['validate', '--format', 'json'],
    ['resources', 'stdio', '--format', 'json'],
    ['prompts', 'web', '--format', 'json'],
    ['tokens', 'web', '--format', 'json'],
    ['types', 'stdio'],
    ['diff', 'web', 'stdio', '--format', 'json'],
    ['tool-bench', 'suggest', 'stdio'],
    ['tdqs', 'score', 'stdio', '--format', 'json'],
    ['score', '--config', 'score.yml', '--trace', 'trace.json', '--reporter', 'json'],
    ['audit', 'stdio', '--format', 'json'],
    ['audit', 'web', '--format', 'html'],
    ['compat', 'web', '--format', 'json'],
    ['redteam', '--family', 'exfiltration', '--format', 'json'],
    ['improve', 'stdio', 'get_echo', '--format', 'json'],
    ['conformance', 'stdio', '--format', 'json'],
    ['conformance', 'web', '--format', 'md'],
    ['fuzz', 'stdio', '--cases', '20', '--format', 'json'],
    ['load', 'stdio', 'get_echo', '--for', '200ms', '--format', 'json'],
    ['tools', '--', process.execPath, cli, 'proxy', '--record', 'wire.jsonl', '--', ...echo(...words)],
    ['verify', '--cassette', 'wire.jsonl', '--format', 'json', '--', ...echo(...words)],
  ];
  const named = new Set(commands.map(([name]) => name));
  const program = await buildProgram({} as Parameters<typeof buildProgram>[0]);
  const unnamed = program.commands.map((command) => command.name()).filter((name) => !named.has(name));
  // The front door and the viewer follow below, the recorder is started by another command; the others are told no secret.
  const others = [
    'completion',
    'docs',
    'mcp-server',
    'mock',
    'plan-runs',
    'proxy',
    'schema',
    'serve',
    'view',
  ];
  expect(unnamed.sort()).toEqual(others);
  for (const args of commands) {
    const { code, stdout, stderr } = await mcptest(args, { cwd, env });
    expect(code, `${args.slice(0, 2).join(' ')}: ${stderr}`).not.toBe(4);
    texts[args.slice(0, 3).join(' ')] = `${stdout}\n${stderr}`;
  }
  const given = ['mcptest.yml', '.mcp.json', 'more.env', 'score.yml', 'trace.json'].map((name) =>
    join(cwd, name),
  );
  const written = filesBelow(cwd).filter((file) => !given.includes(file));
  for (const file of written) texts[file.slice(cwd.length)] = readFileSync(file, 'utf8');
  expect(written.some((file) => file.endsWith('doctor.json'))).toBe(true);
  expect(written.some((file) => file.includes('cassettes'))).toBe(true);
  expect(written.some((file) => file.endsWith('wire.jsonl'))).toBe(true);
  expect(readable(texts).slice(0, 10)).toEqual([]);
  // What was looked for can be found: the servers did echo, and only secrets went.
  const all = Object.values(texts).join('\n');
  for (const name of [
    'ECHO_SECRET',
    'ECHO_PASSED',
    'api_key',
    'k',
    'TOKEN',
    'FLAG_p',
    'x-anything',
    'HEADER_VALUE',
    'BEARER',
    'VARIABLE',
    'API_KEY',
    'DB_PASSWORD',
    'X_WORD',
    'cookie',
    'x-login',
    'ECHO_FILE',
    'ECHO_TOKEN',
    'ARGUMENT',
    'EXPECTED',
    'PROMPT',
    'SAID',
    'TAG_VALUE',
  ])
    expect(all, name).toContain(`[secret:${name}]`);
  expect(texts['doctor --format json']).toContain('region=eu-west-1');
});

it('no verb of the front door and no page of the viewer tells one', async () => {
  const { cwd, env, url, words } = await indiscreet();
  const port = await freePort();
  const [program, ...rest] = echo('--http', String(port));
  const running = spawn(program!, rest, { stdio: 'ignore', env: { ...process.env, ...env } });
  onTestFinished(() => void running.kill());
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const draft = suite({
    servers: { s: { command: echo(...words), env: { ECHO_SECRET: PLACES.env } } },
    tools: [{ name: 'draft', server: 's', tool: 'get_echo', expect: [{ 'result.content[0].text': 'no' }] }],
  });
  const far = { url: url.replace(/:\d+\//, `:${port}/`), bearer_token_env: 'BEARER' };
  const command = { command: echo(...words) };
  const given: Record<string, Answer[]> = {
    list_tools: [far, command],
    list_resources: [far],
    list_prompts: [command],
    get_capabilities: [command],
    scaffold_suite: [far, command],
    scaffold_conformance: [command],
    audit_server: [far, command],
    check_clients: [far, command],
    scaffold_redteam: [command],
    scaffold_eval: [command],
    validate_suite: [{ suite: draft }, { suite: draft.replace('get_echo', '${env:MISSING}') }],
    propose_assertions: [
      { ...command, tool: 'get_echo', args: { a: PLACES.env } },
      { ...command, tool: 'crash' },
    ],
    run_tool_test: [{ suite: draft }, { suite: `${draft}tols: 1\n` }],
    trigger_run: [{}],
    record_cassette: [{ filter: 'agent' }],
    mutate_suite: [{ suite: draft }],
    list_runs: [{}],
    get_run: [{ id: 'latest' }],
    explain_failure: [{ test: 'draft' }, { test: 'no such test' }],
    get_coverage: [{}],
    list_cassettes: [{}],
    get_cassette: [{ name: 'agent' }],
    get_doctor_report: [{ refresh: true }],
    lint_tools: [command],
    score_tools: [far],
    diff_catalogs: [{ before: 'mcptest.lock', ...command }],
  };
  const texts: Record<string, string> = {};
  await mcptest(['lock', 'stdio'], { cwd, env });
  const door = await Agent.start({ cwd, env, flags: ['--enable-writes'] });
  try {
    for (const { name } of VERBS) {
      expect(given[name], `${name} is asked`).toBeDefined();
      for (const [n, args] of given[name]!.entries())
        texts[`${name} ${n}`] = JSON.stringify(await door.call(name, args));
    }
    const { resources } = await door.client.listResources();
    for (const { uri } of resources.slice(0, 5))
      texts[uri] = JSON.stringify(await door.client.readResource({ uri }).catch(String));
  } finally {
    await door.close();
  }
  Object.assign(texts, await viewerPages(cwd, env));
  for (const file of filesBelow(join(cwd, '.mcptest'))) {
    const text = readFileSync(file, 'utf8');
    // A draft is kept as it was given, so that it can be run again, but for what the environment holds.
    if (file.includes('inline')) expect(text).not.toContain(PLACES.env);
    else texts[file.slice(cwd.length)] = text;
  }
  expect(readable(texts).slice(0, 10)).toEqual([]);
  expect(Object.values(texts).filter((text) => text.includes('Invalid arguments'))).toEqual([]);
  for (const name of [
    'list_tools 1',
    'run_tool_test 0',
    'get_run 0',
    'view api/runs/latest',
    'view snapshot',
    'list_tools 0',
  ])
    expect(texts[name], name).toContain('[secret:');
});

/** What the viewer answers for the list and the latest run. */
async function viewerPages(cwd: string, env: Record<string, string>): Promise<Record<string, string>> {
  const viewer = spawn(process.execPath, [cli, 'view'], { cwd, env: { ...process.env, ...env } });
  try {
    let said = '';
    const url = await new Promise<string>((resolve) =>
      viewer.stdout.on('data', (chunk) => {
        said += chunk;
        const found = /http:\S+/.exec(said)?.[0];
        if (found) resolve(found);
      }),
    );
    const page = async (path: string) => (await fetch(new URL(path, url))).text();
    const runs = JSON.parse(await page('api/runs'));
    const latest = runs[0].run_id;
    const { link } = JSON.parse(await page(`api/runs/${latest}/snapshot`));
    return {
      'view ': await page(''),
      'view api/runs': JSON.stringify(runs),
      'view api/runs/latest': await page(`api/runs/${latest}`),
      'view snapshot': inflateRawSync(Buffer.from(link.split('/z/')[1], 'base64url')).toString(),
    };
  } finally {
    viewer.kill();
  }
}

it('has thirty places, and none is another', () => {
  expect(new Set(Object.values(PLACES)).size).toBeGreaterThanOrEqual(30);
});

it('the search finds every encoding that a report could let through', () => {
  for (const [name, encode] of Object.entries(ENCODINGS)) {
    const found = readable({ report: `{"text":"${encode(PLACES.env)}"}` });
    expect(
      found.some((line) => line.startsWith('env, ')),
      name,
    ).toBe(true);
  }
});
