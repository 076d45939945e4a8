/** The rows of agent tests in a plan: what they hold, and what is made of it when somebody asks. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { AgentSpec, Suite } from '../types/suite.js';
import { declaredRuns, planAgents } from './plan-agents.js';

function suiteOf(agents: Partial<AgentSpec>[]): Suite {
  return { display_file: 'a.yml', agents } as Suite;
}

function planned(agents: Partial<AgentSpec>[]) {
  return planAgents(
    suiteOf(agents),
    (_, agent) => declaredRuns(agent),
    ({ name }) => `mcptest run --filter ${name}`,
  );
}

it('a copy of a planned test has its runs, and another test has others', () => {
  const [one, other] = planned([
    { name: 'one', models: ['m'], runs: 2 },
    { name: 'other', models: [], runs: 1 },
  ]);
  const copies = [{ ...one! }, { ...other! }];
  expect(copies.map(({ name, model, runs, complete }) => ({ name, model, complete, runs }))).toEqual([
    {
      name: 'one',
      model: 'm',
      complete: true,
      runs: [
        { id: expect.stringMatching(/^[0-9a-f]{12}$/), name: 'one #1', run: 1, repro: expect.anything() },
        { id: expect.anything(), name: 'one #2', run: 2, repro: 'mcptest run --filter one #2' },
      ],
    },
    {
      name: 'other',
      model: undefined,
      complete: true,
      runs: [{ id: expect.anything(), name: 'other', run: 1, repro: 'mcptest run --filter other' }],
    },
  ]);
  expect(Object.keys(one!)).toEqual(['suite', 'agent', 'name', 'model', 'runs', 'complete']);
});

it('a planned test takes little memory: its id and its command are made when somebody asks', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const agents = Array.from({ length: 20_000 }, (_, at) => ({ name: `many ${at}`, models: ['m'], runs: 1 }));
  const before = held();
  const groups = planned(agents);
  for (const { runs } of groups) expect(runs.length).toBe(1);
  expect((held() - before) / groups.length).toBeLessThan(200);
});

it('the runs of tests that run side by side are named once', () => {
  const named: string[] = [];
  const reproOf = ({ name }: { name: string }) => `run ${named[named.push(name) - 1]}`;
  const agents = ['one', 'other'].map((name) => ({ name, models: ['m'], runs: 1 }));
  const groups = planAgents(suiteOf(agents), (_, agent) => declaredRuns(agent), reproOf);
  for (let times = 0; times < 3; times += 1) for (const { runs } of groups) expect(runs.length).toBe(1);
  expect(named).toEqual(['one', 'other']);
});
