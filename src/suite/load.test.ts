import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, promises, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadSuites } from './load.js';

const SUITE = 'servers: { api: { command: [x] } }\ntools: [{ name: a, tool: t }]\n';

let base: string;
let cwd: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-load-')));
  cwd = join(base, 'project');
  mkdirSync(cwd);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function write(files: Record<string, string | Buffer>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

const load = (paths: string[]) => loadSuites(paths, { cwd, workspace: cwd, env: {} });
const found = async (paths: string[]) => (await load(paths)).suites.map(({ display_file }) => display_file);

describe('finding suites', () => {
  test('without a path: mcptest.yaml before mcptest.yml', async () => {
    write({ 'mcptest.yml': SUITE });
    expect(await found([])).toEqual(['mcptest.yml']);
    write({ 'mcptest.yaml': SUITE });
    expect(await found([])).toEqual(['mcptest.yaml']);
  });

  test('nothing to be found is an error with a next step', async () => {
    write({ 'other.yml': SUITE });
    for (const paths of [[], ['.'], ['gone.yml']]) {
      await expect(load(paths)).rejects.toMatchObject({
        code: 'no-suite',
        exitCode: 2,
        hint: expect.any(String),
      });
    }
  });

  test('a variable that no suite knows is a slip, not a setting', async () => {
    const reading = SUITE.replace(/^/, 'variables: { who: me }\n');
    write({ 'mcptest.yml': reading, 'other.mcptest.yml': SUITE });
    const given = (vars: Record<string, string>) => loadSuites(['.'], { cwd, workspace: cwd, env: {}, vars });
    expect((await given({ who: 'you' })).suites).toHaveLength(2);
    await expect(given({ whoo: 'you' })).rejects.toMatchObject({
      code: 'unknown-variable',
      exitCode: 2,
      hint: 'did you mean `who`?',
    });
  });

  describe('below a folder that cannot be read', () => {
    beforeEach(() => {
      const real = promises.readdir;
      // A superuser may read everything, so permissions would prove nothing.
      vi.spyOn(promises, 'readdir').mockImplementation(((path: string, options: never) =>
        path.endsWith('closed')
          ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
          : real(path, options)) as never);
    });
    afterEach(() => vi.restoreAllMocks());

    test('are left out with a warning', async () => {
      write({ 'open/mcptest.yml': SUITE, 'open/closed/mcptest.yml': SUITE });
      const { suites, warnings } = await load(['open']);
      expect(suites.map(({ display_file }) => display_file)).toEqual(['open/mcptest.yml']);
      expect(warnings).toEqual(['the folder open/closed cannot be read (EACCES): suites in it are left out']);
    });

    test('are not said to be absent', async () => {
      write({ 'open/closed/mcptest.yml': SUITE });
      await expect(load(['open'])).rejects.toThrow(
        'there is no suite below open that can be read; open/closed cannot be read',
      );
    });
  });

  test('a folder means every suite below it, sorted, each once', async () => {
    write({
      'b/x.mcptest.yml': SUITE,
      'b/mcptest.yaml': SUITE,
      'a/deep/y.mcptest.yaml': SUITE,
      'a/not-a-suite.yml': SUITE,
      'a/xmcptest.yml': SUITE,
      'node_modules/p/mcptest.yml': SUITE,
      '.git/mcptest.yml': SUITE,
      '.github/workflows/mcptest.yml': SUITE,
      '.mcptest/inline/z.mcptest.yml': SUITE,
    });
    mkdirSync(join(base, 'elsewhere'));
    writeFileSync(join(base, 'elsewhere', 'mcptest.yml'), SUITE);
    symlinkSync(join(base, 'elsewhere'), join(cwd, 'linked'));
    symlinkSync(cwd, join(cwd, 'a', 'loop'));
    expect(await found(['.', 'b/mcptest.yaml'])).toEqual([
      'a/deep/y.mcptest.yaml',
      'b/mcptest.yaml',
      'b/x.mcptest.yml',
    ]);
    expect(await found(['../elsewhere/mcptest.yml', 'a/not-a-suite.yml'])).toEqual([
      '../elsewhere/mcptest.yml',
      'a/not-a-suite.yml',
    ]);
  });

  test('what cannot be read is a problem of that file', async () => {
    write({
      'big.yml': `# ${'x'.repeat(1_000_001)}`,
      'bytes.yml': Buffer.from([0x61, 0x3a, 0xff, 0xfe]),
      'good.yml': SUITE,
    });
    const { problems, suites } = await load(['big.yml', 'bytes.yml', 'good.yml']);
    expect(problems.map(({ file, message }) => [file, message])).toEqual([
      ['big.yml', 'the file is larger than 1 MB'],
      ['bytes.yml', 'the file is not UTF-8 text'],
    ]);
    expect(suites).toHaveLength(1);
  });

  test.skipIf(process.platform === 'win32')('a pipe is refused, not waited for', async () => {
    execFileSync('mkfifo', [join(cwd, 'pipe.yml')]);
    expect((await load(['pipe.yml'])).problems).toEqual([
      expect.objectContaining({ message: 'this is not a file' }),
    ]);
  });
});

describe('imports', () => {
  const importing = (...paths: string[]) =>
    `imports: ${JSON.stringify(paths)}\ntools: [{ name: a, server: api, tool: "\${t}" }]\n`;

  test('lend servers and variables; later files and the suite itself win', async () => {
    write({
      'suites/one.mcptest.yml': `${importing('../shared/a.yml', '../shared/b.yml')}variables: { t: mine }\n`,
      'shared/a.yml':
        'x-note: 1\nservers: { api: { command: [a] }, extra: { command: [e] } }\nvariables: { t: theirs }\n',
      'shared/b.yml': 'servers: { api: { command: [b] } }\n',
    });
    const { suites, problems } = await load(['suites']);
    expect(problems).toEqual([]);
    expect(suites[0]!.servers.api).toMatchObject({ command: ['b'], cwd: join(cwd, 'shared') });
    expect(Object.keys(suites[0]!.servers).sort()).toEqual(['api', 'extra']);
    expect(suites[0]!.tests[0]!.steps[0]!.call).toMatchObject({ tool: 'mine' });
  });

  test('what a file says of files is meant from its own folder', async () => {
    write({
      'suites/one.mcptest.yml': `${importing('../shared/a.yml')}servers: { own: { command: [o] } }\n`,
      'shared/a.yml':
        'servers: { api: { command: [a, "${CONFIG_DIR}/x", "$${CONFIG_DIR}"], cwd: sub } }\nvariables: { t: "${CONFIG_DIR}/y" }\n',
    });
    const { suites, problems } = await load(['suites']);
    expect(problems).toEqual([]);
    const { servers, tests } = suites[0]!;
    expect(servers.api).toMatchObject({
      command: ['a', join(cwd, 'shared/x'), '${CONFIG_DIR}'],
      cwd: join(cwd, 'shared/sub'),
    });
    expect(servers.own).toMatchObject({ cwd: join(cwd, 'suites') });
    expect(tests[0]!.steps[0]!.call).toMatchObject({ tool: join(cwd, 'shared/y') });
  });

  test('reach up to the root of the repository, but not from an inline suite', async () => {
    const lent = 'servers: { api: { command: [x] } }\nvariables: { t: x }\n';
    writeFileSync(join(base, 'shared.yml'), lent);
    mkdirSync(join(base, '.git'));
    write({ 'mcptest.yml': importing('../shared.yml') });
    expect((await load([])).problems).toEqual([]);
    write({ '.mcptest/inline/a.yml': importing('../../../shared.yml') });
    const { problems } = await load(['.mcptest/inline/a.yml']);
    expect(problems[0]?.message).toBe(
      '`../../../shared.yml` cannot be imported: it is outside the workspace',
    );
    rmSync(join(base, '.git'), { recursive: true });
  });

  test('problems name the imported file', async () => {
    write({
      'mcptest.yml': `${importing('a.yml')}variables: { t: x }\n`,
      'a.yml': 'servers:\n  api: { comand: [a] }\ntools: []\n',
    });
    const { problems } = await load([]);
    expect(problems.map(({ file, path, line, hint }) => [file, path, line, hint])).toEqual([
      ['a.yml', '/servers/api', 2, null],
      ['a.yml', '/servers/api', 2, 'did you mean `command`?'],
      ['a.yml', '', 3, 'an imported file lends `servers`, `variables`, `models` and `agents` only'],
    ]);
  });

  test('stay inside the workspace', async () => {
    writeFileSync(join(base, 'outside.yml'), 'servers: { api: { command: [x] } }');
    symlinkSync(join(base, 'outside.yml'), join(cwd, 'link.yml'));
    for (const path of ['../outside.yml', 'link.yml', join(base, 'outside.yml'), 'gone.yml', '.']) {
      write({ 'mcptest.yml': `imports: [${JSON.stringify(path)}]\n` });
      const { problems, suites } = await load([]);
      expect(suites).toEqual([]);
      expect(problems).toEqual([expect.objectContaining({ path: '/imports/0', line: 1, column: 11 })]);
    }
  });
});
