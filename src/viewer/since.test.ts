import { expect, test } from 'vitest';
import { sampleCase, sampleRun } from '../envelope/sample-run.js';
import type { RunEnvelope } from '../types/envelope.js';
import type { Library } from './library.js';
import { sinceBefore } from './since.js';

const run = (id: string, verdict: 'pass' | 'fail', file = 'a.yml'): RunEnvelope => ({
  ...sampleRun([sampleCase({ id: 'one', verdict, file }), sampleCase({ id: 'two', file })]),
  run_id: id,
  started_at: `2026-11-1${id}T09:00:00.000Z`,
});

function libraryOf(...runs: RunEnvelope[]): Library {
  const byId = new Map(runs.map((one) => [one.run_id, one]));
  return {
    place: '.',
    list: async () => [...byId.keys()].sort().reverse(),
    read: async (id) => byId.get(id) ?? Promise.reject(new Error('gone')),
    live: async () => [],
  };
}

test('a run is set beside the last one before it of the same suite', async () => {
  const library = libraryOf(run('1', 'fail'), run('2', 'pass'), run('3', 'pass', 'b.yml'), run('5', 'fail'));
  expect(await sinceBefore(library, run('4', 'fail'))).toEqual({
    run_id: '2',
    started_at: '2026-11-12T09:00:00.000Z',
    what: ['1 test regressed'],
  });
  expect((await sinceBefore(library, run('2', 'pass')))?.what).toEqual(['1 test fixed']);
  expect((await sinceBefore(library, run('5', 'pass')))?.what).toEqual([]);
});

test('the first of its kind, and one behind runs that cannot be read, has none', async () => {
  const broken: Library = { ...libraryOf(), list: async () => ['3', '2'] };
  expect(await sinceBefore(broken, run('4', 'pass'))).toBeUndefined();
  expect(await sinceBefore(libraryOf(run('1', 'pass', 'b.yml')), run('4', 'pass'))).toBeUndefined();
});
