/**
 * `--shard i/n`: one of n parts of a plan. Units of tests that need each other stay whole; the parts are neighbouring
 * units with about the same number of tests, or that take about as long by a file of durations, so that few servers
 * are needed in more than one part. The split depends on nothing but the plan and that file: every machine works out
 * the same one.
 */
import type { Plan, Shard, Timings, WholePlan } from '../types/plan.js';
import { type Unit, unitsOf } from './units.js';

export function shardPlan(plan: Plan, { index, total }: Shard, timings?: Timings): Plan {
  const units = unitsOf(plan);
  const sizes = timings === undefined ? units.map(({ size }) => size) : weightsOf(units, timings);
  const ends = endsOf(sizes, total);
  const own = units.slice(ends[index - 2] ?? 0, ends[index - 1]);
  const cases = new Set(own.flatMap((unit) => unit.cases));
  const groups = new Set(own.flatMap((unit) => unit.groups));
  const others = suitesOf(units.filter((unit) => !own.includes(unit)));
  const suites = plan.suites.filter((suite) => suitesOf(own).has(suite));
  return {
    ...plan,
    suites,
    cases: plan.cases.filter((one) => cases.has(one)),
    groups: plan.groups.filter((one) => groups.has(one)),
    part_of: { ...wholeOf(plan), timings: timings?.hash },
    split: suites.filter((suite) => others.has(suite)),
  };
}

/** How long each takes, in whole milliseconds; a test that the file does not know takes the median of those that it does. */
function weightsOf(units: Unit[], { durations_ms }: Timings): number[] {
  const known = [...durations_ms.values()].sort((a, b) => a - b);
  const median = known[Math.floor(known.length / 2)] ?? 1;
  const weight = (id: string): number => Math.max(1, Math.round(durations_ms.get(id) ?? median));
  return units.map(({ cases, groups }) => {
    const tests = cases.map(({ id, test }) => (test.skip === undefined ? weight(id) : 1));
    const runs = groups.flatMap((group) => group.runs.map(({ id }) => weight(id)));
    return [...tests, ...runs].reduce((sum, one) => sum + one, 0);
  });
}

function suitesOf(units: Unit[]) {
  return new Set(units.flatMap(({ cases, groups }) => [...cases, ...groups].map(({ suite }) => suite)));
}

function wholeOf({ suites, cases, groups }: Plan): WholePlan {
  const used = suites.filter((suite) => [...cases, ...groups].some((one) => one.suite === suite));
  return {
    suites: used,
    rows: used.flatMap((suite) => [
      ...cases.filter((one) => one.suite === suite).map(({ id }) => id),
      ...groups.filter((one) => one.suite === suite).flatMap(({ runs }) => runs.map(({ id }) => id)),
    ]),
  };
}

/**
 * Where each part ends. The largest part is as small as neighbours allow; within that, each part takes its share of
 * what is left, so that no part is empty while another has units to spare.
 */
function endsOf(sizes: number[], total: number): number[] {
  const capacity = smallestCapacity(sizes, total);
  const needed = partsNeeded(sizes, capacity);
  const ends: number[] = [];
  let at = 0;
  let left = sizes.reduce((sum, size) => sum + size, 0);
  for (let parts = total; parts > 0; parts--) {
    const share = Math.ceil(left / parts);
    let taken = 0;
    while (at < sizes.length) {
      const size = sizes[at] ?? 0;
      const spares = sizes.length - at;
      if (taken > 0 && (taken + size > capacity || spares < parts)) break;
      // Full, and the others can hold the rest.
      if (taken >= share && (needed[at] ?? 0) < parts) break;
      taken += size;
      at += 1;
    }
    left -= taken;
    ends.push(at);
  }
  return ends;
}

/** The least that the largest of so many parts must hold. */
function smallestCapacity(sizes: number[], total: number): number {
  let low = Math.max(0, ...sizes);
  let high = sizes.reduce((sum, size) => sum + size, 0);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((partsNeeded(sizes, middle)[0] ?? 0) <= total) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** For each place, how many parts of this capacity hold what begins there. */
function partsNeeded(sizes: number[], capacity: number): number[] {
  const needed: number[] = Array(sizes.length + 1).fill(0);
  let end = sizes.length;
  let held = 0;
  for (let at = sizes.length - 1; at >= 0; at--) {
    held += sizes[at] ?? 0;
    while (held > capacity) {
      end -= 1;
      held -= sizes[end] ?? 0;
    }
    needed[at] = 1 + (needed[end] ?? 0);
  }
  return needed;
}
