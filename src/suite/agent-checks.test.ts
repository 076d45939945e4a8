/** What is wrong with an agent test, and what an agent of a command line is run with. */
import { describe, expect, it } from 'vitest';
import { problemsOf, suiteOf, textOf } from './cases/suite-testkit.js';
import { parseSuite } from './parse-suite.js';
import { makePlan } from './plan.js';
import { declaredRuns } from './plan-agents.js';

const agent = { name: 'asks', prompt: 'p', model: 'lexical' };
const servers = { api: { command: ['x'] }, web: { command: ['y'] } };
const wrong = (more: object, rest: object = {}) => problemsOf({ agents: [{ ...agent, ...more }], ...rest });

describe('an agent test is refused', () => {
  const dataset = { expect: [{ 'dataset.accuracy': { '>=': 1 } }] };
  it.each([
    [
      { dataset },
      '/dataset',
      '`dataset` counts which of the expected tools were called, and no tools are expected',
      'write `expect_tools`, or give the cases a column of that name',
    ],
    [
      { offer_tools: ['t'], model: undefined, agent: { command: ['run-me'] } },
      '/offer_tools',
      '`offer_tools` chooses what a model is shown, and this agent asks its servers itself',
      'remove `offer_tools`, or name a `model` instead of `agent`',
    ],
    [
      { offer_tools: ' , ' },
      '/offer_tools',
      '`offer_tools` names no tool',
      'write a list of tools, or nothing for all of them',
    ],
    [
      { expect_tools: ['a', 'none'] },
      '/expect_tools',
      '`none` means no tool, but other tools are named too',
      'write `none` alone, or remove it',
    ],
    [
      { expect_args: { a: 1 } },
      '/expect_args',
      '`expect_args` needs `expect_tools`',
      'say which tool takes these arguments',
    ],
    [
      { expect_tools: 'a', expect_args: '{city' },
      '/expect_args',
      'this text is not a JSON object or list',
      'write `{"city":"Oslo"}`',
    ],
    [
      { expect_tools: 'a, b', expect_args: [{ a: 1 }] },
      '/expect_args',
      'there are 2 tools in `expect_tools` and 1 maps here',
      null,
    ],
    [
      { expect_tools: 'a, b', expect_args: { city: 'Oslo' } },
      '/expect_args',
      'with several tools each has arguments of its own',
      'write `tool: { argument: value }`',
    ],
    [{ delegates: ['worker'] }, '/delegates/0', 'there is no agent `worker`', 'one of `asks`'],
    [{ servers: ['apj'] }, '/servers/0', 'there is no server `apj`', 'did you mean `api`?'],
    [
      { faults: [{ kind: 'error', server: 'apj' }] },
      '/faults/0/server',
      'there is no server `apj`',
      'did you mean `api`?',
    ],
    [
      { dataset: { expect: [{ 'dataset.acuracy': { '>=': 1 } }] }, expect_tools: 'a' },
      '/dataset/expect/0',
      '`dataset` measures `dataset.accuracy`',
      'did you mean `dataset.accuracy`?',
    ],
  ])('%j', async (more, at, message, hint) => {
    const [problem, ...others] = await wrong(more);
    expect(others).toEqual([]);
    expect(problem).toEqual({ path: `/agents/0${at}`, message: expect.stringContaining(message), hint });
  });

  it('with a name that another has', async () => {
    expect(await problemsOf({ agents: [agent, { ...agent, name: 'b' }, agent] })).toContainEqual({
      path: '/agents/2/name',
      message: 'the name `asks` is taken by another entry of `agents`',
      hint: 'give each agent its own name',
    });
  });

  it('with `only` in CI, and there alone', async () => {
    const agents = [{ ...agent, only: true }];
    const problems = {
      path: '/agents/0/only',
      message: '`only` is refused in CI, since every other test would be left out',
    };
    expect(await problemsOf({ agents }, { env: { CI: 'true' } })).toEqual([
      { ...problems, hint: 'remove it before you commit' },
    ]);
    expect(await problemsOf({ agents }, { env: { CI: '1' } })).toHaveLength(1);
    for (const CI of ['false', '']) expect(await problemsOf({ agents }, { env: { CI } })).toEqual([]);
    expect(await problemsOf({ agents })).toEqual([]);
    expect(await problemsOf({ agents: [{ ...agent, only: false }] }, { env: { CI: 'true' } })).toEqual([]);
  });

  it('with a figure that it does not measure', async () => {
    const expectation = [{ 'stability.loops': 0 }];
    expect(await wrong({ expect: expectation })).toEqual([
      {
        path: expect.stringMatching(/^\/agents\/0\/expect\/0/),
        message: '`stability.loops` is measured by `stability`, which this test does not have',
        hint: 'add `stability` to the test',
      },
    ]);
    expect(await wrong({ expect: expectation, stability: {} })).toEqual([]);
  });

  it('with a fault of a server that it does not name, where there are several', async () => {
    const faults = [{ kind: 'error' }];
    expect(await wrong({ faults }, { servers })).toEqual([
      {
        path: '/agents/0/faults/0',
        message: '`server` is required, unless there is exactly one',
        hint: null,
      },
    ]);
    expect(await wrong({ faults, servers: ['web'] }, { servers })).toEqual([]);
    expect(await problemsOf({ agents: [agent], servers, faults })).toMatchObject([{ path: '/faults/0' }]);
  });

  it('with two spellings of one thing, or what another test captured', async () => {
    const { problems } = await parseSuite(
      textOf({ agents: [{ ...agent, models: ['m'], script: [], scripts: [] }] }),
      {
        cwd: '/project',
        workspace: '/project',
        env: {},
        file: 'mcptest.yml',
      },
    );
    expect(problems.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        '`model` and `models` cannot both be given',
        '`script` and `scripts` cannot both be given',
      ]),
    );
    const captured = ['$', '{captured.id}'].join('');
    expect(
      await wrong(
        { prompt: captured },
        { tools: [{ name: 'first', tool: 't', capture: { id: 'result.id' } }] },
      ),
    ).toEqual([
      {
        path: '/agents/0/prompt',
        message: expect.stringContaining('can be read only in a test'),
        hint: null,
      },
    ]);
  });
});

describe('a model', () => {
  const modelProblems = (m: object) => problemsOf({ agents: [agent], models: { m: { model: 'x', ...m } } });

  it('of a compatible provider has an address, and it is one of the web', async () => {
    expect(await modelProblems({ provider: 'openai-compatible' })).toEqual([
      { path: '/models/m', message: '`base_url` is required for an openai-compatible provider', hint: null },
    ]);
    for (const base_url of ['ftp://a.example', 'nonsense'])
      expect(await modelProblems({ provider: 'openai-compatible', base_url })).toEqual([
        { path: '/models/m/base_url', message: 'expected an http or https URL', hint: null },
      ]);
    for (const base_url of ['http://localhost:1/v1', 'https://a.example'])
      expect(await modelProblems({ provider: 'openai-compatible', base_url })).toEqual([]);
  });
});

describe('targets of agent tests', () => {
  const hintOf = async (target: string) => {
    const [problem] = await wrong({ expect: [{ target, matcher: 1 }] });
    return problem?.hint;
  };

  it.each([
    ['tool_calls[0].nam', 'did you mean `tool_calls[0].name`?'],
    ['conversation.token.total', 'did you mean `conversation.tokens.total`?'],
    ['final_respons', 'did you mean `final_response`?'],
    ['stability.lops', 'did you mean `stability.loops`?'],
    [
      'conversation.zzzzzzzzzz',
      'there are `conversation.tokens.total`, `conversation.tokens.input`, `conversation.tokens.output`, `conversation.turns`',
    ],
  ])('%s is none, and the hint says which is', async (target, hint) => {
    expect(await hintOf(target)).toBe(hint);
  });

  it.each([
    'tool_calls[0].args.city',
    'tool_calls[0]',
    'tool_calls',
    'tool_names',
    'conversation.turns',
    'cost_usd',
  ])('%s is one', async (target) => {
    expect(await wrong({ expect: [{ target, matcher: 1 }] })).toEqual([]);
  });

  it('of a block are its own figures', async () => {
    const of = async (target: string) =>
      (await wrong({ stability: { expect: [{ target, matcher: 0 }] } }))[0];
    expect(await of('stability.loops')).toBeUndefined();
    expect(await of('stability.lops')).toMatchObject({
      message: 'there is no target `stability.lops`',
      hint: 'did you mean `stability.loops`?',
    });
    expect((await of('zzzzzzzzz'))?.hint).toMatch(/^`stability` measures `stability\.loops`, /);
    expect(await of('tool_selection.f1')).toMatchObject({
      message: '`tool_selection.f1` is not a figure of `stability`',
      hint: 'it belongs to `equal_function_sets`',
    });
  });
});

describe('what a case expects', () => {
  const expected = async (more: object) =>
    (await suiteOf({ agents: [{ ...agent, ...more, expect: [{ final_response: 'x' }] }] })).agents[0]
      ?.expected;

  it.each([
    ['find', [['find']], false],
    [' find , list ', [['find'], ['list']], false],
    ['find|seek', [['find', 'seek']], false],
    [['find', ['a', 'b|c']], [['find'], ['a', 'b', 'c']], false],
    [{ in_order: ['a', 'b'] }, [['a'], ['b']], true],
    ['none', [], false],
    [['none'], [], false],
  ])('the tools of %j', async (expect_tools, tools, ordered) => {
    expect(await expected({ expect_tools })).toMatchObject({ tools, ordered });
  });

  it('a class stands for its members', async () => {
    const equal_function_sets = { classes: [{ name: 'look', members: ['find', 'seek'] }] };
    expect(await expected({ expect_tools: 'look|peek', equal_function_sets })).toMatchObject({
      tools: [['find', 'seek', 'peek']],
    });
  });

  it.each([
    [{ expect_tools: 'a', expect_args: { x: 1 } }, [{ x: { exact: 1 } }]],
    [{ expect_tools: 'a', expect_args: '{"x":[1]}' }, [{ x: { exact: [1] } }]],
    [
      { expect_tools: 'a', expect_args: { x: { ignore: true }, y: { '>': 1 } } },
      [{ x: 'ignore', y: { '>': 1 } }],
    ],
    [
      { expect_tools: 'a', expect_args: { x: {}, y: { contains: 'z', city: 1 } } },
      [{ x: { exact: {} }, y: { exact: { contains: 'z', city: 1 } } }],
    ],
    [{ expect_tools: 'a', expect_args: { x: { 'starts-with': 'b' } } }, [{ x: { starts_with: 'b' } }]],
    [
      { expect_tools: 'a', expect_args: { x: { '>': 'no number' } } },
      [{ x: { exact: { '>': 'no number' } } }],
    ],
    [{ expect_tools: 'a, b', expect_args: [{ x: 1 }, { y: 2 }] }, [{ x: { exact: 1 } }, { y: { exact: 2 } }]],
    [{ expect_tools: 'a, api.b', expect_args: { b: { y: 2 } } }, [undefined, { y: { exact: 2 } }]],
    [
      { expect_tools: 'a, api.b', expect_args: { 'api.b': { y: 2 }, a: { x: 1 } } },
      [{ x: { exact: 1 } }, { y: { exact: 2 } }],
    ],
    [{ expect_tools: 'a', expect_args: { a: { x: 1 } } }, [{ x: { exact: 1 } }]],
    [{ expect_tools: 'a', expect_args: {} }, [{}]],
    [{ expect_tools: 'a' }, [undefined]],
  ])('the arguments of %j', async (more, args) => {
    expect((await expected(more))?.args).toEqual(args);
  });

  it('may be asked of all cases together', async () => {
    const { agents } = await suiteOf({
      agents: [{ ...agent, expect_tools: 'a', dataset: { expect: [{ 'dataset.accuracy': { '>=': 90 } }] } }],
    });
    expect(agents[0]?.dataset_gates).toMatchObject([{ target: 'dataset.accuracy', matcher: { '>=': 90 } }]);
  });

  it('of the tools that are shown is a list of names', async () => {
    const shown = async (offer_tools?: unknown) =>
      (await suiteOf({ agents: [{ ...agent, offer_tools }] })).agents[0]?.offer_tools;
    expect(await shown(' a, ,b ')).toEqual(['a', 'b']);
    expect(await shown(['a '])).toEqual(['a']);
    expect(await shown()).toBeUndefined();
  });
});

describe('an agent of a command line', () => {
  const runsOf = async (more: object) => {
    const suite = await suiteOf({ agents: [{ name: 'asks', prompt: 'p', runs: 2, ...more }] });
    return { runs: suite.agents.flatMap((one) => declaredRuns(one)), suite };
  };

  it('runs with each model, and needs none', async () => {
    const cli = { cli: ['claude-code', 'codex'] };
    expect((await runsOf({ agent: { cli: 'claude-code' } })).runs).toEqual([{ runs: 2 }]);
    expect((await runsOf({ agent: cli, model: 'm' })).runs).toEqual([
      { model: 'claude-code/m', cli: { name: 'claude-code', model: 'm' }, runs: 2 },
      { model: 'codex/m', cli: { name: 'codex', model: 'm' }, runs: 2 },
    ]);
    const scripted = await runsOf({ agent: { cli: 'claude-code' }, script: [{ say: 'x' }] });
    expect(scripted.runs).toEqual([
      { model: 'claude-code/scripted', cli: { name: 'claude-code', model: 'scripted' }, runs: 2 },
    ]);
    expect(scripted.suite.agents[0]?.cli).toEqual({ names: ['claude-code'] });
    const { suite } = await runsOf({ agent: cli, model: 'm' });
    const { groups } = await makePlan([suite], {});
    expect(groups.map(({ name }) => name)).toEqual(['asks [claude-code/m]', 'asks [codex/m]']);
  });
});
