/** How much a command says: whole values where there is no terminal, everything with --verbose, the verdict with --quiet. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { chaos, folder, mcptest, suite } from './lib/cli.js';

const LONG = `begin ${'word '.repeat(60)}end`;
const NARROW = { COLUMNS: '80' };
const PIPE = { COLUMNS: undefined };
const servers = { s: { command: chaos('none') } };
const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`key${n}`, n]));

let cwd: string;
beforeAll(() => {
  const echo = { tool: 'echo', args: { text: LONG } };
  cwd = folder({
    'mcptest.yml': suite({
      servers,
      tools: [
        {
          name: 'says something else',
          ...echo,
          expect: [{ 'result.content[0].text': { contains: 'nothing like it' } }],
        },
        { name: 'has other keys', ...echo, expect: [{ 'result.content[0]': { exact: many } }] },
      ],
    }),
    'noisy.yml': suite({
      servers: { s: { command: chaos('noise') } },
      tools: [{ name: 'echoes', tool: 'echo', args: { text: 'x' } }],
      compliance: [{ name: 'initialises', check: 'initialize' }],
    }),
  });
});

const run = (args: string[], env: Record<string, string | undefined> = PIPE) =>
  mcptest(['run', '--no-save', ...args], { cwd, env });

describe('values', () => {
  it('are whole where there is no terminal, and cut to the columns that are named', async () => {
    const [pipe, narrow, wide, verbose] = await Promise.all([
      run([]),
      run([], NARROW),
      run([], { COLUMNS: '400' }),
      run(['--verbose'], NARROW),
    ]);
    for (const { stdout } of [pipe, wide, verbose]) expect(stdout).toContain(LONG);
    expect(narrow.stdout).not.toContain(LONG);
    for (const line of narrow.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(pipe.stdout).toContain('differences in all');
    expect(verbose.stdout).not.toContain('differences in all');
    for (const key of Object.keys(many)) expect(verbose.stdout).toContain(`- ${key}: `);
  });
});

describe('--quiet', () => {
  it('prints the verdict and nothing else', async () => {
    const [text, json, saved] = await Promise.all([
      run(['--quiet']),
      run(['--quiet', '--reporter', 'json']),
      mcptest(['run', '--quiet', '--reporter', 'json=run.json'], { cwd, env: PIPE }),
    ]);
    expect(text).toMatchObject({ code: 1, stderr: '' });
    expect(text.stdout).toMatch(/^FAIL {2}2 tests: 2 failed in \d+ms\n$/);
    expect(JSON.parse(json.stdout).summary.failed).toBe(2);
    expect(saved).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^FAIL {2}2 tests[^\n]*\n$/),
    });
    const [report, compared, both] = await Promise.all([
      mcptest(['report', 'run.json', '--quiet'], { cwd }),
      mcptest(['report', 'run.json', '--compare', 'run.json', '--quiet'], { cwd }),
      mcptest(['report', 'run.json', '--quiet', '--verbose'], { cwd }),
    ]);
    expect(report.stdout).toMatch(/^FAIL {2}2 tests: 2 failed in \d+ms\n$/);
    expect(compared.stdout).toBe('FAIL  as before: nothing changed\n');
    expect(both.code).toBe(2);
  });
});

describe('--quiet and --verbose of other commands', () => {
  const trace = { calls: [{ tool: 's.echo', args: {} }] };
  const wanted = (tool: string) => ({
    name: tool,
    equal_function_sets: { classes: [{ name: 'it', members: [tool] }] },
  });

  it('score prints the verdict and nothing else', async () => {
    const there = folder({
      'mcptest.yml': suite({ servers, agents: [wanted('s.echo'), wanted('s.other')] }),
      't.jsonl': ['s.echo', 's.other'].map((agent) => JSON.stringify({ ...trace, agent })).join('\n'),
    });
    const args = ['score', '--trace', 't.jsonl', '--no-save', '--quiet'];
    const scored = await mcptest(args, { cwd: there });
    expect(scored).toMatchObject({ code: 1, stderr: '' });
    expect(scored.stdout).toMatch(/^FAIL {2}2 tests: 1 failed, 1 passed in \d+ms\n$/);
  });

  it('mutate prints the verdict with its reason, or every survivor', async () => {
    const hollow = Array.from({ length: 12 }, (_, n) => ({
      name: `hollow ${n}`,
      tool: 'echo',
      args: { text: 'x' },
      skip: n > 0 ? 'later' : undefined,
    }));
    const there = folder({ 'mcptest.yml': suite({ servers, tools: hollow }) });
    const mutate = (...args: string[]) =>
      mcptest(['mutate', '--no-save', ...args], { cwd: there, env: NARROW });
    const [fine, below, all, failed] = await Promise.all([
      mutate('--quiet'),
      mutate('--quiet', '--fail-under', '90'),
      mutate('--verbose', '--fail-under', '90'),
      mcptest(['mutate', '--no-save', '--quiet'], { cwd }),
    ]);
    expect(fine.stdout).toMatch(/^PASS {2}\d+ %: \d+ of \d+ changed replies noticed by 1 test[^\n]*\n$/);
    expect(below.code).toBe(1);
    expect(below.stdout).toMatch(/^FAIL {2}\d+ %: [^\n]*; below the bar of 90 %\n$/);
    expect(all.stdout).toMatch(/\nFAIL {2}below the bar of 90 %\n$/);
    expect(all.stdout).toContain('hollow 11: it was skipped');
    expect(failed.stdout).toMatch(/; 2 tests failed and were not measured/);
  });
});

describe('reports in files', () => {
  it('leave the verdict and their names on the terminal', async () => {
    const { stdout, stderr } = await run(['--reporter', 'junit=j.xml', '--reporter', 'md=m.md']);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^FAIL {2}2 tests: 2 failed in \d+ms; written to j\.xml, m\.md\n$/);
    expect(readFileSync(join(cwd, 'm.md'), 'utf8')).toContain('## mcptest');
  });

  it('a page into a pipe is printed', async () => {
    const { stdout, stderr } = await run(['--reporter', 'html']);
    expect(stdout).toMatch(/^<!doctype html>/i);
    expect(stderr).toBe('');
    expect(existsSync(join(cwd, 'mcptest-report.html'))).toBe(false);
  });
});

it('a finding that a failed test tells is told once', async () => {
  const told = /not JSON-RPC messages/g;
  const { stdout } = await run(['noisy.yml']);
  expect(stdout.match(told)).toHaveLength(1);
  const md = await run(['noisy.yml', '--reporter', 'md']);
  expect(md.stdout.match(told)).toHaveLength(1);
  const alone = await run(['noisy.yml', '--filter', 'echoes']);
  expect(alone.stdout).toMatch(/FINDINGS[\s\S]*not JSON-RPC messages/);
});
