/**
 * `--shard i/n`: one of n parts of a plan. Files stay whole, because captures and setup live in a file;
 * the parts are neighbouring files with about the same number of tests, so that the results of the parts,
 * one after the other, are the results of one run.
 */
import type { Plan, Shard } from '../types/plan.js';
import type { Suite } from '../types/suite.js';

export function shardPlan(plan: Plan, { index, total }: Shard): Plan {
  const sizes = new Map<Suite, number>();
  const add = (suite: Suite, size: number): void => void sizes.set(suite, (sizes.get(suite) ?? 0) + size);
  for (const { suite } of plan.cases) add(suite, 1);
  for (const { suite, runs } of plan.groups ?? []) add(suite, runs.length);
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const chosen = new Set<Suite>();
  let before = 0;
  for (const suite of plan.suites) {
    const size = sizes.get(suite) ?? 0;
    // The part in which the middle of the file falls; it never goes back, so parts are neighbours.
    const part = Math.floor(((2 * before + size) * total) / Math.max(1, 2 * all));
    if (Math.min(part, total - 1) === index - 1) chosen.add(suite);
    before += size;
  }
  return {
    ...plan,
    suites: plan.suites.filter((suite) => chosen.has(suite)),
    cases: plan.cases.filter(({ suite }) => chosen.has(suite)),
    groups: (plan.groups ?? []).filter(({ suite }) => chosen.has(suite)),
  };
}
