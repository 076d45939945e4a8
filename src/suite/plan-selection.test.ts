/** Which tests are chosen beside those that a filter names, and which rows of a group. */
import { describe, expect, it } from 'vitest';
import type { Selection } from '../types/plan.js';
import { suiteOf } from './cases/suite-testkit.js';
import { makePlan } from './plan.js';

const servers = {
  api: { command: ['x'] },
  web: { command: ['y'] },
  fresh: { command: ['z'], isolate: 'test' },
};
const test = (name: string, server: string, more: object = {}) => ({ name, tool: 't', server, ...more });

async function chosen(tools: object[], selection: Selection): Promise<string[]> {
  const { cases } = await makePlan([await suiteOf({ servers, tools })], selection);
  return cases.map((one) => (one.pulled_in ? `(${one.name})` : one.name));
}

describe('the tests before a chosen one', () => {
  const tools = [
    test('first', 'api'),
    test('other', 'web'),
    test('own', 'fresh'),
    test('second', 'api'),
    test('own too', 'fresh'),
    test('last', 'api'),
  ];
  const earlier = (filter: string) => chosen(tools, { filter, with_earlier: true });

  it('are chosen with it where one process answers both', async () => {
    expect(await earlier('second')).toEqual(['first', 'second']);
    expect(await earlier('last')).toEqual(['first', 'second', 'last']);
    expect(await earlier('first')).toEqual(['first']);
    expect(await earlier('own too')).toEqual(['own too']);
    expect(await chosen(tools, { filter: 'second' })).toEqual(['second']);
  });

  it('are those of the same suite', async () => {
    const [one, two] = [
      await suiteOf({ servers, tools }),
      await suiteOf({ servers, tools }, { file: 'b.mcptest.yml' }),
    ];
    const { cases, total } = await makePlan([one, two], { filter: 're:^second$', with_earlier: true });
    expect(cases.map(({ suite, name }) => `${suite.display_file} ${name}`)).toEqual([
      'mcptest.yml first',
      'mcptest.yml second',
      'b.mcptest.yml first',
      'b.mcptest.yml second',
    ]);
    expect(total).toBe(12);
  });
});

describe('tests by id', () => {
  const tools = [test('a', 'api'), test('b', 'api', { only: true }), test('c', 'api', { tags: ['slow'] })];

  it('are these alone, marked as the only ones or not', async () => {
    const { cases } = await makePlan([await suiteOf({ servers, tools: [tools[0], tools[2]] })], {});
    const ids = cases.map(({ id }) => id);
    expect(await chosen(tools, { ids: [] })).toEqual([]);
    expect(await chosen(tools, { ids: [...ids, '000000000000'] })).toEqual(['a', 'c']);
    expect(await chosen(tools, { ids, tags: ['slow'] })).toEqual(['c']);
    expect(await chosen(tools, {})).toEqual(['b']);
    expect(await chosen(tools, { filter: 'a' })).toEqual(['a']);
  });
});

describe('runs of an agent test', () => {
  it('are a part of their group where not all of them are chosen', async () => {
    const suite = await suiteOf({
      agents: [
        { name: 'asks', prompt: 'p', model: 'lexical', runs: 3 },
        { name: 'other', prompt: 'p', model: 'lexical', runs: 3, skip: 'later' },
      ],
    });
    const whole = await makePlan([suite], {});
    expect(whole.groups.map(({ complete, runs }) => [complete, runs.length])).toEqual([
      [true, 3],
      [true, 1],
    ]);
    expect(whole.total).toBe(2);
    const some = await makePlan([suite], { filter: 're:#[13]$' });
    expect(
      some.groups.map(({ agent, complete, runs }) => [agent.name, complete, runs.map(({ run }) => run)]),
    ).toEqual([['asks', false, [1, 3]]]);
  });
});

describe('what a test captures', () => {
  const captured = (name: string) => ['$', `{captured.${name}}`].join('');

  it('brings the nearest test above that makes it, and those before that one', async () => {
    const tools = [
      test('login', 'api', { capture: { token: 'result.t' } }),
      test('old', 'api', { capture: { id: 'result.id' } }),
      test('makes', 'api', { args: { t: captured('token') }, capture: { id: 'result.id' } }),
      test('reads', 'api', { args: { id: captured('id') } }),
    ];
    expect(await chosen(tools, { filter: 'reads' })).toEqual(['(login)', '(makes)', 'reads']);
    expect(await chosen(tools, { filter: 'old' })).toEqual(['old']);
  });

  it('in its own steps brings nobody', async () => {
    const steps = [
      { tool: 't', capture: { id: 'result.id' } },
      { tool: 'u', args: { id: captured('id') } },
    ];
    const tools = [
      test('old', 'api', { capture: { id: 'result.id' } }),
      { name: 'both', server: 'api', steps },
    ];
    expect(await chosen(tools, { filter: 'both' })).toEqual(['both']);
    const turned = [{ name: 'both', server: 'api', steps: [...steps].reverse() }];
    expect(await chosen([tools[0]!, ...turned], { filter: 'both' })).toEqual(['(old)', 'both']);
  });
});
