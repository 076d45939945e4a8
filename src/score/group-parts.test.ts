import { describe, expect, it } from 'vitest';
import { sampleCase } from '../envelope/sample-run.js';
import { createRedactor } from '../redact/redactor.js';
import type { Floor, Group } from '../types/envelope.js';
import type { AgentSpec } from '../types/suite.js';
import { floorText, groupParts } from './group-parts.js';
import { plannedGroup } from './score-testkit.js';

const SECRET = 'hunter2-hunter2';
const redactor = createRedactor([{ name: 'TOKEN', value: SECRET }]);
const group = { file: 'mcptest.yml', name: `asks ${SECRET}`, test: 'asks', checks: [] } as unknown as Group;
const floor = (over: Partial<Floor> = {}): Floor =>
  ({
    file: 'mcptest.yml',
    agent: 'asks',
    test: 'asks',
    runs: 2,
    selected: 1,
    selection_rate: 0.5,
    passed: false,
    reasons: [`selection 50% is below ${SECRET}\u202e`],
    per_run: [
      { run: 1, selected: true, called: ['a'] },
      { run: 2, selected: false, called: [] },
    ],
    ...over,
  }) as Floor;

/** The case of a table, and its row where it was judged. */
function ofCase(name: string, correct: boolean | undefined, over: Partial<AgentSpec> = {}) {
  const own = { of: `table ${SECRET}`, name, file: 'cases.csv', line: 1 };
  const expected = { tools: [['a']], args: [undefined], ordered: false };
  const planned = plannedGroup(1, { name: `table [${name}]`, case: own, expected, ...over });
  const row = sampleCase({
    name,
    test: planned.agent.name,
    kind: 'agent',
    case: own,
    verdict: correct ? 'pass' : 'fail',
    ...(correct !== undefined && {
      dataset: { case: name, expected: ['a'], called: correct ? ['a'] : [], correct, calls: 1 },
    }),
  });
  return { planned, results: [row] };
}

describe('groups and floors', () => {
  it('are absent where there is none', async () => {
    const parts = await groupParts([{ planned: plannedGroup(1), results: [] }], redactor);
    expect(parts).toEqual({ tool_selection: undefined, groups: undefined, datasets: undefined });
  });

  it('are shown without secrets', async () => {
    const judged = [{ planned: plannedGroup(1), results: [], group, floor: floor({ agent: SECRET }) }];
    const { groups, tool_selection } = await groupParts(judged, redactor);
    expect(groups?.map(({ name }) => name)).toEqual(['asks [secret:TOKEN]']);
    expect(tool_selection?.map(({ agent }) => agent)).toEqual(['[secret:TOKEN]']);
  });

  it('have lines for stderr, with the suite where there are several, and hidden characters in sight', () => {
    const planned = plannedGroup(2);
    const other = plannedGroup(2);
    other.suite.display_file = 'b.yml';
    expect(floorText([{ planned, results: [], floor: floor() }], redactor)).toEqual([
      'tool-selection floor [FAIL] asks: selection 1/2 (50%), pass^k unknown, tokens unknown',
      'FLOOR asks: selection 50% is below [secret:TOKEN]\\u{202e}',
      '  run 2: did not select the expected tool, called nothing',
    ]);
    const two = [
      { planned, results: [], floor: floor() },
      { planned: other, results: [] },
    ];
    expect(floorText(two, redactor)[0]).toContain('asks (mcptest.yml): selection');
    expect(floorText([{ planned, results: [] }], redactor)).toEqual([]);
  });
});

describe('the tables of a run', () => {
  const together = (...cases: ReturnType<typeof ofCase>[]) => {
    const agents = cases.map(({ planned }) => planned.agent);
    for (const { planned } of cases) planned.suite.agents = agents;
    return groupParts(cases, redactor);
  };

  it('are counted over all of their cases, under a name without secrets', async () => {
    const { datasets } = await together(ofCase('1', true), ofCase('2', false), ofCase('3', true));
    expect(datasets).toMatchObject([
      { file: 'mcptest.yml', test: 'table [secret:TOKEN]', n: 3, cases: 3, correct: 2, of_cases: 3 },
    ]);
    expect(datasets?.[0]).not.toHaveProperty('model');
    expect(datasets?.[0]).not.toHaveProperty('gates');
  });

  it('are apart for each model and each suite', async () => {
    const cases = [ofCase('1', true), ofCase('1', false), ofCase('1', true)];
    cases[1]!.planned.model = SECRET;
    cases[2]!.planned.suite.display_file = 'b.yml';
    const { datasets } = await together(...cases);
    expect(datasets?.map(({ file, model, correct }) => [file, model, correct])).toEqual([
      ['mcptest.yml', undefined, 1],
      ['mcptest.yml', '[secret:TOKEN]', 0],
      ['b.yml', undefined, 1],
    ]);
  });

  it('count no case that is skipped, and none where only part was run', async () => {
    const gates = [{ target: 'dataset.accuracy', matcher: { '>=': 90 }, message: `not ${SECRET}` }];
    const some = [ofCase('1', true, { dataset_gates: gates }), ofCase('2', false, { skip: 'later' })];
    const { datasets } = await together(...some);
    expect(datasets).toMatchObject([
      { n: 1, of_cases: 1, verdict: 'pass', gates: [{ message: 'not [secret:TOKEN]' }] },
    ]);
    const absent = ofCase('3', true);
    for (const { planned } of some) planned.suite.agents = [...planned.suite.agents, absent.planned.agent];
    const part = (await groupParts(some, redactor)).datasets?.[0];
    expect(part?.of_cases).toBe(2);
    expect(part).not.toHaveProperty('verdict');
  });

  it('are absent where nothing was judged, or no case says what it expects', async () => {
    expect((await together(ofCase('1', undefined))).datasets).toBeUndefined();
    const { expected: _, ...without } = ofCase('1', true).planned.agent;
    const plain = ofCase('1', true);
    plain.planned.agent = without;
    expect((await together(plain)).datasets).toBeUndefined();
    const noCase = ofCase('1', true);
    const { case: __, ...rest } = noCase.planned.agent;
    noCase.planned.agent = rest;
    expect((await together(noCase)).datasets).toBeUndefined();
  });
});
