/** `takes_turns`: queues with the same word never meet. */
import { expect, it } from 'vitest';
import { pool, type Queue } from './lanes.js';

it('keeps queues with the same word apart until all of one is gone, and lets others run beside them', async () => {
  const seen: string[] = [];
  let inside = new Set<string>();
  const met: string[][] = [];
  const queue = (name: string, takes_turns?: string): Queue => ({
    limit: 2,
    takes_turns,
    jobs: Array.from({ length: 3 }, () => async () => {
      inside = new Set([...inside, name]);
      met.push([...inside]);
      await new Promise((done) => setImmediate(done));
      seen.push(name);
    }),
    over: async () => {
      await new Promise((done) => setImmediate(done));
      inside.delete(name);
    },
  });
  await pool([queue('a', 'database'), queue('b', 'database'), queue('c')], 4);
  expect(seen).toHaveLength(9);
  expect(met.filter((names) => names.includes('a') && names.includes('b'))).toEqual([]);
  expect(met.some((names) => names.includes('a') && names.includes('c'))).toBe(true);
});
