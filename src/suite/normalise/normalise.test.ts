import { describe, expect, it } from 'vitest';
import type { Suite } from '../../types/suite.js';
import { parseSuite } from '../parse-suite.js';

const OPTIONS = { file: '/project/mcptest.yaml', cwd: '/project', workspace: '/project', env: {} };
const HEAD = { servers: { api: { command: ['x'] }, web: { url: 'http://localhost:1/mcp' } } };

async function read(data: object, options: object = {}) {
  return parseSuite(JSON.stringify({ ...HEAD, ...data }), { ...OPTIONS, ...options });
}

async function load(data: object, options?: object): Promise<Suite> {
  const { suites, problems } = await read(data, options);
  expect(problems).toEqual([]);
  return suites[0]!;
}

const hintsOf = async (data: object) =>
  (await read(data)).problems.map(({ message, hint }) => `${message} (${hint})`);

describe('actions around tests', () => {
  it('are calls of the first server or another, and programs in the folder of the suite', async () => {
    const { setup, teardown } = await load({
      setup: [{ run: ['make', 'data'] }, { call: { server: 'api', tool: 'reset' } }],
      teardown: [{ call: { tool: 'drop', server: 'web' } }],
    });
    expect(setup).toMatchObject([
      { kind: 'run', argv: ['make', 'data'], cwd: '/project', place: { line: 1 } },
      { kind: 'call', call: { tool: 'reset', server: 'api' } },
    ]);
    expect(teardown).toMatchObject([{ kind: 'call', call: { tool: 'drop', server: 'web' } }]);
  });
});

describe('one server of a suite', () => {
  it('is read alone where only it is asked for', async () => {
    const tools = [{ name: 'a', tool: 't', server: 'api' }];
    const whole = await load({ tools });
    expect(Object.keys(whole.servers)).toEqual(['api', 'web']);
    expect(whole.tests).toHaveLength(1);
    const alone = await load({ tools }, { only_server: 'web' });
    // The others are there by name alone, for whoever mistypes one.
    expect(alone.servers).toMatchObject({
      web: { url: 'http://localhost:1/mcp' },
      api: { command: ['mcptest'] },
    });
    expect(alone.tests).toEqual([]);
  });
});

describe('the gates of a block', () => {
  const sets = { classes: [{ name: 'find', members: ['api.find'] }] };
  const agent = (more: object) => ({ name: 'a', model: 'lexical', prompt: 'find it', ...more });
  const gates = async (more: object) =>
    (await load({ agents: [agent(more)] })).agents.flatMap(({ metrics }) =>
      metrics.map(({ block, gates: own }) => `${block} ${own.map(({ target }) => target)}`),
    );

  it('are its own where it has none, but for classes that only name what cases need', async () => {
    expect(await gates({ equal_function_sets: sets })).toEqual(['equal_function_sets tool_selection.f1']);
    expect(await gates({ equal_function_sets: sets, expect_tools: ['find'] })).toEqual([
      'equal_function_sets ',
    ]);
    expect(
      await gates({
        equal_function_sets: { ...sets, expect: [{ 'tool_selection.recall': { '>=': 1 } }] },
        expect_tools: ['find'],
      }),
    ).toEqual(['equal_function_sets tool_selection.recall']);
    expect(await gates({ stability: {}, expect_tools: ['find'] })).toEqual([
      'stability stability.loops,stability.errors,stability.thrash',
    ]);
  });
});

describe('targets of checks of a catalogue', () => {
  const check = (target: string) =>
    hintsOf({ tool_quality: [{ name: 'a', server: 'api', expect: [{ target, matcher: { '>=': 5 } }] }] });

  it('may name a tool, and are suggested where one is misspelt', async () => {
    expect(await check('min_score')).toEqual([]);
    expect(await check('tool["get_order"].score')).toEqual([]);
    expect(await check('tool.get_order.score')).toEqual([]);
    expect(await check('smells.verbos')).toEqual([expect.stringContaining('did you mean `smells.verbose`?')]);
    expect(await check('tool')).toEqual([expect.stringContaining('there is no target `tool`')]);
    expect(await check('tool["a"]')).toEqual([expect.stringContaining('there is no target `tool["a"]`')]);
    expect(await check('tool["a"].score.more')).toEqual([expect.stringContaining('there is no target')]);
  });
});
