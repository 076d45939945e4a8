import { describe, expect, it } from 'vitest';
import type { PlannedCase } from '../types/plan.js';
import type { Step, Suite, TestSpec } from '../types/suite.js';
import { lanesOf, pool } from './lanes.js';

const step = (server: string, extra: Partial<Step> = {}): Step => ({
  call: { kind: 'tool', server, tool: 't', args: {} },
  expect: { assertions: [] },
  capture: {},
  ...extra,
});

function lanes(tests: Record<string, Step[]>, isolated: string[] = []): string[][] {
  const names = [...new Set(Object.values(tests).flatMap((steps) => steps.map((one) => one.call.server)))];
  const servers = Object.fromEntries(
    names.map((name) => [name, { name, isolate: isolated.includes(name) ? 'test' : 'suite' }]),
  );
  const suite = { servers } as unknown as Suite;
  const cases = Object.entries(tests).map(
    ([name, steps]) => ({ name, test: { steps } as unknown as TestSpec }) as PlannedCase,
  );
  return lanesOf(suite, cases).map((lane) => lane.map((planned) => planned.name));
}

describe('lanes', () => {
  it('keep file order within a server and run servers side by side', () => {
    expect(lanes({ a: [step('x')], b: [step('y')], c: [step('x')] })).toEqual([['a', 'c'], ['b']]);
  });

  it('join servers that share a test', () => {
    expect(lanes({ a: [step('x')], b: [step('x'), step('y')], c: [step('y')] })).toEqual([['a', 'b', 'c']]);
  });

  it('join servers that share a capture', () => {
    const reads = step('y', {
      call: { kind: 'tool', server: 'y', tool: 't', args: { id: '${captured.id}' } },
    });
    expect(lanes({ a: [step('x', { capture: { id: 'result.id' } })], b: [reads] })).toEqual([['a', 'b']]);
  });

  it('give every test of an isolated server a lane of its own, unless a capture ties it', () => {
    const makes = step('x', { capture: { id: 'result.id' } });
    const reads = step('x', { call: { kind: 'resource', server: 'x', uri: 'r://${captured.id}' } });
    expect(lanes({ a: [makes], b: [step('x')], c: [reads] }, ['x'])).toEqual([['a', 'c'], ['b']]);
  });
});

describe('pool', () => {
  it('never runs more than the limit at a time, and runs all', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const job = async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done += 1;
    };
    await pool([{ jobs: Array.from({ length: 20 }, () => job), limit: 8 }], 3);
    expect({ most, done }).toEqual({ most: 3, done: 20 });
  });

  it('keeps to the limit of every queue, and lets the others use what it leaves', async () => {
    const running = { slow: 0, quick: 0 };
    const most = { slow: 0, quick: 0, all: 0 };
    const job = (name: 'slow' | 'quick') => async () => {
      running[name] += 1;
      most[name] = Math.max(most[name], running[name]);
      most.all = Math.max(most.all, running.slow + running.quick);
      await new Promise(setImmediate);
      running[name] -= 1;
    };
    const queue = (name: 'slow' | 'quick', limit: number) => ({ jobs: Array(6).fill(job(name)), limit });
    await pool([queue('slow', 1), queue('quick', 3)], 4);
    expect(most).toEqual({ slow: 1, quick: 3, all: 4 });
  });
});

it('a pool of none still works, one job after the other', async () => {
  const done: number[] = [];
  const jobs = [1, 2].map((n) => async () => void done.push(n));
  await pool([{ jobs, limit: 0 }], 0);
  expect(done).toEqual([1, 2]);
});
