import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { Plan, PlannedCase, PlannedGroup, PlannedRun } from '../types/plan.js';
import type { AgentSpec, Step, Suite, TestSpec } from '../types/suite.js';
import { shardPlan } from './shard.js';
import { unitsOf } from './units.js';

interface TestShape {
  server: string;
  tool: string;
  sets?: string;
  reads?: string;
  snapshot?: boolean;
}

interface SuiteShape {
  isolated?: string[];
  budget?: boolean;
  tests: TestShape[];
  /** How many runs each agent test has, with one entry for each of its models. */
  agents?: number[][];
}

function suiteOf({ isolated = [], budget }: SuiteShape, file: string): Suite {
  const server = (name: string) => ({ name, isolate: isolated.includes(name) ? 'test' : 'suite' });
  const servers = Object.fromEntries(['x', 'y', 'z'].map((name) => [name, server(name)]));
  return {
    display_file: file,
    servers,
    budget: budget ? { per_suite_usd: 1 } : undefined,
  } as unknown as Suite;
}

function caseOf(suite: Suite, { server, tool, sets, reads, snapshot }: TestShape, name: string): PlannedCase {
  const step: Step = {
    // biome-ignore lint/style/useTemplate: a reference is written as a reference.
    call: { kind: 'tool', server, tool, args: reads ? { id: '$' + `{captured.${reads}}` } : {} },
    expect: { assertions: snapshot ? [{ target: 'result', matcher: { not: { snapshot: true } } }] : [] },
    capture: sets ? { [sets]: 'result.id' } : {},
  };
  return { id: name, name, suite, test: { steps: [step] } as unknown as TestSpec } as PlannedCase;
}

function planOf(shapes: SuiteShape[]): Plan {
  const suites = shapes.map((shape, i) => suiteOf(shape, `${i}.yml`));
  const cases = shapes.flatMap(({ tests }, i) =>
    tests.map((test, j) => caseOf(suites[i]!, test, `${i}.${j}`)),
  );
  const groups = shapes.flatMap(({ agents = [] }, i) =>
    agents.flatMap((models, j) => {
      const agent = {
        name: `${i} agent ${j}`,
        servers: ['x'],
        expect: { assertions: [] },
      } as unknown as AgentSpec;
      return models.map((size, model): PlannedGroup => {
        const name = `${agent.name} [${model}]`;
        const runs = Array.from({ length: size }, (_, run) => ({ id: `${name} ${run}` }) as PlannedRun);
        return { suite: suites[i]!, agent, name, runs, complete: true };
      });
    }),
  );
  return { suites, cases, groups, total: cases.length };
}

const rowsOf = ({ cases, groups }: Pick<Plan, 'cases' | 'groups'>): string[] => [
  ...cases.map(({ id }) => id),
  ...groups.flatMap(({ runs }) => runs.map(({ id }) => id)),
];

const units = (shape: SuiteShape): string[][] => unitsOf(planOf([shape])).map(rowsOf);

describe('units', () => {
  it('are single tests where servers are only read', () => {
    const get = { server: 'x', tool: 'get_it' };
    expect(units({ tests: [get, get, { server: 'x', tool: 'search' }] })).toEqual([
      ['0.0'],
      ['0.1'],
      ['0.2'],
    ]);
  });

  it('keep the tests of a server together as soon as one may change something', () => {
    const get = { server: 'x', tool: 'get_it' };
    const tests = [get, { server: 'y', tool: 'list' }, { server: 'x', tool: 'put_it' }, get];
    expect(units({ tests })).toEqual([['0.0', '0.2', '0.3'], ['0.1']]);
    expect(units({ tests, isolated: ['x'] })).toHaveLength(4);
  });

  it('keep the tests of a server together by what kind of call may change something', () => {
    const together = (kind: string, tool?: string) => {
      const get = { server: 'x', tool: 'get_it' };
      const plan = planOf([{ tests: [get, get] }]);
      Object.assign(plan.cases[0]!.test.steps[0]!.call, { kind, tool });
      return unitsOf(plan).length === 1;
    };
    expect(['request', 'subscription', 'resource', 'prompt'].map((kind) => together(kind))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(together('task', 'put_it')).toBe(true);
    expect(together('task', 'get_it')).toBe(false);
    const skipped = planOf([
      {
        tests: [
          { server: 'x', tool: 'put_it' },
          { server: 'x', tool: 'get_it' },
        ],
      },
    ]);
    skipped.cases[0]!.test.skip = 'later';
    expect(unitsOf(skipped)).toHaveLength(2);
  });

  it('keep together who shares a capture or the book of snapshots', () => {
    const get = (more: Partial<TestShape> = {}) => ({ server: 'x', tool: 'get_it', ...more });
    const chain = [get({ sets: 'a' }), get(), get({ reads: 'a', sets: 'b' }), get({ reads: 'b' })];
    expect(units({ tests: chain })).toEqual([['0.0', '0.2', '0.3'], ['0.1']]);
    expect(units({ tests: [get({ snapshot: true }), get(), get({ snapshot: true })] })).toEqual([
      ['0.0', '0.2'],
      ['0.1'],
    ]);
  });

  it('keep the models of an agent test together, and all agent tests under one budget', () => {
    const agents = [[1, 2], [1]];
    expect(units({ tests: [], agents }).map(({ length }) => length)).toEqual([3, 1]);
    expect(units({ tests: [], agents, budget: true })).toHaveLength(1);
  });
});

const testShape: fc.Arbitrary<TestShape> = fc.record({
  server: fc.constantFrom('x', 'y', 'z'),
  tool: fc.constantFrom('get_it', 'get_it', 'get_it', 'put_it'),
  sets: fc.option(fc.constantFrom('a', 'b'), { nil: undefined, freq: 6 }),
  reads: fc.option(fc.constantFrom('a', 'b'), { nil: undefined, freq: 6 }),
  snapshot: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
});
const suiteShape: fc.Arbitrary<SuiteShape> = fc.record({
  isolated: fc.subarray(['x', 'y', 'z']),
  budget: fc.boolean(),
  tests: fc.array(testShape, { maxLength: 9 }),
  agents: fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }), {
    maxLength: 2,
  }),
});
const suiteShapes = fc.array(suiteShape, { maxLength: 5 });

describe('shards', () => {
  it('hold every test once, units whole, in the order of the plan', () => {
    fc.assert(
      fc.property(suiteShapes, fc.integer({ min: 1, max: 9 }), (given, total) => {
        const plan = planOf(given);
        const parts = Array.from({ length: total }, (_, at) => shardPlan(plan, { index: at + 1, total }));
        expect(parts.flatMap(rowsOf).sort()).toEqual(rowsOf(plan).sort());
        for (const unit of unitsOf(plan).map(rowsOf)) {
          const holders = parts.filter((part) => rowsOf(part).some((id) => unit.includes(id)));
          expect(holders).toHaveLength(1);
        }
        for (const part of parts) {
          const own = new Set(rowsOf(part));
          expect(rowsOf(part)).toEqual(rowsOf(plan).filter((id) => own.has(id)));
          expect(new Set(part.suites)).toEqual(
            new Set([...part.cases, ...part.groups].map(({ suite }) => suite)),
          );
          expect(part.part_of?.rows.length).toBe(rowsOf(plan).length);
        }
      }),
    );
  });

  it('are balanced: none holds more than its share and one unit, none is empty while units are left', () => {
    fc.assert(
      fc.property(suiteShapes, fc.integer({ min: 1, max: 9 }), (given, total) => {
        const plan = planOf(given);
        const all = unitsOf(plan);
        const largest = Math.max(0, ...all.map(({ size }) => size));
        const sizes = Array.from(
          { length: total },
          (_, at) => rowsOf(shardPlan(plan, { index: at + 1, total })).length,
        );
        expect(Math.max(...sizes)).toBeLessThanOrEqual(rowsOf(plan).length / total + largest);
        expect(sizes.filter((size) => size > 0)).toHaveLength(Math.min(total, all.length));
      }),
    );
  });

  it('take about as long as one another by a file of durations, and the median where it has none', () => {
    const get = { server: 'x', tool: 'get_it' };
    const plan = planOf([{ tests: [get, get, get, get, get, get] }]);
    const split = (durations: Record<string, number>) => {
      const timings = { durations_ms: new Map(Object.entries(durations)), hash: 'h' };
      const parts = [1, 2].map((index) => shardPlan(plan, { index, total: 2 }, timings));
      expect(parts.map(({ part_of }) => part_of?.timings)).toEqual(['h', 'h']);
      return parts.map((part) => rowsOf(part).length);
    };
    expect(split({})).toEqual([3, 3]);
    expect(split({ '0.0': 5000, '0.1': 10, '0.2': 10, '0.3': 10, '0.4': 10, '0.5': 10 })).toEqual([1, 5]);
    expect(split({ '0.5': 5000, '0.0': 10, '0.1': 10, '0.2': 10, '0.3': 10, '0.4': 10 })).toEqual([5, 1]);
    // The others take 10 ms, the median: with the mean, or with nothing, the first part would hold another number.
    expect(split({ '0.0': 40, '0.1': 10, '0.2': 10 })).toEqual([2, 4]);
    expect(split({ '0.0': 0, '0.1': 0.4 })).toEqual([3, 3]);
    // The median, in whatever order the file has them.
    expect(split({ '0.0': 10, '0.1': 900, '0.2': 10 })).toEqual([2, 4]);
  });

  it('by durations hold every test once, and none is empty while units are left', () => {
    fc.assert(
      fc.property(
        suiteShapes,
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.nat(9000)),
        (given, total, taken) => {
          const plan = planOf(given);
          const known = rowsOf(plan).flatMap((id, at) =>
            taken[at] === undefined ? [] : [[id, taken[at]] as const],
          );
          const timings = { durations_ms: new Map(known), hash: 'h' };
          const parts = Array.from({ length: total }, (_, at) =>
            rowsOf(shardPlan(plan, { index: at + 1, total }, timings)),
          );
          expect(parts.flat().sort()).toEqual(rowsOf(plan).sort());
          expect(parts.filter((rows) => rows.length > 0)).toHaveLength(Math.min(total, unitsOf(plan).length));
        },
      ),
    );
  });

  it('name the suites of which others have tests too', () => {
    const get = { server: 'x', tool: 'get_it' };
    const plan = planOf([{ tests: [get] }, { tests: [get, get, get] }]);
    const [first, second] = [1, 2].map((index) => shardPlan(plan, { index, total: 2 }));
    expect([rowsOf(first!), rowsOf(second!)]).toEqual([
      ['0.0', '1.0'],
      ['1.1', '1.2'],
    ]);
    expect([first!.split, second!.split]).toEqual([[plan.suites[1]], [plan.suites[1]]]);
  });
});
