/** What other files lend a suite, what of theirs counts, and which files lend nothing. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemsOf, readSuite, suiteOf } from './cases/suite-testkit.js';

let cwd = '';

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'imports-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

const tools = [{ name: 'a', tool: 't', server: 'api' }];
const suite = (more: object = {}) => suiteOf({ tools, ...more }, { cwd });
const wrong = (more: object = {}) => problemsOf({ tools, ...more }, { cwd });

describe('the settings of a workspace', () => {
  it('lend servers, and rules and options where the suite says nothing of them', async () => {
    write({
      'mcptest.config.yml':
        'servers: { more: { command: [y] } }\nrules: { severity: { DESC-001: off } }\nrun_options: { concurrency: 3, bail: true }\n',
    });
    const bare = await suite();
    expect(bare.run_options).toMatchObject({ concurrency: 3, bail: true });
    expect(bare.rules).toEqual({ severity: { 'DESC-001': 'off' } });
    expect(Object.keys(bare.servers)).toEqual(['api', 'more']);
    expect(bare.shared_servers).toEqual(['more']);
    const own = await suite({ run_options: { concurrency: 5 }, rules: { severity: { 'DESC-002': 'high' } } });
    expect(own.run_options).toMatchObject({ concurrency: 5, bail: true });
    expect(own.rules).toEqual({ severity: { 'DESC-001': 'off', 'DESC-002': 'high' } });
  });

  it('may be empty, and a server of the suite counts before theirs', async () => {
    write({ 'mcptest.config.yml': '# the root\n' });
    expect(await suite()).not.toHaveProperty('shared_servers');
    write({ 'mcptest.config.yml': 'servers: { api: { command: [theirs] } }\n' });
    const { servers, ...rest } = await suite();
    expect(servers.api?.command).toEqual(['x']);
    expect(rest).not.toHaveProperty('shared_servers');
  });

  it.each([
    [
      '- a\n',
      '',
      'mcptest.config.yml is a map with `servers`, `variables`, `models`, `agents`, `rules` or `run_options`',
    ],
    ['tools: []\n', '', "('tools' was unexpected)"],
    ['severs: {}\n', '', "('severs' was unexpected)"],
  ])('%j are no settings', async (text, path, message) => {
    write({ 'mcptest.config.yml': text });
    const { problems } = await readSuite({ tools }, { cwd });
    expect(problems).toMatchObject([
      { file: 'mcptest.config.yml', path, message: expect.stringContaining(message) },
    ]);
  });

  it('that hold tests say where tests belong, and those that cannot be read are a problem', async () => {
    write({ 'mcptest.config.yml': 'tools: []\n' });
    expect((await wrong())[0]?.hint).toBe(
      'it holds `servers`, `variables`, `models`, `agents`, `rules` and `run_options` only; tests stand in suites',
    );
    write({ 'mcptest.config.yml': `${'x'.repeat(1_000_001)}` });
    const { problems } = await readSuite({ tools }, { cwd });
    expect(problems).toEqual([
      {
        path: '',
        message: 'the file is larger than 1 MB',
        hint: null,
        file: 'mcptest.config.yml',
        line: 1,
        column: 1,
      },
    ]);
    write({ 'mcptest.config.yml': 'servers: {\n' });
    expect((await wrong()).length).toBeGreaterThan(0);
  });
});

describe('an imported file', () => {
  it('lends servers, variables, models and agents; a later file counts before an earlier one', async () => {
    write({
      'one.yml':
        'servers: { one: { command: [first] }, both: { command: [first] } }\nvariables: { who: one }\n',
      'two.yml': 'servers: { both: { command: [second] } }\nmodels: { m: { model: x } }\nx-note: mine\n',
    });
    const { servers, models, tests } = await suite({
      imports: ['one.yml', 'two.yml'],
      tools: [{ name: 'a', tool: '${who}', server: 'one' }],
    });
    expect(Object.keys(servers).sort()).toEqual(['api', 'both', 'one']);
    expect(servers.both?.command).toEqual(['second']);
    expect(models).toEqual({ m: { model: 'x' } });
    expect(tests[0]?.steps[0]?.call).toMatchObject({ tool: 'one' });
  });

  it('means files from its own folder', async () => {
    write({
      'lib/shared.yml':
        'servers: { near: { command: [a] }, up: { start: [a], url: "http://localhost:1", cwd: .. }, far: { url: "http://localhost:2" }, told: { command: [a, "${CONFIG_DIR}/x", "$${CONFIG_DIR}"] } }\n',
    });
    const { servers } = await suite({ imports: ['lib/shared.yml'] });
    expect(servers.near?.cwd).toBe(join(cwd, 'lib'));
    expect(servers.up?.cwd).toBe(cwd);
    expect(servers.far?.cwd).toBe(cwd);
    expect(servers.told?.command).toEqual(['a', join(cwd, 'lib/x'), '${CONFIG_DIR}']);
  });

  it('lends nothing else', async () => {
    write({ 'lib.yml': 'tools: []\nseverss: {}\n' });
    expect(await wrong({ imports: ['lib.yml'] })).toMatchObject([
      { hint: 'an imported file lends `servers`, `variables`, `models` and `agents` only' },
      { hint: 'did you mean `servers`?' },
    ]);
    write({ 'lib.yml': 'just text\n' });
    expect(await wrong({ imports: ['lib.yml'] })).toMatchObject([
      { message: 'an imported file is a map with `servers`, `variables`, `models` or `agents`' },
    ]);
    write({ 'lib.yml': '' });
    expect(await wrong({ imports: ['lib.yml'] })).toHaveLength(1);
  });

  it('is a relative path to a file of the workspace, and there are 50 at most', async () => {
    write({ 'lib.yml': 'variables: {}\n' });
    expect(await wrong({ imports: [join(cwd, 'lib.yml')] })).toMatchObject([
      { message: expect.stringContaining('cannot be imported: an import is a relative path') },
    ]);
    expect(await wrong({ imports: ['gone.yml'] })).toMatchObject([
      { path: '/imports/0', message: '`gone.yml` cannot be imported: there is no such file' },
    ]);
    expect(await wrong({ imports: Array(50).fill('lib.yml') })).toEqual([]);
    expect(await wrong({ imports: Array(51).fill('lib.yml') })).toMatchObject([
      { path: '/imports', message: 'at most 50 files can be imported' },
    ]);
  });
});
