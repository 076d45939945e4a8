/** Every exit code of docs/exit-codes.md that applies, reached as a user would reach it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chaos, cli, folder, mcptest, suite } from './lib/cli.js';

const servers = { chaos: { command: chaos('none') } };
const passing = { name: 'echoes', tool: 'echo', args: { text: 'hi' } };
const failing = { ...passing, name: 'wrong', expect: [{ 'result.content[0].text': { contains: 'nope' } }] };

describe('exit codes', () => {
  it('0: everything passed, and the run is saved', async () => {
    const cwd = folder({ 'mcptest.yml': suite({ servers, tools: [passing] }) });
    const { code, stdout } = await mcptest(['run'], { cwd });
    expect(stdout).toMatch(/PASS {2}1 test: 1 passed/);
    expect(code).toBe(0);
    expect(readdirSync(join(cwd, '.mcptest/runs'))).toHaveLength(1);
  });

  it('1: a test failed', async () => {
    const cwd = folder({ 'mcptest.yml': suite({ servers, tools: [passing, failing] }) });
    const { code, stdout } = await mcptest(['run'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('repro     mcptest run --filter "wrong"');
  });

  it('1: call on a tool that signals an error', async () => {
    const cwd = folder();
    const { code, stdout } = await mcptest(['call', 'fail', '--', ...chaos('none')], { cwd });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).isError).toBe(true);
  });

  it('2: call without a tool', async () => {
    const { code, stderr } = await mcptest(['call'], { cwd: folder() });
    expect(code).toBe(2);
    expect(stderr).toContain('mcptest call SERVER TOOL name=value');
  });

  it
    .skipIf(process.platform === 'win32')
    .each(['run', 'doctor', 'lint x.json', 'call x', 'init', 'mcp-server'])(
    '2: %s in a folder that was deleted',
    (command) => {
      const script = `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" ${command}`;
      const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, cli], {
        cwd: folder(),
        encoding: 'utf8',
        input: '',
      });
      expect(stderr).toContain('the folder that mcptest was started in is gone');
      expect(status).toBe(2);
    },
  );

  it('2: an invalid suite; nothing ran', async () => {
    const cwd = folder({ 'mcptest.yml': suite({ serverz: servers, tools: [passing] }) });
    const { code, stdout, stderr } = await mcptest(['run'], { cwd });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/mcptest\.yml:2:3 .*serverz.*did you mean `servers`\?/);
    expect(readdirSync(cwd)).toEqual(['mcptest.yml']);
  });

  it.each([
    ['no suite', ['run'], /no mcptest\.yaml or mcptest\.yml/],
    ['unknown option', ['run', '--filtr', 'x'], /Did you mean --filter/],
    ['unknown command', ['rnu'], /Did you mean run/],
    ['unknown reporter', ['run', '--reporter', 'junt'], /did you mean `junit`/],
    [
      'two reports on stdout',
      ['run', '--reporter', 'tap', '--reporter', 'junit'],
      /two reports would go to stdout/,
    ],
    ['not a saved run', ['report', 'mcptest.yml'], /there is no saved run/],
  ])('2: %s', async (_, args, message) => {
    const { code, stderr, stdout } = await mcptest(args, { cwd: folder() });
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('2: `only` under CI', async () => {
    const cwd = folder({ 'mcptest.yml': suite({ servers, tools: [{ ...passing, only: true }] }) });
    expect((await mcptest(['run'], { cwd, env: { CI: 'true' } })).code).toBe(2);
    expect((await mcptest(['run'], { cwd })).code).toBe(0);
  });

  it('3: the server never spoke', async () => {
    const cwd = folder({
      'mcptest.yml': suite({ servers: { chaos: { command: chaos('die-at-start') } }, tools: [passing] }),
    });
    const { code, stdout } = await mcptest(['run'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toMatch(/1 inconclusive/);
  });

  it('5: a snapshot update under CI', async () => {
    const tools = [{ ...passing, expect: [{ result: { snapshot: true } }] }];
    const cwd = folder({ 'mcptest.yml': suite({ servers, tools }) });
    const refused = await mcptest(['run', '--update-snapshots'], { cwd, env: { CI: 'true' } });
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain('--allow-update-in-ci');
    expect((await mcptest(['run'], { cwd, env: { CI: 'true' } })).code).toBe(1);
    expect(
      (await mcptest(['run', '--update-snapshots', '--allow-update-in-ci'], { cwd, env: { CI: 'true' } }))
        .code,
    ).toBe(0);
    expect(readFileSync(join(cwd, 'snapshots/mcptest.yml.json'), 'utf8')).toContain('"echoes"');
    expect((await mcptest(['run'], { cwd, env: { CI: 'true' } })).code).toBe(0);
  });

  it('6: coverage below its threshold, and no threshold for a selection', async () => {
    const cwd = folder({ 'mcptest.yml': suite({ servers, coverage: { tools: 80 }, tools: [passing] }) });
    const { code, stdout } = await mcptest(['run'], { cwd });
    expect(stdout).toMatch(/coverage/);
    expect(code).toBe(6);
    expect((await mcptest(['run', '--filter', 'echoes'], { cwd })).code).toBe(0);
  });

  it('7: nothing selected, nothing in the suite, everything skipped', async () => {
    const cwd = folder({
      'mcptest.yml': suite({ servers, tools: [passing] }),
      'empty.mcptest.yml': suite({ servers }),
      'skipped.mcptest.yml': suite({ servers, tools: [{ ...passing, skip: 'later' }] }),
    });
    for (const args of [['--filter', 'absent'], ['empty.mcptest.yml'], ['skipped.mcptest.yml']]) {
      expect((await mcptest(['run', ...args], { cwd })).code, args.join(' ')).toBe(7);
    }
  });

  it('a failure outranks coverage and what could not be judged', async () => {
    const all = { ...servers, dead: { command: chaos('die-at-start') } };
    const tools = [
      { ...failing, server: 'chaos' },
      { ...passing, server: 'dead' },
    ];
    const cwd = folder({ 'mcptest.yml': suite({ servers: all, coverage: { tools: 100 }, tools }) });
    expect((await mcptest(['run'], { cwd })).code).toBe(1);
  });

  it.each([
    ['tools', 'SIGINT', 130],
    ['lint', 'SIGTERM', 143],
    ['doctor', 'SIGINT', 130],
  ] as const)(
    '%s that is waiting for a server ends at once on %s, exit %i',
    async (verb, signal, expected) => {
      const cwd = folder();
      const silent = "require('fs').writeFileSync('up', ''); setInterval(() => {}, 1000)";
      const { code, stdout } = await mcptest(
        [verb, '--request-timeout', '60m', '--', process.execPath, '-e', silent],
        {
          cwd,
          during: (child) => {
            const seen = setInterval(() => {
              if (!existsSync(join(cwd, 'up'))) return;
              clearInterval(seen);
              child.kill(signal);
            }, 20);
          },
        },
      );
      expect(stdout).toBe('');
      expect(code).toBe(expected);
    },
  );

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s: the partial report is written, exit %i', async (signal, expected) => {
    const slow = { name: 'hangs', tool: 'echo', args: { text: 'hi' } };
    const cwd = folder();
    const hung = join(cwd, 'hung');
    const chaotic = { command: chaos('hang-call'), env: { CHAOS_PID_FILE: hung } };
    writeFileSync(join(cwd, 'mcptest.yml'), suite({ servers: { chaos: chaotic }, tools: [slow] }));
    const { code, stdout } = await mcptest(['run', '--reporter', 'json'], {
      cwd,
      during: (child) => {
        const seen = setInterval(() => {
          if (!existsSync(hung)) return;
          clearInterval(seen);
          child.kill(signal);
        }, 20);
      },
    });
    expect(code).toBe(expected);
    const run = JSON.parse(stdout);
    expect(run.exit_code).toBe(expected);
    expect(run.results[0].verdict).toBe('inconclusive');
  });

  it('a workspace that cannot be written is a warning', async () => {
    const cwd = folder({
      'mcptest.yml': suite({ servers, tools: [passing] }),
      '.mcptest': 'a file in the way',
    });
    const { code, stderr } = await mcptest(['run'], { cwd });
    expect(stderr).toContain('was not saved');
    expect(code).toBe(0);
  });
});
