import { describe, expect, it } from 'vitest';
import type { Trace } from '../types/trace.js';
import { answeredTools, faultsOf, letGo, ofCalls, ofRun, readAlone, readRuns } from './runs.js';

const ctx = { servers: [] };
/** Every run names this server, so that only what is said of it differs. */
const known = { tool: 'stat', server: 'fs', args: {} };
const find: Trace = { calls: [{ tool: 'find', args: {} }, known] };

/** Ids of the calls of each trace: of its list alone, and of one that nobody has read before. */
function both(traces: Trace[]): { alone: string[][]; afresh: string[][]; shared: boolean[] } {
  const ids = (list: Trace[]) => readRuns(list, ctx).list.flatMap(({ calls }) => calls.map(({ id }) => id));
  const all = readRuns(traces, ctx);
  const lists = readAlone(traces, ctx);
  return {
    alone: lists.map(ids),
    afresh: traces.map((trace) => ids([trace])),
    shared: lists.map((list, at) => readRuns(list, ctx).list[0] === all.list[at]),
  };
}

describe('a run by itself', () => {
  it('is the run among others, where these tell nothing more', () => {
    const { alone, afresh, shared } = both([find, { calls: [{ tool: 'fs.read', args: {} }, known] }]);
    expect(alone).toEqual(afresh);
    expect(shared).toEqual([true, true]);
  });

  const others: [string, Trace][] = [
    ['declares a server', { calls: [known], servers: ['fs'] }],
    ['has a catalogue', { calls: [known], catalog: { fs: [{ name: 'find' }] } as Trace['catalog'] }],
    ['calls another server', { calls: [{ tool: 'read', server: 'a.b', args: {} }] }],
  ];
  it.each(others)('does not know what another run tells that %s', (_, other) => {
    const dotted: Trace = { calls: [{ tool: 'a.b.find', args: {} }, known] };
    const { alone, afresh, shared } = both([find, dotted, other]);
    expect(alone).toEqual(afresh);
    expect(shared.slice(0, 2)).toEqual([false, false]);
  });
});

describe('what is read of a run', () => {
  const traces: Trace[] = [
    {
      calls: [
        { tool: 'find', args: { q: 1 }, result: 'one' },
        { tool: 'read', args: {}, result: { isError: true } },
        { tool: '', args: 'text', is_error: true },
        { tool: 'find', args: {}, result: 'none', is_error: true },
        { tool: 'list', args: { a: 1 } },
      ],
    },
  ];
  const only = () => readRuns(traces, ctx).list[0]!;

  it('is made again after it was let go, but for what was kept of the run', () => {
    const before = [...only().calls];
    const [kept, fleeting] = [ofRun(only(), 'key', () => [1]), ofCalls(only(), 'key', () => [2])];
    expect(ofCalls(only(), 'key', () => [3])).toBe(fleeting);
    letGo(traces, ctx);
    expect(only().calls[0]).not.toBe(before[0]);
    expect(only().calls.map(({ id, args }) => [id, args])).toEqual(before.map(({ id, args }) => [id, args]));
    expect(ofRun(only(), 'key', () => [4])).toBe(kept);
    expect(ofCalls(only(), 'key', () => [5])).toEqual([5]);
  });

  it('are the calls that something is wrong with, and the tools that gave a result', () => {
    expect(faultsOf(only())).toEqual({ failed: [1, 2, 3], empty: [1, 2, 3], misshapen: [2] });
    expect([...answeredTools(only())].map(({ id }) => id)).toEqual(['find']);
  });
});
