import { expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { Plan, PlannedCase } from '../types/plan.js';
import type { Suite } from '../types/suite.js';
import { shardPlan } from './shard.js';

function planOf(sizes: number[]): Plan {
  const suites = sizes.map((_, i) => ({ display_file: `${i}.yml` }) as Suite);
  const cases = suites.flatMap((suite, i) =>
    Array.from({ length: sizes[i]! }, (_, j) => ({ suite, name: `${i}.${j}` }) as PlannedCase),
  );
  return { suites, cases, groups: [], total: cases.length };
}

it('gives every test to exactly one part, files whole and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (sizes, total) => {
      const plan = planOf(sizes);
      const parts = Array.from({ length: total }, (_, i) => shardPlan(plan, { index: i + 1, total }));
      expect(parts.flatMap((part) => part.cases)).toEqual(plan.cases);
      expect(parts.flatMap((part) => part.suites)).toEqual(plan.suites);
    }),
  );
});

it('balances by the number of tests', () => {
  const plan = planOf([8, 1, 1, 1, 1, 4]);
  const sizes = [1, 2].map((index) => shardPlan(plan, { index, total: 2 }).cases.length);
  expect(sizes).toEqual([8, 8]);
});
