import { expect, it } from 'vitest';
import { lanesOf } from '../run/lanes.js';
import { parseSuite } from './parse-suite.js';
import { makePlan } from './plan.js';
import { unitsOf } from './units.js';

const servers = { a: { command: ['a'] }, b: { command: ['b'] } };
const first = { name: 'first', server: 'a', tool: 'get_x', cases: [{ x: 1 }, { x: 2 }] };
const second = { name: 'second', server: 'b', tool: 'get_y', depends_on: ['first'] };
const other = { name: 'other', server: 'b', tool: 'get_z' };

const read = (tools: object[]) =>
  parseSuite(JSON.stringify({ servers, tools }), {
    cwd: '/p',
    workspace: '/p',
    env: {},
    file: 'mcptest.yml',
  });

it('a chosen test brings what it depends on, and stays with it in lanes and shards', async () => {
  const { suites } = await read([first, other, second]);
  const chosen = await makePlan(suites, { filter: 'second' });
  expect(chosen.cases.map(({ name, pulled_in }) => [name, pulled_in])).toEqual([
    ['first [1]', true],
    ['first [2]', true],
    ['second', false],
  ]);
  expect(lanesOf(suites[0]!, chosen.cases)).toHaveLength(1);
  const whole = await makePlan(suites, {});
  expect(unitsOf(whole).map(({ cases }) => cases.map(({ name }) => name))).toEqual([
    ['first [1]', 'first [2]', 'second'],
    ['other'],
  ]);
  const free = await makePlan((await read([first, other])).suites, {});
  expect(unitsOf(free)).toHaveLength(3);
});

it.each([
  [[second], 'there is no test `first`', 'name a test above this one'],
  [[other, { ...second, depends_on: ['othr'] }], 'there is no test `othr`', 'did you mean `other`?'],
  [
    [second, first],
    'the test `first` is not above this one',
    'tests run in the order of the file: move it up',
  ],
  [[{ ...other, depends_on: ['other'] }], 'a test cannot depend on itself', 'leave it out'],
  [
    [{ ...other, depends_on: ['second'] }, { ...first, depends_on: ['other'] }, second],
    'the test `second` depends on this one',
    'leave out one of the two',
  ],
])('%j', async (tools, message, hint) => {
  const { problems } = await read(tools);
  expect(problems).toEqual([expect.objectContaining({ message, hint })]);
});
