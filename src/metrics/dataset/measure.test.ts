import { describe, expect, it } from 'vitest';
import fc from '../../../test/lib/properties.js';
import type { DatasetRow } from '../../types/dataset.js';
import { measureDataset } from './measure.js';
import { datasetFigures, isDatasetTarget, whyLeftOut } from './targets.js';

const row = (
  name: string,
  expected: string[],
  called: string[],
  more: Partial<DatasetRow> = {},
): DatasetRow => ({
  case: name,
  expected,
  called,
  correct: expected.length === called.length && expected.every((label) => called.includes(label)),
  calls: called.length,
  ...more,
});

/** Ten requests to three tools; one needs no tool, one needs two. */
const TEN: DatasetRow[] = [
  row('1', ['search'], ['search']),
  row('2', ['search'], ['search']),
  row('3', ['search'], ['fetch']),
  row('4', ['fetch'], ['fetch']),
  row('5', ['fetch'], ['search']),
  row('6', ['fetch'], []),
  row('7', ['save'], ['save', 'fetch']),
  row('8', ['search', 'save'], ['search', 'save']),
  row('9', [], ['search']),
  row('10', [], []),
];

describe('a dataset', () => {
  it('has the figures of a multilabel classification, worked out by hand', () => {
    // By tool (expected, called, both): search 4, 5, 3; fetch 3, 3, 1; save 2, 2, 2.
    // Micro: 6 right of 10 called and of 9 expected. Macro: means of (3/5, 1/3, 1), (3/4, 1/3, 1), (6/9, 2/6, 1).
    const found = measureDataset(TEN);
    expect(found).toMatchObject({
      n: 10,
      cases: 10,
      correct: 5,
      accuracy: 50,
      precision: 60,
      recall: 67,
      f1: 63,
      precision_macro: 64,
      recall_macro: 69,
      f1_macro: 67,
      unnecessary_calls: 50,
    });
    expect(found.hallucination).toBeUndefined();
    expect(found.pass_hat).toBeUndefined();
    expect(
      found.per_tool.map(({ tool, expected, called, right }) => [tool, expected, called, right]),
    ).toEqual([
      ['fetch', 3, 3, 1],
      ['save', 2, 2, 2],
      ['search', 4, 5, 3],
    ]);
    // Wilson for 5 of 10.
    expect(found.intervals.accuracy).toEqual([23.66, 76.34]);
  });

  it('looks at each row once: those of a long run are read again at each look', () => {
    const once = TEN.values();
    expect(measureDataset(once)).toEqual(measureDataset(TEN));
  });

  it('names the first cases of a cell in the order of their ids, of however many', () => {
    const ids = Array.from({ length: 1_000 }, (_, at) => `c${String((at * 617) % 1_000).padStart(4, '0')}`);
    const [cell] = measureDataset(ids.map((id) => row(id, ['save'], ['fetch']))).confusion;
    expect(cell).toMatchObject({ n: 1_000, cases: [...ids].sort().slice(0, 20) });
  });

  it('sets what was called against what was expected', () => {
    const cells = measureDataset(TEN).confusion.map(({ expected, called, n }) => [expected, called, n]);
    expect(cells).toEqual([
      ['(none)', 'fetch', 1],
      ['(none)', 'search', 1],
      ['fetch', '(none)', 1],
      ['fetch', 'search', 1],
      ['search', 'fetch', 1],
      ['search', 'search', 3],
      ['save', 'save', 2],
      ['(none)', '(none)', 1],
      ['fetch', 'fetch', 1],
    ]);
  });

  it('counts names that were never offered, among all calls', () => {
    const rows = [row('1', ['a'], ['a'], { invented: [] }), row('2', ['a'], ['zzz'], { invented: ['zzz'] })];
    expect(measureDataset(rows).hallucination).toBe(50);
  });

  it('asks four things of the arguments of right calls', () => {
    const args = (one: object) => ({ arguments: [{ tool: 'a', ...one }] });
    const rows = [
      row('1', ['a'], ['a'], args({ unknown: [], required_missing: [], expected_missing: [], wrong: [] })),
      row(
        '2',
        ['a'],
        ['a'],
        args({ unknown: ['x'], required_missing: [], expected_missing: [], wrong: ['y'] }),
      ),
      row(
        '3',
        ['a'],
        ['a'],
        args({ unknown: [], required_missing: ['y'], expected_missing: ['y'], wrong: [] }),
      ),
      row('4', ['a'], ['a'], args({ required_missing: [] })),
      row('5', ['a'], []),
    ];
    expect(measureDataset(rows).arguments).toEqual({
      calls: 4,
      unknown_names: 33,
      required_given: 75,
      expected_given: 67,
      exact_values: 33,
    });
  });

  it('has pass^k and pass@k over runs, as combinations count them', () => {
    // Case a: 3 of 4 runs right; case b: 1 of 4.
    const rows = ['aaaA', 'bBBB'].flatMap((word) =>
      [...word].map((letter) =>
        row(letter.toLowerCase(), ['t'], letter === letter.toLowerCase() ? ['t'] : ['u']),
      ),
    );
    const { pass_hat, pass_at, intervals } = measureDataset(rows);
    // k = 2: C(3,2)/C(4,2) = 1/2 and 0; at least one: 1 and 1 - C(3,2)/C(4,2) = 1/2.
    expect(pass_hat).toEqual({ 1: 50, 2: 25, 3: 13, 4: 0 });
    expect(pass_at).toEqual({ 1: 50, 2: 75, 3: 88, 4: 100 });
    // Runs of a case are alike: two cases say little, however many runs they have.
    const [low, high] = intervals.accuracy!;
    expect(high - low).toBeGreaterThanOrEqual(50);
  });

  const label = fc.constantFrom('a', 'b', 'c', 'd');
  const anyRow = fc
    .record({ name: fc.nat(8), expected: fc.uniqueArray(label), called: fc.uniqueArray(label) })
    .map(({ name, expected, called }) => row(String(name), expected, called));

  it('does not take two runs of a case for two cases', () => {
    const named = (at: number) => row(`case ${at}`, ['a'], [at < 4 ? 'a' : 'b']);
    const once = Array.from({ length: 8 }, (_, at) => named(at));
    const accuracy = (rows: DatasetRow[]) => measureDataset(rows).intervals.accuracy!;
    // Wilson's of 4 of 8; were runs cases, it would be that of 8 of 16: 28 to 72.
    expect(accuracy(once)).toEqual([21.52, 78.48]);
    const tools = (rows: DatasetRow[]) => measureDataset(rows).per_tool[0];
    expect(tools(once)).toMatchObject({ tool: 'a', recall_interval: [21.52, 78.48] });
    expect(tools([...once, ...once])).not.toHaveProperty('recall_interval');
    // F1 counts a request twice, once for each tool of a confusion: here it moves as accuracy does, by whole cases.
    expect(accuracy([...once, ...once])).toEqual([21.52, 78.48]);
    expect(measureDataset(once).intervals.f1).toEqual([21.52, 78.48]);
  });

  it('is not sure of a few cases that are all right, however often they ran', () => {
    const rows = Array.from({ length: 10 }, (_, at) => row(`case ${at % 2}`, ['a'], ['a']));
    const { intervals } = measureDataset(rows);
    // Wilson's of 2 of 2.
    for (const name of ['accuracy', 'f1', 'recall', 'f1_macro'])
      expect(intervals[name], name).toEqual([34.24, 100]);
    expect(datasetFigures(measureDataset(rows))).toMatchObject({
      'dataset.accuracy_low': 34.24,
      'dataset.f1_low': 34.24,
    });
  });

  it('has no interval of what no case says anything about', () => {
    const found = measureDataset([row('1', [], []), row('2', [], [])]);
    expect(Object.keys(found.intervals).sort()).toEqual(['accuracy', 'unnecessary_calls']);
    expect(datasetFigures(found)).not.toHaveProperty(['dataset.f1_low']);
    expect(whyLeftOut(['dataset.f1_low'])).toEqual({
      'dataset.f1_low': 'no case needs a tool, and none was called',
    });
  });

  it('does not depend on the order of its rows', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 12 }), fc.nat(), (rows, by) => {
        const at = by % rows.length;
        expect(measureDataset([...rows.slice(at), ...rows.slice(0, at)])).toEqual(measureDataset(rows));
      }),
      { numRuns: 25 },
    );
  });

  it('is 100 everywhere for a perfect agent, and 0 for its faults', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 12 }), (rows) => {
        const perfect = rows.map((one) => row(one.case, one.expected, one.expected, { invented: [] }));
        const found = measureDataset(perfect);
        for (const key of [
          'accuracy',
          'precision',
          'recall',
          'f1',
          'precision_macro',
          'recall_macro',
          'f1_macro',
        ] as const)
          expect(found[key], key).toBe(100);
        expect(found.hallucination ?? 0).toBe(0);
        expect(found.unnecessary_calls ?? 0).toBe(0);
        expect(found.confusion.every(({ expected, called }) => expected === called)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});

it('a figure that is left out says why', () => {
  const targets = [
    'dataset.pass_at_1',
    'dataset.pass_hat_3',
    'dataset.hallucination',
    'dataset.unnecessary_calls',
  ];
  expect(whyLeftOut([...targets, 'dataset.arguments.exact_values', 'dataset.f1'])).toEqual({
    'dataset.pass_at_1': 'it needs 2 runs of every case (`runs`)',
    'dataset.pass_hat_3': 'it needs 3 runs of every case (`runs`)',
    'dataset.hallucination': 'no tool was called, or the offered tools are not known',
    'dataset.unnecessary_calls': 'no case has `expect_tools: none`',
    'dataset.arguments.exact_values': 'no right tool was called in a case with `expect_args`',
  });
  for (const target of targets) expect(isDatasetTarget(target), target).toBe(true);
  for (const target of ['dataset.pass_at', 'dataset.f2', 'f1'])
    expect(isDatasetTarget(target), target).toBe(false);
});
