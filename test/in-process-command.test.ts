/** The command inside a test's process is the command: the same words on both outputs, the same exit code, nothing left. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, mcptest, root, shelf } from './lib/cli.js';
import { STATEFUL } from './lib/in-process-command.js';
import { noneLeft } from './lib/processes.js';

const timeless = (text: string): string =>
  text.replace(/ +\d+(\.\d+)?m?s\b/g, ' TIME').replace(/[0-9A-Z]{26}/g, 'RUN');

it.each([
  [0, ['run', 'examples/demo', '--no-save']],
  [0, ['tools', '--', ...shelf]],
  [0, ['help', 'run']],
  // A process finds these written down by the build.
  [0, ['--help']],
  [0, ['-h']],
  [0, ['help']],
  [1, ['call', 'no_such_tool', '--', ...shelf]],
  [2, ['rum']],
  [2, ['run', 'no-such-suite.yml', '--reporter', 'json']],
  [2, ['run', '--no-such-option']],
  [3, ['tools', '--', 'no-such-program']],
])('exits with %i as a process does: %j', async (expected, args) => {
  const [here, alone] = await Promise.all([mcptest(args), mcptest(args, { alone: true })]);
  const told = ({ code, stdout, stderr }: typeof here) => ({
    code,
    stdout: timeless(stdout),
    stderr: timeless(stderr),
  });
  expect(told(here)).toEqual(told(alone));
  expect(here.code).toBe(expected);
});

it('leaves no process and no folder behind', async () => {
  const before = process.cwd();
  const MARK = `here-${process.pid}`;
  const { code } = await mcptest(['tools', '--', ...shelf], { cwd: folder(), env: { MARK } });
  expect(code).toBe(0);
  expect(process.cwd()).toBe(before);
  await noneLeft(`MARK=${MARK}`);
});

it('runs in two folders, each with its own files and variables', async () => {
  const text = JSON.stringify({
    servers: { s: { command: ['${env:WHO}-program'] } },
    tools: [{ name: 'only', tool: 'x', expect: [{ 'result.isError': false }] }],
  });
  const told = async (name: string): Promise<string> => {
    const cwd = folder({ [`${name}.mcptest.yml`]: text });
    const { stdout, stderr } = await mcptest(['run', '.'], { cwd, env: { WHO: name } });
    return stdout + stderr;
  };
  const [one, two] = await Promise.all([told('first'), told('second')]);
  for (const word of ['first.mcptest.yml', 'first-program']) {
    expect(one).toContain(word);
    expect(two).not.toContain(word);
    expect(two).toContain(word.replace('first', 'second'));
  }
});

it('begins anew what holds the state of a process: a variable of a module is told here', () => {
  const withVariables = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((name) => /^(?:export )?let /m.test(readFileSync(join(root, name), 'utf8')));
  // What these keep depends on nothing that a run is given.
  const known = [
    'src/catalog/distractor-tools.ts',
    'src/catalog/near/near-words.ts',
    'src/catalog/near/same-words.ts',
    'src/client/stdio/process-table.ts',
    'src/lint/text/sentence-score.ts',
    'src/lint/text/sentences.ts',
    'src/lint/text/signals.ts',
    'src/lint/text/word-class.ts',
    'src/lint/words/verb-forms.ts',
    'src/metrics/measure.ts',
    'src/metrics/ordinary-words.ts',
    'src/tdqs/offline/text/said.ts',
    'src/tokens/token-counter.ts',
    'src/util/run-within.ts',
  ];
  expect(withVariables.filter((name) => !STATEFUL.has(name)).sort()).toEqual(known);
});

it('forgets what the run before it held', async () => {
  // A second run in the same modules: its server is guarded by a watchdog of its own, its JSON is the first thing printed.
  for (const args of [
    ['call', 'no_such_tool', '--', ...shelf],
    ['run', 'no-such-suite.yml', '--reporter', 'json'],
  ]) {
    const [first, second] = [await mcptest(args), await mcptest(args)];
    expect(second).toEqual(first);
  }
});
