/** Rates of a suite: in the unit of the key, or in percent with its sign. */
import { expect, it } from 'vitest';
import type { Suite } from '../types/suite.js';
import { parseSuite } from './load.js';

async function load(part: object): Promise<{ suite: Suite; problems: string[] }> {
  const text = JSON.stringify({ servers: { s: { command: ['x'] } }, ...part });
  const { suites, problems } = await parseSuite(text, {
    file: '/w/m.yml',
    cwd: '/w',
    workspace: '/w',
    env: {},
  });
  return { suite: suites[0] as Suite, problems: problems.map(({ path, message }) => `${path}: ${message}`) };
}

const selecting = (min_selection_rate: unknown) => ({
  agents: [
    {
      name: 'a',
      model: 'scripted',
      servers: ['s'],
      prompt: 'p',
      script: [{ say: 'x' }],
      tool_selection: { expected_tool: 't', min_selection_rate },
    },
  ],
});

it('80% is the same as 80 in percent, and as 0.8 of one', async () => {
  const written = async (percent: unknown, rate: unknown) => {
    const { suite, problems } = await load({
      coverage: { tools: percent },
      strength: { min: percent },
      run_options: { inconclusive: { confidence_pct: percent } },
      ...selecting(rate),
    });
    expect(problems).toEqual([]);
    const { coverage, strength, run_options, agents } = suite;
    return { coverage, strength, run_options, floor: agents[0]?.metrics[0]?.config };
  };
  const plain = await written(80, 0.8);
  expect(await written('80%', '80%')).toEqual(plain);
  expect(plain).toMatchObject({
    coverage: { tools: 80 },
    strength: { min: 80 },
    run_options: { inconclusive: { confidence_pct: 80 } },
    floor: { min_selection_rate: 0.8 },
  });
});

it.each(['80', '101%', '-5%', 'most', '%'])('%j is no share in percent', async (text) => {
  expect((await load({ coverage: { tools: text } })).problems).toEqual([
    `/coverage/tools: expected a share in percent from 0 to 100, such as 80 or 80%, found ${JSON.stringify(text)}`,
  ]);
});

it.each([80, '101%', '0.8', 1.1])('%j is no rate', async (value) => {
  const { problems } = await load(selecting(value));
  const where = '/agents/0/tool_selection/min_selection_rate';
  const what = 'expected a share from 0 to 1, or in percent such as 80%';
  expect(problems).toEqual([`${where}: ${what}, found ${JSON.stringify(value)}`]);
});

it.each([0.8, 0.005])('%j in percent is a slip, unless it is written with its sign', async (value) => {
  expect((await load({ coverage: { tools: value }, strength: { min: value } })).problems).toEqual(
    ['/coverage/tools', '/strength/min'].map(
      (path) =>
        `${path}: expected a share in percent such as ${value * 100}, or "${value}%" if that is meant, found ${value}`,
    ),
  );
  const signed = await load({ coverage: { tools: `${value}%` }, strength: { min: 1 } });
  expect([signed.problems, signed.suite.coverage]).toEqual([[], { tools: value }]);
});

const gated = (target: string, matcher: unknown) => ({
  agents: [
    {
      ...selecting(0.5).agents[0],
      equal_function_sets: { classes: [{ name: 'c', members: ['t'] }] },
      expect: [{ [target]: matcher }],
    },
  ],
});

it.each([
  [{ '>=': 0.8 }, '/>='],
  [{ approx: { value: 0.8, within: 0.1 } }, '/approx'],
  [{ not: { '<': 0.8 } }, '/not/<'],
  [{ any_of: [100, { '>': 0.8 }] }, '/any_of/1/>'],
  [0.8, ''],
])('a figure in whole percent is not held to %j', async (matcher, at) => {
  expect((await load(gated('tool_selection.f1', matcher))).problems).toEqual([
    `/agents/0/expect/0/tool_selection.f1${at}: \`tool_selection.f1\` is in whole percent, from 0 to 100, so 0.8 is less than one`,
  ]);
});

it('1 in percent, and a share of a figure from 0 to 1, are what they are', async () => {
  expect((await load(gated('tool_selection.f1', { '>=': 1 }))).problems).toEqual([]);
  expect((await load(gated('tool_selection.selection_rate', { '>=': 0.8 }))).problems).toEqual([]);
});

it('gates of a metric block and of a dataset are looked at too', async () => {
  const [agent] = selecting(0.5).agents;
  const equal_function_sets = {
    classes: [{ name: 'c', members: ['t'] }],
    expect: [{ target: 'tool_selection.recall', matcher: { '>=': 0.9 } }],
  };
  const dataset = { expect: [{ 'dataset.accuracy': { '>=': 0.9 } }] };
  const cases = [{ n: 1 }];
  const { problems } = await load({
    agents: [{ ...agent, equal_function_sets, dataset, cases, expect_tools: ['t'] }],
  });
  expect(problems.map((one) => one.split(':')[0])).toEqual([
    '/agents/0/equal_function_sets/expect/0/matcher/>=',
    '/agents/0/dataset/expect/0/dataset.accuracy/>=',
  ]);
});
