/** The words of the command line on the wire: old ones, those that stay for good, lists, files, and the deadline. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chaos, folder, mcptest, shelf, suite } from './lib/cli.js';

const tools = (...names: string[]): string =>
  JSON.stringify({ tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });

/** A folder with saved catalogues, a benchmark, and a suite that passes. */
const place = (): string =>
  folder({
    'a.json': tools('get_book'),
    'b.json': tools('get_page', 'get_book'),
    'bench.yml':
      'catalog_path: b.json\nintents: [{ query: get page, gold: get_page }]\nmutations: [{ tool: get_page, kind: blank }]\n',
    'mcptest.yml': suite({
      servers: { shelf: { command: shelf } },
      tools: [{ name: 'is refused', server: 'shelf', tool: 'nope', expect: [{ error: { type: 'object' } }] }],
    }),
  });

describe('an old spelling', () => {
  it.each([
    [['lock', '--from', 'a.json', '--file', 'x.lock'], '--file is now --lock'],
    [['tokens', '--from', 'a.json', '--compare', 'b.json'], '--compare is now --against'],
    [
      ['security', '--from', 'a.json', '--baseline', 'base.json', '--update-baseline'],
      '--update-baseline is now --update',
    ],
    [['validate', '--config', 'mcptest.yml'], '--config is now a path: mcptest validate mcptest.yml'],
    [['tools', '--timeout', '20s', 'shelf'], '--timeout is now --request-timeout'],
  ])('%j works, with a hint on stderr only', async (args, hint) => {
    const ran = await mcptest(args, { cwd: place() });
    expect(ran.stderr).toContain(`mcptest: ${hint}; the old spelling will be gone in the next version\n`);
    expect(ran.stdout).not.toContain('is now');
    expect(ran.code).toBe(0);
  });
});

it('what the documents spell stays, without a hint', async () => {
  const cwd = place();
  for (const args of [
    ['run', '--config', 'mcptest.yml', '--reporter', 'json', '--output', 'run.json'],
    ['report', 'run.json', '--compare', 'run.json', '--format', 'md'],
    ['tool-bench', 'run', 'bench.yml', '--json', '--min-drop', '0'],
    ['tool-bench', 'run', 'bench.yml', '--min-drop', '0%'],
  ]) {
    const { code, stderr } = await mcptest(args, { cwd });
    expect({ args, code, told: stderr.includes('is now') }).toEqual({ args, code: 0, told: false });
  }
});

describe('--output', () => {
  it.each([
    [['tokens', '--from', 'a.json,b.json', '--against', 'a.json']],
    [['lint', '--from', 'a.json', '--from', 'b.json']],
    [['diff', 'a.json', 'b.json']],
    [['tools', 'shelf', '--format', 'json']],
    [['call', 'shelf', 'count_books']],
    [['validate']],
    [['run', '--list']],
    [['schema']],
    [['plan-runs', '--floor', '90%', '--confidence', '95%']],
    [['completion', 'bash']],
  ])('%j writes the same to a file', async (args) => {
    const cwd = place();
    const printed = await mcptest(args, { cwd });
    const written = await mcptest([...args, '--output', 'out.txt'], { cwd });
    expect(printed.stdout).not.toBe('');
    expect(written).toMatchObject({ code: printed.code, stdout: '' });
    expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toBe(printed.stdout);
  });
});

it('reporters are a list as others are, and a comma in the name of a file is one', async () => {
  const cwd = place();
  const { code, stdout } = await mcptest(['run', '--reporter', 'minimal,junit=a,b.xml,json=run.json'], {
    cwd,
  });
  expect(code).toBe(0);
  expect(stdout).not.toContain('<testsuite');
  expect(readFileSync(join(cwd, 'a,b.xml'), 'utf8')).toContain('<testsuite');
  expect(JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8')).verdict).toBe('pass');
});

describe('--deadline', () => {
  const hanging = (tests: object[]): string =>
    folder({
      'mcptest.yml': suite({
        servers: { slow: { command: chaos('hang-call') }, shelf: { command: shelf } },
        tools: tests,
      }),
    });
  const fails = { name: 'fails', server: 'shelf', tool: 'nope', expect: [{ result: { type: 'object' } }] };
  const hangs = {
    name: 'hangs',
    server: 'slow',
    tool: 'echo',
    args: {},
    expect: [{ result: { type: 'object' } }],
  };

  it('ends a command that waits, and what it did not see is not green', async () => {
    const silent = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
    const { code, stderr } = await mcptest(['tools', '--deadline', '1s', '--', ...silent], { cwd: folder() });
    expect(stderr).toContain('the deadline of 1.0s has passed');
    expect(code).toBe(3);
  });

  it.each([
    ['3 where nothing failed before', [hangs], '2s', 3],
    ['1 where something had failed', [fails, hangs], '8s', 1],
  ])('a run ends with exit code %s, and its report is written', async (_, tests, deadline, expected) => {
    const { code, stdout } = await mcptest(['run', '--deadline', deadline, '--reporter', 'json'], {
      cwd: hanging(tests),
    });
    const envelope = JSON.parse(stdout);
    expect(envelope.results.map(({ verdict }: { verdict: string }) => verdict)).toContain('inconclusive');
    expect({ code, kept: envelope.exit_code }).toEqual({ code: expected, kept: expected });
  });
});
