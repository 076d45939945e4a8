/** What a hurried hand types: each gets one message with a next step and exit code 2, and nothing runs. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chaos, cli, folder, mcptest, suite } from './lib/cli.js';

function place(): string {
  const servers = { chaos: { command: chaos('none') } };
  const cwd = folder({
    'mcptest.yml': suite({ servers, tools: [{ name: 'echoes', tool: 'echo', args: { text: 'hi' } }] }),
    'tools.json': '[]',
  });
  mkdirSync(join(cwd, 'reports'));
  return cwd;
}

it.each([
  { args: ['run', '--workspace', 'tools.json'], says: /the workspace .*tools\.json is not a folder/ },
  { args: ['run', '--workspace', 'nowhere'], says: /there is no folder .*nowhere/ },
  { args: ['tools', '--workspace', 'tools.json'], says: /is not a folder/ },
  { args: ['view', '--workspace', 'tools.json'], says: /is not a folder/ },
  { args: ['mcp-server', '--workspace', 'tools.json'], says: /is not a folder/ },
  { args: ['report', 'latest', '--workspace', 'tools.json'], says: /is not a folder/ },
  { args: ['report', 'reports'], says: /reports is not a file/ },
  { args: ['run', '--output', 'reports'], says: /cannot be written to reports: it is a folder/ },
  { args: ['run', '--reporter', 'junit='], says: /a report has an empty file name/ },
  {
    args: ['run', '--reporter', 'junit=out.txt', '--reporter', 'tap=./reports/../out.txt'],
    says: /two reports would be written to/,
  },
  {
    args: ['run', '--reporter', 'junit=out.txt', '--reporter', 'md', '--output', 'out.txt'],
    says: /two reports would be written to out\.txt/,
  },
  { args: ['run', 'mcptest.yml', '--output', 'mcptest.yml'], says: /would overwrite mcptest\.yml/ },
  { args: ['run', '--reporter', 'junit=mcptest.yml'], says: /would overwrite mcptest\.yml/ },
  {
    args: ['score', '--trace', 'tools.json', '--output', './tools.json'],
    says: /would overwrite \.\/tools\.json: it is read by this command/,
  },
  { args: ['report', 'tools.json', '--output', 'tools.json'], says: /would overwrite tools\.json/ },
  {
    args: ['lint', '--from', 'tools.json', '--output', 'reports'],
    says: /not written to "reports": it is a folder/,
  },
  {
    args: ['lint', '--from', 'tools.json', '--output', 'tools.json/x'],
    says: /a part of the path is a file, not a folder/,
  },
  { args: ['view', '--port', '99999'], says: /Write a port from 1 to 65535/ },
  { args: ['mock', '--tools-from', 'tools.json', '--port', '65536'], says: /Write a port from 1 to 65535/ },
  { args: ['mcp-server', '--port', '70000'], says: /Write a port from 1 to 65535/ },
  { args: ['run', '--repeat', '99999999999'], says: /at most 10000/ },
  { args: ['run', '--timeout', '0'], says: /Write a duration above 0 up to 24 hours/ },
  { args: ['run', '--timeout', '99999m'], says: /Write a duration above 0 up to 24 hours/ },
  { args: ['run', '--runs', '10001'], says: /at most 10000/ },
  { args: ['tools', '--url', 'example.com/mcp'], says: /"example.com\/mcp" is not an http or https URL/ },
  { args: ['serve', '--cassette', 'reports'], says: /reports cannot be read: it is a folder/ },
  { args: ['tools', '--'], says: /there is no command after `--`/ },
])('mcptest $args', async ({ args, says }) => {
  const cwd = place();
  const { code, stdout, stderr } = await mcptest(args, { cwd });
  expect(stderr).toMatch(says);
  expect(stderr).not.toMatch(/^\s+at |broke:/m);
  expect([code, stdout]).toEqual([2, '']);
  expect(existsSync(join(cwd, '.mcptest'))).toBe(false);
});

it('makes the folders of a report on the way, in every command', async () => {
  const cwd = place();
  const { code } = await mcptest(['lint', '--from', 'tools.json', '--output', 'new/deep/lint.txt'], { cwd });
  expect([code, existsSync(join(cwd, 'new/deep/lint.txt'))]).toEqual([0, true]);
});

it('a folder without a catalogue is no green score', async () => {
  const cwd = folder({ 'package.json': '{}' });
  const { code, stderr } = await mcptest(['tdqs', 'score', '--from', '.', '--fail-under', 'A'], { cwd });
  expect(stderr).toMatch(/contains no catalogue\. package\.json is not a saved catalogue/);
  expect(code).toBe(2);
});

it('names a folder that was meant as a program', async () => {
  const { code, stderr } = await mcptest(['tools', '--', './reports'], { cwd: place() });
  expect(stderr).toMatch(/it is a folder\. Name the program/);
  expect(code).toBe(3);
});

it.skipIf(!existsSync('/dev/full')).each([
  ['run', 'the disk is full'],
  ['--help', 'ENOSPC: no space left on device, write'],
  ['--version', 'ENOSPC: no space left on device, write'],
])('%s: a full disk behind stdout is told, without a stack trace', (word, why) => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [cli, word], {
    cwd: place(),
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  expect(stderr).toContain(`what goes to stdout was not written: ${why}\n`);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(status).toBe(2);
});

it('what the system refuses is told with its path and is no bug', async () => {
  const cwd = folder({ '.github': '' });
  const { code, stderr } = await mcptest(['init', '--ci', '--', ...chaos('none')], { cwd });
  expect(stderr).toMatch(/\.github.* cannot be used: a part of the path is a file, not a folder/);
  expect(code).toBe(2);
});

it('latest is the newest run that is whole', async () => {
  const cwd = place();
  await mcptest(['run'], { cwd });
  mkdirSync(join(cwd, '.mcptest/runs/7ZZZZZZZZZZZZZZZZZZZZZZZZZ'));
  const { code, stdout } = await mcptest(['report', 'latest', '--format', 'minimal'], { cwd });
  expect(stdout).toMatch(/1 passed/);
  expect(code).toBe(0);
});
