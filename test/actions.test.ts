/** `setup:` and `teardown:` with programs: they end, are told why, and leave nothing behind. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import { chaos, cli, folder, mcptest, suite } from './lib/cli.js';
import { marked, noneLeft } from './lib/processes.js';

const node = (code: string) => ({ run: [process.execPath, '-e', code] });

const project = (actions: object) =>
  folder({
    'mcptest.yml': suite({
      servers: { chaos: { command: chaos('none') } },
      ...actions,
      tools: [{ name: 'echoes', tool: 'echo', args: { text: 'hi' } }],
    }),
  });

/** Starts another process and writes `ready`; `end` says how it goes on. */
const parent = (end: string, options: object = { stdio: 'inherit' }) => `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], ${JSON.stringify(options)});
  require('node:fs').writeFileSync('ready', String(child.pid));
  ${end}`;

/** Fails unless the process of `ready` runs. One that was killed may stand there as a zombie, without a command. */
const ALIVE = `
  const { existsSync, readFileSync } = require('node:fs');
  const pid = readFileSync('ready', 'utf8');
  process.kill(Number(pid), 0);
  if (existsSync('/proc/self') && readFileSync('/proc/' + pid + '/cmdline', 'utf8') === '') process.exit(1);`;

describe('a program of setup or teardown', () => {
  it.each(['setup', 'teardown'])(
    'that hangs in %s dies with mcptest, and all that it started',
    async (when) => {
      const mark = randomUUID();
      const cwd = project({ [when]: [node(parent('setInterval(() => {}, 1e6)'))] });
      const child = spawn(process.execPath, [cli, 'run'], {
        cwd,
        env: { ...process.env, ACTION_MARK: mark },
        stdio: 'ignore',
      });
      await expect.poll(() => existsSync(join(cwd, 'ready'))).toBe(true);
      expect(marked(mark).length).toBeGreaterThan(2);
      child.kill('SIGKILL');
      await noneLeft(mark);
    },
  );

  it.each([
    ['in its group', { stdio: 'inherit' }],
    ['as a daemon', { stdio: 'ignore', detached: true }],
  ])('that leaves something running %s has it for the tests, and not for longer', async (_, options) => {
    const mark = randomUUID();
    const cwd = project({ setup: [node(parent('process.exit(0)', options))], teardown: [node(ALIVE)] });
    const { code, stdout } = await mcptest(['run'], { cwd, env: { ACTION_MARK: mark } });
    expect(code, stdout).toBe(0);
    await noneLeft(mark);
  });

  it('is told with its exit code and what it said', async () => {
    const cwd = project({
      setup: [node('console.log("on stdout"); console.error("on stderr"); process.exit(4)')],
      teardown: [{ run: ['no-such-program-anywhere'] }],
    });
    const { code } = await mcptest(['run', '--reporter', 'json=run.json'], { cwd });
    const { errors } = JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8')) as RunEnvelope;
    expect(errors?.map(({ message }) => message)).toEqual([
      expect.stringMatching(/ended with exit code 4: [\s\S]*on std[\s\S]*on std/),
      expect.stringContaining('cannot start "no-such-program-anywhere"'),
    ]);
    expect(code).toBe(3);
  });
});
