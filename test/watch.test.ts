/** `run --watch` with real files: a change runs what it touches and nothing else. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { cli, folder, root, suite } from './lib/cli.js';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

class Watching {
  private seen = '';
  private readonly child: ChildProcess;
  private wake: () => void = () => {};

  constructor(cwd: string, args: string[] = []) {
    const argv = [cli, 'run', '.', '--watch', '--reporter', 'minimal', ...args];
    this.child = spawn(process.execPath, argv, {
      cwd,
      env: { ...process.env, CI: undefined, NO_COLOR: '1' },
    });
    children.push(this.child);
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        this.seen += chunk;
        this.wake();
      });
    }
  }

  /** What was printed up to the next time that it waits for changes. */
  async round(): Promise<string> {
    for (;;) {
      const end = /waiting for changes.*\n/.exec(this.seen);
      if (end) {
        const round = this.seen.slice(0, end.index);
        this.seen = this.seen.slice(end.index + end[0].length);
        return round;
      }
      await new Promise<void>((more) => {
        this.wake = more;
      });
    }
  }

  stop(): Promise<number | null> {
    return new Promise((done) => {
      this.child.once('close', done);
      this.child.kill('SIGTERM');
    });
  }
}

const echo = (name: string, server: string, text: string, expected = text) => ({
  name,
  server,
  tool: 'echo',
  args: { text },
  expect: [{ 'result.content[0].text': expected }],
});
const serverOf = (file: string) => ({ command: [process.execPath, file, '--fault', 'none'] });

it('runs what a suite, an import or a server file touches', async () => {
  const cwd = folder({
    'shared.yml': suite({ variables: { word: 'x' } }),
    'a.mcptest.yml': suite({
      imports: ['shared.yml'],
      servers: { one: serverOf('one.mjs'), two: serverOf('two.mjs') },
      tools: [echo('a on one', 'one', '${word}', 'x'), echo('a on two', 'two', 'x')],
    }),
    'b.mcptest.yml': suite({ servers: { two: serverOf('two.mjs') }, tools: [echo('b on two', 'two', 'x')] }),
  });
  copyFileSync(join(root, 'fixtures/chaos-mcp/answers.mjs'), join(cwd, 'answers.mjs'));
  for (const name of ['one.mjs', 'two.mjs'])
    copyFileSync(join(root, 'fixtures/chaos-mcp/server.mjs'), join(cwd, name));
  const edit = (file: string, from: string, to: string): void => {
    // As editors do it: a new file, then a rename.
    writeFileSync(join(cwd, `${file}.tmp`), readFileSync(join(cwd, file), 'utf8').replace(from, to));
    renameSync(join(cwd, `${file}.tmp`), join(cwd, file));
  };
  const watching = new Watching(cwd);
  expect(await watching.round()).toMatch(/\.\.\.\n3 tests: 3 passed/);

  edit('b.mcptest.yml', '"x"', '"y"');
  const suiteChanged = await watching.round();
  expect(suiteChanged).toMatch(/b\.mcptest\.yml changed/);
  expect(suiteChanged).toMatch(/F b on two[^\n]*\n1 test: 1 failed/);

  edit('shared.yml', '"x"', '"z"');
  expect(await watching.round()).toMatch(/F a on one[^\n]*\n2 tests: 1 failed, 1 passed/);

  edit('one.mjs', "String(args.text ?? 'done')", "'x'");
  expect(await watching.round()).toMatch(/one\.mjs changed\n\.\n1 test: 1 passed/);

  edit('two.mjs', "String(args.text ?? 'done')", "'w'");
  expect(await watching.round()).toMatch(/F a on two[^\n]*\nF b on two[^\n]*\n2 tests: 2 failed/);

  edit('a.mcptest.yml', '"tools"', '"toolz"');
  expect(await watching.round()).toMatch(/did you mean `tools`/);

  edit('a.mcptest.yml', '"toolz"', '"tools"');
  expect(await watching.round()).toMatch(/2 tests: 1 failed, 1 passed/);
  expect(await watching.stop()).toBe(143);
});

it('notices that a file is gone, and that it is back, also where the first suite was broken', async () => {
  const cwd = folder({ 'a.mcptest.yml': 'tools: [' });
  copyFileSync(join(root, 'fixtures/chaos-mcp/answers.mjs'), join(cwd, 'answers.mjs'));
  const watching = new Watching(cwd, ['a.mcptest.yml']);
  expect(await watching.round()).toMatch(/1 problem in the suite/);
  const mended = JSON.stringify({ servers: { one: serverOf('one.mjs') }, tools: [echo('a', 'one', 'x')] });
  copyFileSync(join(root, 'fixtures/chaos-mcp/server.mjs'), join(cwd, 'one.mjs'));
  writeFileSync(join(cwd, 'a.mcptest.yml'), mended);
  expect(await watching.round()).toMatch(/1 test: 1 passed/);
  rmSync(join(cwd, 'one.mjs'));
  expect(await watching.round()).toMatch(/1 test: 1 inconclusive/);
  copyFileSync(join(root, 'fixtures/chaos-mcp/server.mjs'), join(cwd, 'one.mjs'));
  expect(await watching.round()).toMatch(/1 test: 1 passed/);
  rmSync(join(cwd, 'a.mcptest.yml'));
  expect(await watching.round()).toMatch(/there is no suite below/);
  await watching.stop();
});
