/** `mcptest conformance` and `compliance:` as a user runs them: exit codes, baselines, suites, and servers that misbehave. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import type { Scorecard } from '../src/types/conformance.js';
import { chaos, folder, mcptest, root, suite } from './lib/cli.js';

const server = (...faults: string[]): string[] => [
  process.execPath,
  join(root, 'fixtures/broken-mcp/server.mjs'),
  ...(faults.length > 0 ? ['--fault', faults.join()] : []),
];
const check = (args: string[], argv: string[], cwd?: string) =>
  mcptest(['conformance', ...args, '--', ...argv], { cwd });

async function runSuite(entry: object, argv: string[], files: Record<string, string> = {}) {
  const compliance = [{ name: 'one', server: 's', ...entry }];
  const cwd = folder({ ...files, 'mcptest.yml': suite({ servers: { s: { command: argv } }, compliance }) });
  const ran = await mcptest(['run', '--reporter', 'json'], { cwd });
  return { ...ran, checks: JSON.stringify(JSON.parse(ran.stdout).results[0].checks) };
}

/** Its tools say nothing of what they do. */
const speechless = [
  process.execPath,
  join(root, 'dist/cli.js'),
  'mock',
  '--tools-from',
  join(root, 'fixtures/conformance-mock/mock.yml'),
];

const expected = (...ids: string[]) =>
  JSON.stringify({ version: 1, expected_failures: ids.map((id) => ({ id })) });

describe.concurrent('mcptest conformance', () => {
  it('exits 1 on a broken MUST and shows the frame that proves it', async () => {
    const ran = await check(['--only', 'C-RPC-003'], server('c-rpc-003'));
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/FAIL {2}C-RPC-003 MUST[\s\S]*← \{"jsonrpc":"1.0"/);
  });

  it('exits 0 on a broken SHOULD, and 1 where the grade has to be better', async () => {
    const [plain, asked] = await Promise.all([
      check([], server('c-list-004')),
      check(['--fail-under', 'A', '--quiet'], server('c-list-004')),
    ]);
    expect([plain.code, asked.code]).toEqual([0, 1]);
    expect(asked.stdout).toMatch(/^B \(T\d\) /);
  });

  it('exits 3 on a MUST that could not be tested, and on a server that never speaks', async () => {
    const [untested, silent] = await Promise.all([
      check(['--only', 'C-CALL-003'], speechless),
      check([], chaos('die-at-start')),
    ]);
    expect([untested.code, silent.code]).toEqual([3, 3]);
    expect(untested.stdout).toContain('--allow-calls');
    expect(silent.stderr).toContain('missing API key');
  });

  it('writes a baseline, is green with it, and red when an entry is no longer true', async () => {
    const cwd = folder();
    const file = ['--baseline', 'expected.json', '--only', 'C-LIST-*'];
    await check([...file, '--update'], server('c-list-002', 'c-list-004'), cwd);
    const again = await check(file, server('c-list-002', 'c-list-004'), cwd);
    const mended = await check(file, server('c-list-002'), cwd);
    expect([again.code, mended.code]).toEqual([0, 1]);
    expect(mended.stdout).toContain('take it out of the baseline: C-LIST-004');
  });

  it('compares with a saved scorecard', async () => {
    const cwd = folder();
    await check(['--format', 'json', '--output', 'card.json'], server(), cwd);
    const card = JSON.parse(readFileSync(join(cwd, 'card.json'), 'utf8')) as Scorecard;
    expect(card).toMatchObject({ version: 1, protocol_version: '2025-11-25', summary: { fail: 0 } });
    const worse = await check(['--compare', 'card.json'], server('c-rpc-003'), cwd);
    expect(worse.code).toBe(1);
    expect(worse.stdout).toMatch(/a worse grade[\s\S]*broken since: C-RPC-003/);
  });

  it('the start of the server and the whole run are told apart', async () => {
    const ran = await check(['--format', 'json', '--only', 'C-LIST-002'], chaos('slow-start'));
    const { start_ms, duration_ms } = JSON.parse(ran.stdout) as Scorecard;
    expect(start_ms).toBeGreaterThanOrEqual(400);
    expect(duration_ms).toBeGreaterThanOrEqual(start_ms);
  });
});

describe.concurrent('servers that are odd and keep to the protocol', () => {
  const odd = join(root, 'fixtures/odd-mcp/server.mjs');
  const brokenOn = async (target: string[]) => {
    const ran = await mcptest(['conformance', '--format', 'json', ...target]);
    const { checks } = JSON.parse(ran.stdout) as Scorecard;
    return checks.filter(({ status }) => status === 'fail' || status === 'warn').map(({ id }) => id);
  };

  it.each(['shuffled', 'python'])('%s breaks nothing', async (kind) => {
    expect(await brokenOn(['--', process.execPath, odd, kind])).toEqual([]);
  });

  it.each([
    ['conformance', ['--allow-calls', 'delete_all'], 0],
    ['fuzz', ['--cases', '12'], 0],
    ['load', ['delete_all', '--calls', '3'], 5],
  ] as const)('%s calls nothing that may destroy something', async (verb, flags, code) => {
    const book = join(folder(), 'called');
    writeFileSync(book, '');
    const ran = await mcptest([verb, ...flags, '--', process.execPath, odd, 'counting', book]);
    const called = new Set(readFileSync(book, 'utf8').split('\n').filter(Boolean));
    const known = ['get_first', 'get_second', 'get_third', 'mcptest_no_such_tool', 'undefined'];
    expect([...called].filter((name) => !known.includes(name))).toEqual([]);
    expect(called.has('get_first')).toBe(verb !== 'load');
    expect(ran.code).toBe(code);
  });

  it('one that answers with nothing but event streams breaks nothing', async () => {
    const streams = spawn(process.execPath, [odd, 'sse'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const port = await new Promise((resolve) => createInterface(streams.stdout).once('line', resolve));
      expect(await brokenOn([`http://127.0.0.1:${port}/mcp`])).toEqual([]);
    } finally {
      streams.kill();
    }
  });
});

describe.concurrent('compliance: in a suite', () => {
  it('a suite runs the checks that it names', async () => {
    const [broken, others] = await Promise.all([
      runSuite({ checks: ['C-LIST-002'] }, server('c-list-002')),
      runSuite({ checks: ['C-LIST-003'] }, server('c-list-002')),
    ]);
    expect([broken.code, others.code]).toEqual([1, 0]);
    expect(broken.checks).toContain('C-LIST-002');
  });

  it('a suite fails on a grade below the one that it asks for', async () => {
    const ran = await runSuite({ grade: 'A' }, server('c-list-004'));
    expect(ran.code).toBe(1);
    expect(ran.checks).toContain('the grade is B');
  });

  it('a suite passes on failures that its baseline expects, and fails on a stale entry', async () => {
    const entry = { checks: ['C-LIST-*'], baseline: 'expected.json' };
    const files = { 'expected.json': expected('C-LIST-002', 'C-LIST-006') };
    const [known, stale] = await Promise.all([
      runSuite(entry, server('c-list-002'), files),
      runSuite(entry, server(), files),
    ]);
    expect([known.code, stale.code]).toEqual([0, 1]);
    expect(stale.checks).toContain('no longer does');
  });

  it('a suite fails on a worse grade than the saved one', async () => {
    const card = { version: 1, protocol_version: '2025-11-25', grade: 'A', checks: [] };
    const files = { 'card.json': JSON.stringify(card) };
    const ran = await runSuite({ grade_delta: 'card.json' }, server('c-list-004'), files);
    expect(ran.code).toBe(1);
    expect(ran.checks).toContain('the grade was A and is B');
  });

  it('a suite may allow a tool to be called', async () => {
    const [without, allowed] = await Promise.all([
      runSuite({ checks: ['C-CALL-003'] }, speechless),
      runSuite({ checks: ['C-CALL-003'], allow_calls: ['test_simple_text'] }, speechless),
    ]);
    expect([without.code, allowed.code]).toEqual([3, 0]);
  });
});
