/** Who asks for JSON gets JSON, also when the command fails: one object on stdout, the words on stderr, the exit code. */
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { buildProgram } from '../src/cli/program.js';
import { openRedactor } from '../src/redact/open-redactor.js';
import { chaos, folder, mcptest, suite } from './lib/cli.js';

/** `tdqs score`, for every command that can print JSON. */
function jsonCommands(command: Command, path: string[] = []): string[][] {
  const below = command.commands.flatMap((one) => jsonCommands(one, [...path, one.name()]));
  const format = command.options.find(({ long }) => long === '--format');
  const isJson = format !== undefined && (format.argChoices?.includes('json') ?? true);
  return isJson ? [path, ...below] : below;
}

async function failed(args: string[], options: Parameters<typeof mcptest>[1] = {}) {
  const { code, stdout, stderr } = await mcptest(args, options);
  const { error } = JSON.parse(stdout) as { error: Record<string, unknown> };
  expect(error.exit_code).toBe(code);
  expect(stderr).toContain(String(error.message).split('\n')[0]);
  return error;
}

it('holds for every command with --format json', async () => {
  const context = { signal: new AbortController().signal, redactor: openRedactor({}), exit: () => {} };
  const commands = jsonCommands(await buildProgram(context));
  expect(commands.length).toBeGreaterThan(12);
  const cwd = folder();
  const errors = await Promise.all(
    commands.map((path) => failed([...path, '--format', 'json', '--no-such-option'], { cwd })),
  );
  for (const error of errors) expect(error).toMatchObject({ code: 'bad-usage', exit_code: 2 });
});

it('holds for servers that cannot be reached, files that are not there, and suites that are wrong', async () => {
  const cwd = folder({
    'mcptest.yml': suite({ servers: { s: { command: chaos('none') } }, tools: [{ tol: 'x' }] }),
  });
  const json = ['--format', 'json'];
  const dead = ['--', process.execPath, '-e', 'console.error("no key"); process.exit(1)'];
  const [tools, report, run, bench] = await Promise.all([
    failed(['tools', ...json, ...dead], { cwd: folder() }),
    failed(['report', 'no-such-run', '--format=json'], { cwd }),
    failed(['run', '--reporter', 'json'], { cwd }),
    failed(['tool-bench', 'run', 'none.yml', '--json'], { cwd }),
  ]);
  expect(tools).toMatchObject({ exit_code: 3, message: expect.stringContaining('no key') });
  expect(report).toMatchObject({ code: 'no-run', exit_code: 2 });
  expect(run).toMatchObject({
    code: 'invalid-suite',
    problems: expect.arrayContaining([
      expect.objectContaining({ file: 'mcptest.yml', hint: 'did you mean `tool`?' }),
    ]),
  });
  expect(bench.message).toContain('none.yml');
});

it('hides secrets, and says nothing on stdout where nobody asked for JSON', async () => {
  const env = { MY_TOKEN: 'canary-canary-0042' };
  const dead = [
    '--pass-env',
    'MY_TOKEN',
    '--',
    process.execPath,
    '-e',
    'console.error("with", process.env.MY_TOKEN)',
  ];
  const error = await failed(['tools', '--format', 'json', ...dead], { cwd: folder(), env });
  expect(JSON.stringify(error)).toContain('[secret:MY_TOKEN]');
  expect(JSON.stringify(error)).not.toContain(env.MY_TOKEN);
  expect((await mcptest(['tools', ...dead], { cwd: folder(), env })).stdout).toBe('');
});
