/** Every refusal ends with the call to make next. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { failingCase, sampleRun } from '../envelope/sample-run.js';
import { type Message, MOCK, openDoor } from './door-testkit.js';
import { nextLine } from './next-call.js';
import { VERBS } from './verbs.js';

const NAMES = VERBS.map(({ name }) => name).join('|');
const NEXT = new RegExp(`^Next: .*\\b(?:call (?:${NAMES}|tools/list|resources/list|it)\\b).*\\.$`);

let workspace: string;
beforeAll(async () => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-refusals-')));
  const tools = ['delete_log', 'get_tide'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  writeFileSync(join(workspace, 'tools.json'), JSON.stringify({ tools }));
  writeFileSync(join(workspace, 'mcptest.yml'), JSON.stringify({ servers: { s: { command: MOCK } } }));
});

const text = ({ content, isError }: Message): string => {
  expect(isError).toBe(true);
  return content[0].text;
};
const lastLine = (message: string): string => message.trimEnd().split('\n').at(-1) ?? '';
const mock = { command: MOCK };

const READING: [string, unknown][] = [
  ['run_tool_test', { suite: 'servers: {}' }],
  ['propose_assertions', {}],
  ['list_tools', { command: ['node', 'x.js'] }],
  ['list_tools', { ...mock, env: { PATH: '/x' } }],
  ['list_tools', { url: 'http://127.0.0.1:9/', bearer_token_env: 'HOME_TOKEN' }],
  ['list_tools', { url: 'http://169.254.169.254/' }],
];

const WRITING: [string, unknown][] = [
  ['list_tool', {}],
  ['zzz', {}],
  ['validate_suite', 'text'],
  ['validate_suite', { suit: 1 }],
  ['list_runs', { limit: 'many' }],
  ['get_coverage', { surprise: 1 }],
  ['list_tools', {}],
  ['list_tools', { url: 'http://x/', command: ['a'] }],
  ['list_tools', { url: 'http://x/', env: { A: 'b' } }],
  ['list_tools', { command: ['a'], bearer_token_env: 'X' }],
  ['list_tools', { ...mock, detail: 'everything' }],
  ['list_tools', { url: 'nonsense' }],
  ['list_tools', { url: 'http://127.0.0.1:9/mcp' }],
  ['list_tools', { command: ['no-such-program-zz'] }],
  ['list_tools', { command: ['node', '-e', 'process.exit(3)'] }],
  ['list_resources', mock],
  ['list_prompts', mock],
  ['scaffold_suite', { ...mock, cursor: 'abc' }],
  ['scaffold_suite', { ...mock, cursor: 99 }],
  ['propose_assertions', { ...mock, tool: 'get_tied' }],
  ['propose_assertions', { ...mock, tool: 'zzzzz' }],
  ['propose_assertions', { ...mock, tool: 'delete_log' }],
  ['propose_assertions', { ...mock, tool: 'get_tide', draft: 'd7' }],
  ['validate_suite', { suite: 'd9' }],
  ['run_tool_test', { suite: 'tools: []', edits: [{ old: 'x', new: 'y' }] }],
  ['run_tool_test', { suite: 'a: [a]', edits: [{ old: 'a', new: 'y' }] }],
  ['trigger_run', { paths: ['nope.yml'] }],
  ['trigger_run', { paths: ['../..'] }],
  ['trigger_run', { paths: ['tools.json'] }],
  ['record_cassette', { paths: ['nope.yml'] }],
  ['mutate_suite', { suite: 'x: 1', run_id: 'latest' }],
  ['mutate_suite', { run_id: '../x' }],
  ['get_run', { id: '01ABC' }],
  ['get_run', { id: '../x' }],
  ['explain_failure', { test: 'x' }],
  ['get_coverage', {}],
  ['get_cassette', { name: 'x' }],
  ['get_cassette', { name: '../x' }],
  ['get_doctor_report', {}],
  ['lint_tools', { ...mock, rules: ['NOPE'] }],
  ['diff_catalogs', { before: 'nope.lock', ...mock }],
  ['diff_catalogs', { before: 'mcptest.yml', ...mock }],
  ['diff_catalogs', { before: 'tools.json' }],
];

describe('the last line of a refusal is the next call', () => {
  it.each(READING)('without writes: %s %j', async (name, args) => {
    expect(lastLine(text(await openDoor({ workspace, writes: false }).call(name, args)))).toMatch(NEXT);
  });

  it.each(WRITING)('with writes: %s %j', async (name, args) => {
    const refused = text(await openDoor({ workspace }).call(name, args));
    expect(lastLine(refused)).toMatch(NEXT);
    expect(refused.match(/^Next: /gm)).toHaveLength(1);
  });

  it('of a test that several suites have, and of one that a run lacks', async () => {
    const run_id = '01JCQQYV4S3H6KX7M8RN2T5XZC';
    const own = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-refusals-')));
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(own, '.mcptest', 'runs', run_id), { recursive: true });
    const results = [failingCase('twice', { id: 'a' }), failingCase('twice', { id: 'b' })];
    const saved = JSON.stringify({ ...sampleRun(results), run_id });
    writeFileSync(join(own, '.mcptest', 'runs', run_id, 'envelope.json'), saved);
    const { call } = openDoor({ workspace: own });
    expect(lastLine(text(await call('explain_failure', { test: 'twice' })))).toMatch(/explain_failure.*ids/);
    expect(lastLine(text(await call('explain_failure', { test: 'none' })))).toMatch(/call get_run/);
  });

  it.each([
    ['tools/list', { cursor: 'x' }],
    ['resources/list', { cursor: 'x' }],
    ['resources/templates/list', { cursor: 'x' }],
    ['resources/read', {}],
    ['resources/read', { uri: 'mcptest://runs/x' }],
  ])('of %s %j', async (method, params) => {
    const { error } = await openDoor({ workspace }).ask(method, params);
    expect(lastLine(error.message)).toMatch(NEXT);
  });

  it('of a suite that is not valid, beside its errors', async () => {
    for (const verb of ['run_tool_test', 'mutate_suite']) {
      const { isError, structuredContent } = await openDoor({ workspace }).call(verb, {
        suite: 'serverz: {}',
      });
      expect([isError, structuredContent.next]).toEqual([true, expect.stringContaining('validate_suite')]);
    }
  });

  it('of one that takes too long', async () => {
    const door = openDoor({ workspace, verb_timeout_ms: 1 });
    const hang = ['node', '-e', 'setInterval(() => {}, 1000)'];
    const next = async (name: string) => lastLine(text(await door.call(name, { command: hang })));
    expect(await next('list_tools')).toMatch(/^Next: call get_capabilities /);
    expect(await next('get_capabilities')).toMatch(/^Next: call get_doctor_report .*`mcptest doctor`/);
  });

  it('of a folder, and of nothing to compare with', async () => {
    const { call } = openDoor({ workspace });
    expect(lastLine(text(await call('diff_catalogs', { before: '.', ...mock })))).toMatch(
      /path of such a file/,
    );
    expect(lastLine(text(await call('diff_catalogs', { before: 'tools.json' })))).toMatch(
      /a file as `after`/,
    );
  });

  it('however long the message is', async () => {
    const url = `http://127.0.0.1:9/${'x'.repeat(900)}`;
    const rules = Array.from({ length: 900 }, (_unused, at) => `NOPE-${at}`);
    for (const args of [{ url }, { ...mock, rules }])
      expect(lastLine(text(await openDoor({ workspace }).call('lint_tools', args)))).toMatch(NEXT);
  });
});

it('whatever code the front door or a verb ends with, a verb that there is comes next', () => {
  const folders = ['.', 'verbs', '../verbs', '../target'].map((name) => join(import.meta.dirname, name));
  const sources = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const codes = new Set(
    sources.flatMap((source) => [...source.matchAll(/code: '([a-z-]+)'/g)].map(([, code]) => code!)),
  );
  expect(codes.size).toBeGreaterThan(20);
  for (const verb of VERBS) for (const code of codes) expect(nextLine(verb, code), code).toMatch(NEXT);
});
