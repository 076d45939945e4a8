import { expect, it } from 'vitest';
import { sampleCase } from '../../envelope/sample-run.js';
import type { CaseResult } from '../../types/envelope.js';
import { type Choice, WatchLoop } from './watch-loop.js';

/** A loop with rows `a` (passes) and `b` (fails); each run waits until it is let go. */
function bench(answers: string[] = []) {
  const runs: Choice[] = [];
  const told: string[] = [];
  const waiting: (() => void)[] = [];
  let idle = (): void => {};
  const loop = new WatchLoop({
    run: async (choice) => {
      runs.push(choice);
      await new Promise<void>((go) => waiting.push(go));
      const rows: CaseResult[] = [
        sampleCase({ id: 'a', name: 'a' }),
        sampleCase({ id: 'b', name: 'b', verdict: 'fail' }),
      ];
      return rows.filter(({ id }) => !choice.ids || choice.ids.includes(id));
    },
    touched: async (paths) => paths.map((path) => `id of ${path}`),
    ask: async () => answers.shift() ?? '',
    tell: (line) => {
      told.push(line);
      if (line.startsWith('waiting')) idle();
    },
    shown: (path) => path,
  });
  /** Lets every run go, until the loop waits for something to happen. */
  const settle = async (): Promise<void> => {
    const rest = new Promise<void>((done) => {
      idle = done;
    });
    const pump = setInterval(() => waiting.shift()?.(), 1);
    await rest;
    clearInterval(pump);
  };
  return { loop, runs, told, settle };
}

it('runs all at first, then what a change touches', async () => {
  const { loop, runs, settle } = bench();
  loop.start();
  await settle();
  loop.files(['suite.yml']);
  await settle();
  expect(runs).toEqual([{ why: '' }, { ids: ['id of suite.yml'], why: 'suite.yml changed' }]);
});

it('joins the changes that come while a run goes on', async () => {
  const { loop, runs, settle } = bench();
  loop.start();
  loop.files(['one']);
  loop.files(['two', 'one']);
  await settle();
  expect(runs[1]).toEqual({ ids: ['id of one', 'id of two'], why: 'one, two changed' });
  expect(runs).toHaveLength(2);
});

it('f runs what did not pass, a everything, p what matches', async () => {
  const { loop, runs, told, settle } = bench(['some text', '']);
  loop.start();
  await settle();
  for (const key of ['f', 'p', 'f', 'a', 'x']) {
    loop.key(key);
    if (key !== 'x') await settle();
  }
  expect(runs.slice(1)).toEqual([
    { ids: ['b'], why: 'what did not pass' },
    { filter: 'some text', why: 'tests that match "some text"' },
    { ids: ['b'], filter: 'some text', why: 'what did not pass' },
    { why: 'all tests' },
  ]);
  expect(told).toContain('waiting for changes matching "some text"');
});

it.each(['q', '\u0003', '\u0004'])('%j ends it', async (key) => {
  const { loop } = bench();
  loop.key(key);
  await loop.done;
});
