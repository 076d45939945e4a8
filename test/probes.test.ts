/** `fuzz:`, `metamorphic:` and `load:` of tool tests, on real processes. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CaseResult } from '../src/types/envelope.js';
import { mcptest, root } from './lib/cli.js';
import { runFiles } from './lib/in-process.js';

const server = (...bugs: string[]) => ({
  command: [process.execPath, join(root, 'fixtures/fuzz-mcp/server.mjs'), ...bugs],
});
const servers = { good: server('extra'), bad: server('accepted', 'limit') };

async function rows(tools: object[]): Promise<Record<string, CaseResult>> {
  const named = tools.map((test, at) => ({ name: `t${at}`, ...test }));
  const { envelope } = await runFiles({ 'mcptest.yml': { servers, tools: named } });
  return Object.fromEntries(envelope.results.map((row) => [row.name, row]));
}

const fuzzed = (row: CaseResult | undefined) => row?.checks.filter(({ target }) => target === 'fuzz') ?? [];

it('fuzz: fails with the smallest input, and each of its keys counts', async () => {
  const price = { server: 'bad', tool: 'get_price', args: { item: 'bell', amount: 2 } };
  const drop = { server: 'good', tool: 'get_dropped', args: { name: 'a' } };
  const slow = { server: 'good', tool: 'get_slow' };
  const note = {
    server: 'good',
    tool: 'delete_note',
    args: { note_id: 'x' },
    expect: [{ 'result.isError': true }],
  };
  const got = await rows([
    { ...price, fuzz: { cases: 15 } },
    { ...price, fuzz: { cases: 15, seed: 2 } },
    { ...price, fuzz: { cases: 1 } },
    { ...drop, fuzz: { cases: 40 } },
    { ...drop, fuzz: { cases: 40, strict: true } },
    { ...slow, fuzz: { cases: 2 } },
    { ...slow, fuzz: { cases: 2, max_call_ms: 50 } },
    { ...note, fuzz: { cases: 5 } },
    { ...note, fuzz: { cases: 5, allow_destructive: true } },
  ]);
  const verdicts = Object.values(got).map(({ verdict }) => verdict);
  expect(verdicts).toEqual([
    ...['fail', 'fail', 'pass', 'pass', 'fail', 'pass', 'inconclusive', 'inconclusive', 'inconclusive'],
  ]);
  expect(fuzzed(got.t7)[0]?.message).toContain('allow_destructive');
  expect(fuzzed(got.t8)[0]?.message).toContain('every input was refused');
  expect(fuzzed(got.t0)[0]).toMatchObject({ matcher: 'accepted-invalid', outcome: 'fail' });
  expect(fuzzed(got.t1)).not.toEqual(fuzzed(got.t0));
  expect(got.t2?.figures.fuzz_cases).toBe(1);
});

it('load: each gate and bound of the block counts', async () => {
  const stock = { server: 'good', tool: 'search_stock', args: { query: 'a' } };
  const few = { calls: 5 };
  const error = [{ 'result.isError': true }];
  const refused = { server: 'good', tool: 'get_note', args: { note_id: 'none' }, expect: error };
  const got = await rows([
    { ...stock, load: { ...few, max_p50_ms: 1e-6 } },
    { ...stock, load: { ...few, max_p95_ms: 1e-6 } },
    { ...stock, load: { ...few, max_p99_ms: 1e-6 } },
    { ...stock, load: { ...few, min_per_second: 1_000_000 } },
    { ...stock, load: { ...few, max_memory_growth_mb: 1000 } },
    { ...stock, load: { rate: 50, for: '100ms' } },
    { ...stock, load: { concurrency: 3, for: '50ms' } },
    { ...refused, load: few },
    { ...refused, load: { ...few, max_error_rate: '100%' } },
  ]);
  const verdicts = Object.values(got).map(({ verdict }) => verdict);
  expect(verdicts).toEqual(['fail', 'fail', 'fail', 'fail', 'pass', 'pass', 'pass', 'fail', 'pass']);
  expect(got.t0?.figures.load_calls).toBe(5);
  expect(got.t5?.figures.load_calls).toBe(5);
  expect(got.t4?.figures.load_memory_growth_mb).toBeDefined();
});

it('metamorphic: the relations of a test are held after its own call', async () => {
  const limit = { metamorphic: [{ monotone_limit: { argument: 'limit' } }] };
  const stock = { tool: 'search_stock', args: { query: 'a' }, ...limit };
  const got = await rows([
    { server: 'good', ...stock },
    { server: 'bad', ...stock },
  ]);
  expect([got.t0?.verdict, got.t1?.verdict]).toEqual(['pass', 'fail']);
});

it('mcptest load measures a tool and its server, and refuses what is not ours to load', async () => {
  const argv = ['--', ...servers.good.command];
  const json = await mcptest(['load', 'search_stock', '--calls', '50', '--format', 'json', ...argv]);
  expect(json.code).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject({
    calls: 50,
    errors: 0,
    mode: 'closed',
    args: { query: 'example' },
  });
  expect(JSON.parse(json.stdout).memory.start_mb).toBeGreaterThan(10);
  const gate = await mcptest([
    'load',
    'search_stock',
    '--rate',
    '100',
    '--for',
    '100ms',
    '--max-p50-ms',
    '0.00001',
    ...argv,
  ]);
  expect([gate.code, gate.stdout]).toEqual([1, expect.stringContaining('FAIL  p50 is')]);
  const destructive = await mcptest(['load', 'delete_note', 'note_id=a', ...argv]);
  expect(destructive.code).toBe(5);
});
