// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseSuite } from '../parse-suite.js';
import { makePlan } from '../plan.js';

async function read(suite: object, file?: [name: string, text: string]) {
  const cwd = mkdtempSync(join(tmpdir(), 'cases-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  if (file) writeFileSync(join(cwd, file[0]), file[1]);
  const text = JSON.stringify({ servers: { m: { command: ['x'] } }, ...suite });
  return parseSuite(text, { cwd, workspace: cwd, env: {}, file: 'mcptest.yml' });
}

describe('an agent test', () => {
  const agent = { name: 'asks', model: 'scripted', prompt: '${case.q}', script: [{ say: 'ok' }], runs: 2 };
  const cases = [
    { name: 'a', q: 'A?' },
    { name: 'b', q: 5 },
  ];

  it('has a group for each case, with its runs', async () => {
    const { suites, problems } = await read({ agents: [{ ...agent, cases }] });
    expect(problems).toEqual([]);
    const { groups } = await makePlan(suites, {});
    expect(
      groups.map(({ name, runs, agent: one }) => [name, runs.map((run) => run.name), one.prompt]),
    ).toEqual([
      ['asks [a]', ['asks [a] #1', 'asks [a] #2'], 'A?'],
      ['asks [b]', ['asks [b] #1', 'asks [b] #2'], '5'],
    ]);
    const chosen = await makePlan(suites, { filter: 'asks' });
    expect(chosen.groups).toHaveLength(2);
    // What does not differ is held once, however many cases there are.
    const [first, second] = suites[0]!.agents;
    expect(second?.scripts).toBe(first?.scripts);
    expect(second?.case).not.toBe(first?.case);
  });

  it.each([
    ['"x":1', 'the row has no `expect_tools`'],
    ['"expect_tools":null', 'the row has no `expect_tools`'],
    ['"expect_tools":["none","b"]', '`none` means no tool, but other tools are named too'],
    ['"expect_tools":[["a",5]]', 'expected text, found 5'],
    ['"expect_tools":"a","expect_args":"{"', 'this text is not a JSON object or list'],
    ['"expect_tools":"a","offer_tools":[]', '`offer_tools` names no tool'],
  ])('tells what is wrong with a row where it stands: %s', async (columns, message) => {
    const set = {
      name: 'r',
      model: 'lexical',
      prompt: '${case.p}',
      cases: { from: 'r.jsonl' },
      dataset: { expect: [{ 'dataset.accuracy': 100 }] },
    };
    const { problems } = await read({ agents: [set] }, [
      'r.jsonl',
      `{"p":"one","expect_tools":"a"}\n{"p":"two",${columns}}`,
    ]);
    expect(problems).toMatchObject([{ file: 'r.jsonl', line: 2, message }]);
    expect(problems[0]?.hint).not.toBeNull();
  });

  it('has them itself, not the entry that it inherits from', async () => {
    const tests = [{ type: 'agent', name: 'own', agent: 'asks', prompt: '${case.q}', cases }];
    const entry = { ...agent, prompt: 'x' };
    const fine = await read({ agents: [entry], tests });
    expect(fine.problems).toEqual([]);
    expect(fine.suites[0]?.agents.map(({ name }) => name)).toEqual(['own [a]', 'own [b]']);
    const { problems } = await read({
      agents: [{ ...agent, cases }],
      tests: [{ ...tests[0], cases: undefined }],
    });
    expect(problems[0]?.message).toContain('`cases` is in an entry that other tests refer to');
  });
});

it('what a request needs is taken from its columns, and leaves the test as it is for the next row', async () => {
  const agents = [
    {
      name: 'asks ${case.prompt}',
      model: 'lexical',
      prompt: '${case.prompt}',
      cases: [
        { prompt: 'a', expect_tools: 'x', expect_args: { q: 1 } },
        { prompt: 'b', expect_tools: 'none', expect_args: '' },
      ],
    },
  ];
  const { suites, problems } = await read({ agents });
  expect(problems).toEqual([]);
  expect(suites[0]?.agents.map(({ name, prompt, expected }) => [name, prompt, expected?.tools])).toEqual([
    ['asks a', 'a', [['x']]],
    ['asks b', 'b', []],
  ]);
});

it.each([
  [{ expect_args: { a: 1 } }, '`expect_args` needs `expect_tools`', 'say which tool takes these arguments'],
  [
    { expect_tools: ['none', 'x'] },
    '`none` means no tool, but other tools are named too',
    'write `none` alone, or remove it',
  ],
])('an agent test with %j is told what to write', async (more, message, hint) => {
  const { problems } = await read({ agents: [{ name: 'a', model: 'lexical', prompt: 'p', ...more }] });
  expect(problems).toContainEqual(expect.objectContaining({ message, hint }));
});
