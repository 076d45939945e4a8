import { expect, it } from 'vitest';
import type { Connection, Reply } from '../types/connection.js';
import { isRemote } from './is-remote.js';
import { judgeLoad } from './judge-load.js';
import { Latencies } from './latencies.js';
import { treeOf } from './memory.js';
import { type LoadOptions, runLoad } from './run-load.js';

const ok: Reply = { kind: 'result', result: { content: [] }, duration_ms: 0, progress: [] };

/** A server that answers one call at a time, the nth after `takes(n)` milliseconds. */
function oneAtATime(takes: (n: number) => number, reply: (n: number) => Reply = () => ok): Connection {
  let before: Promise<unknown> = Promise.resolve();
  let count = 0;
  const request = (): Promise<Reply> => {
    const n = count;
    count += 1;
    const mine = before.then(() => new Promise<Reply>((done) => setTimeout(() => done(reply(n)), takes(n))));
    before = mine;
    return mine;
  };
  return { alive: true, request } as unknown as Connection;
}

const options: LoadOptions = { tool: 't', args: {}, for_ms: 60_000, calls: 20, timeout_ms: 1000 };

it('percentiles are nearest rank over every latency', () => {
  const latencies = new Latencies();
  for (let ms = 2000; ms >= 1; ms -= 1) latencies.add(ms);
  const { latency_ms, histogram } = latencies.summary();
  expect(latency_ms).toEqual({ min: 1, mean: 1000.5, p50: 1000, p90: 1800, p95: 1900, p99: 1980, max: 2000 });
  expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(2000);
  expect(histogram[0]).toEqual({ from_ms: 1, to_ms: 1.5, count: 1 });
});

it('an open loop counts the wait of calls behind a stall, a closed loop cannot', async () => {
  const stalls = (n: number) => (n === 5 ? 400 : 1);
  const open = await runLoad(oneAtATime(stalls), { ...options, rate: 100 });
  const closed = await runLoad(oneAtATime(stalls), options);
  expect([open.mode, open.calls, closed.mode, closed.calls]).toEqual(['open', 20, 'closed', 20]);
  // Fourteen calls were due while the server stood still; each waited for the rest of it.
  expect(open.latency_ms.p50).toBeGreaterThan(200);
  expect(closed.latency_ms.p50).toBeLessThan(open.latency_ms.p50);
});

it('an open loop measures no call from later than it was sent, though timers are early', async () => {
  const atOnce = { alive: true, request: async () => ok } as unknown as Connection;
  const open = await runLoad(atOnce, { ...options, calls: 300, rate: 700 });
  expect(open.latency_ms.min).toBeGreaterThanOrEqual(0);
});

it('is bounded by calls and by time, and counts errors by kind', async () => {
  const replies: Reply[] = [
    ok,
    { kind: 'result', result: { isError: true }, duration_ms: 0, progress: [] },
    { kind: 'error', error: { code: -32602, message: 'no' }, duration_ms: 0, progress: [] },
    { kind: 'timeout', message: 'late', duration_ms: 0, progress: [] },
  ];
  const server = oneAtATime(
    () => 0,
    (n) => replies[n % 4] as Reply,
  );
  const result = await runLoad(server, { ...options, calls: 8, concurrency: 2 });
  expect([result.calls, result.errors, result.error_rate]).toEqual([8, 6, 0.75]);
  expect(result.errors_by_kind).toEqual({ 'error -32602': 2, timeout: 2, 'tool error': 2 });
  const short = await runLoad(
    oneAtATime(() => 20),
    { ...options, for_ms: 50, calls: 1_000_000 },
  );
  expect(short.calls).toBeLessThan(10);
});

it('each gate can pass, fail and be without a figure', async () => {
  const result = await runLoad(
    oneAtATime(() => 1),
    { ...options, pid: process.pid },
  );
  const low = {
    max_p50_ms: 1e-6,
    max_p95_ms: 1e-6,
    max_p99_ms: 1e-6,
    min_per_second: 1e9,
    max_memory_growth_mb: -1e6,
  };
  const high = {
    max_p50_ms: 1e6,
    max_p95_ms: 1e6,
    max_p99_ms: 1e6,
    min_per_second: 0,
    max_memory_growth_mb: 1e6,
  };
  const outcomes = (gates: object, of = result) => judgeLoad(of, gates).map(({ outcome }) => outcome);
  expect(outcomes(low)).toEqual(Array(5).fill('fail'));
  expect(outcomes({ ...high, max_error_rate: 0 })).toEqual(Array(6).fill('pass'));
  expect(outcomes({ max_error_rate: 1 }, { ...result, error_rate: 0.02 })).toEqual(['fail']);
  const { memory: _, ...without } = result;
  expect(outcomes({ max_memory_growth_mb: 1, max_p50_ms: 1 }, { ...without, calls: 0 })).toEqual(
    Array(2).fill('inconclusive'),
  );
});

it('knows what is on this machine, and which processes are below another', () => {
  expect(isRemote(undefined)).toBe(false);
  expect(isRemote('http://127.0.0.1:3000/mcp')).toBe(false);
  expect(isRemote('http://localhost/mcp')).toBe(false);
  expect(isRemote('https://mcp.example.com/mcp')).toBe(true);
  expect(treeOf(process.ppid)).toContain(process.pid);
});
