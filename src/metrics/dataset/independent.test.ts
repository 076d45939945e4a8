/** Every figure of a dataset again, by definitions that share no code with ours, on rows by chance. */
import { expect, it } from 'vitest';
import fc from '../../../test/lib/properties.js';
import type { ArgumentRow, Dataset, DatasetRow } from '../../types/dataset.js';
import { measureDataset } from './measure.js';

const TOOLS = ['a', 'b', 'c', 'd'];
const RUNS = 3;
type Share = [part: number, whole: number];

const share = ([part, whole]: Share): number => (whole === 0 ? 0 : part / whole);
const mean = (list: number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;
const count = (list: readonly unknown[]): number => list.filter(Boolean).length;

/** scikit-learn's `multilabel_confusion_matrix`, with `zero_division=0`: for each tool the rows that are right, wrong, missed. */
function byTool(rows: readonly DatasetRow[]) {
  return TOOLS.map((tool) => ({
    tp: count(rows.map((row) => row.expected.includes(tool) && row.called.includes(tool))),
    fp: count(rows.map((row) => !row.expected.includes(tool) && row.called.includes(tool))),
    fn: count(rows.map((row) => row.expected.includes(tool) && !row.called.includes(tool))),
  })).filter(({ tp, fp, fn }) => tp + fp + fn > 0);
}

function asked(rows: readonly DatasetRow[]): Record<string, number> {
  const tools = byTool(rows);
  const sum = (key: 'tp' | 'fp' | 'fn') => tools.reduce((all, one) => all + one[key], 0);
  const [tp, fp, fn] = [sum('tp'), sum('fp'), sum('fn')];
  const idle = rows.filter((row) => row.expected.length === 0);
  const invented = rows.flatMap((row) => row.invented ?? []);
  return {
    accuracy: share([
      count(rows.map((row) => [...row.expected].sort().join() === [...row.called].sort().join())),
      rows.length,
    ]),
    precision: share([tp, tp + fp]),
    recall: share([tp, tp + fn]),
    f1: share([2 * tp, 2 * tp + fp + fn]),
    precision_macro: mean(tools.map((one) => share([one.tp, one.tp + one.fp]))),
    recall_macro: mean(tools.map((one) => share([one.tp, one.tp + one.fn]))),
    f1_macro: mean(tools.map((one) => share([2 * one.tp, 2 * one.tp + one.fp + one.fn]))),
    hallucination: share([invented.length, rows.reduce((all, row) => all + row.calls, 0)]),
    ...(idle.length > 0 && {
      unnecessary_calls: share([count(idle.map((row) => row.called.length)), idle.length]),
    }),
  };
}

function askedOfArguments(rows: readonly DatasetRow[]): Record<string, number> {
  const calls = rows.flatMap((row) => row.arguments ?? []);
  const of = (key: keyof Omit<ArgumentRow, 'tool'>, holds: (call: ArgumentRow) => boolean) => {
    const known = calls.filter((call) => call[key] !== undefined);
    return known.length === 0 ? {} : { value: share([count(known.map(holds)), known.length]) };
  };
  const figures = {
    unknown_names: of('unknown', (call) => call.unknown!.length > 0),
    required_given: of('required_missing', (call) => call.required_missing!.length === 0),
    expected_given: of('expected_missing', (call) => call.expected_missing!.length === 0),
    exact_values: of('expected_missing', (call) => call.expected_missing!.length + call.wrong!.length === 0),
  };
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** All ways to take `k` of the runs of a case, looked at one by one. */
function overRuns(rows: readonly DatasetRow[], k: number): { hat: number; at: number } {
  const cases = [...new Set(rows.map((row) => row.case))].map((name) =>
    rows.filter((row) => row.case === name),
  );
  const ways = (from: number, left: number): number[][] =>
    left === 0
      ? [[]]
      : Array.from({ length: RUNS - from }, (_, step) => from + step).flatMap((first) =>
          ways(first + 1, left - 1).map((rest) => [first, ...rest]),
        );
  const taken = ways(0, k);
  return {
    hat: mean(
      cases.map((runs) =>
        share([count(taken.map((way) => way.every((at) => runs[at]!.correct))), taken.length]),
      ),
    ),
    at: mean(
      cases.map((runs) =>
        share([count(taken.map((way) => way.some((at) => runs[at]!.correct))), taken.length]),
      ),
    ),
  };
}

/** The ends of Wilson's interval are the shares from which the one seen is 1.96 standard deviations away. */
function wilsonEnds(seen: number, n: number): [number, number] {
  const away = (p: number) => Math.abs(seen - p) - 1.959963984540054 * Math.sqrt((p * (1 - p)) / n);
  const halve = (inside: number, outside: number): number => {
    let [near, far] = [inside, outside];
    for (let step = 0; step < 60; step += 1) {
      const middle = (near + far) / 2;
      if (away(middle) <= 0) near = middle;
      else far = middle;
    }
    return near;
  };
  return [seen === 0 ? 0 : halve(seen, 0), seen === 1 ? 1 : halve(seen, 1)];
}

function expectPercent(found: number | undefined, exact: number, name: string): void {
  expect(found, name).toBeDefined();
  expect(Number.isInteger(found), name).toBe(true);
  expect(Math.abs(found! - exact * 100), `${name}: ${found} for ${exact * 100}`).toBeLessThanOrEqual(
    0.5 + 1e-9,
  );
}

const tools = fc.uniqueArray(fc.constantFrom(...TOOLS), { maxLength: 3 });
const faults = fc.option(fc.uniqueArray(fc.constantFrom('x', 'y'), { maxLength: 1 }), { nil: undefined });
const argumentRow = fc
  .record({
    unknown: faults,
    required_missing: faults,
    expected_missing: faults,
    wrong: fc.uniqueArray(fc.constantFrom('x', 'y'), { maxLength: 1 }),
  })
  .map(
    ({ wrong, ...rest }): ArgumentRow => ({ tool: 'a', ...rest, ...(rest.expected_missing && { wrong }) }),
  );
const drawn = fc
  .record({
    expected: tools,
    called: tools,
    again: fc.nat(2),
    invents: fc.boolean(),
    args: fc.array(argumentRow, { maxLength: 2 }),
  })
  .map(
    ({ expected, called, again, invents, args }): Omit<DatasetRow, 'case'> => ({
      expected,
      called,
      correct: expected.length === called.length && expected.every((tool) => called.includes(tool)),
      calls: called.length + (called.length > 0 ? again : 0),
      invented: invents && called.length > 0 ? [called[0]!] : [],
      ...(args.length > 0 && { arguments: args }),
    }),
  );
/** So that nothing is divided by nothing. */
const RIGHT: Omit<DatasetRow, 'case'> = {
  expected: ['a'],
  called: ['a'],
  correct: true,
  calls: 1,
  invented: [],
};

it('agrees with every figure', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 12 }), (some) => {
      const rows = [RIGHT, ...some].map((row, at): DatasetRow => ({ ...row, case: `c${at}` }));
      const found = measureDataset(rows);
      for (const [name, exact] of Object.entries(asked(rows)))
        expectPercent(found[name as 'accuracy'], exact, name);
      const given = askedOfArguments(rows);
      const { calls, ...measured }: NonNullable<Dataset['arguments']> = found.arguments ?? { calls: 0 };
      expect(Object.keys(measured).sort()).toEqual(Object.keys(given).sort());
      for (const [name, exact] of Object.entries(given))
        expectPercent(measured[name as 'exact_values'], exact, name);
      for (const tool of found.per_tool) {
        const at =
          byTool(rows)[
            found.per_tool
              .map((one) => one.tool)
              .sort()
              .indexOf(tool.tool)
          ]!;
        expect([tool.right, tool.called, tool.expected]).toEqual([at.tp, at.tp + at.fp, at.tp + at.fn]);
      }
      const [low, high] = wilsonEnds(count(rows.map((row) => row.correct)) / rows.length, rows.length);
      expect(found.intervals.accuracy![0]).toBeCloseTo(low * 100, 1);
      expect(found.intervals.accuracy![1]).toBeCloseTo(high * 100, 1);
    }),
    { numRuns: 40 },
  );
});

it('agrees with pass^k and pass@k over all ways to take k runs', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(drawn, drawn, drawn), { minLength: 1, maxLength: 4 }), (cases) => {
      const rows = cases.flatMap((runs, at) => runs.map((row): DatasetRow => ({ ...row, case: `c${at}` })));
      const { pass_hat, pass_at } = measureDataset(rows);
      for (let k = 1; k <= RUNS; k += 1) {
        expectPercent(pass_hat?.[k], overRuns(rows, k).hat, `pass_hat_${k}`);
        expectPercent(pass_at?.[k], overRuns(rows, k).at, `pass_at_${k}`);
      }
    }),
    { numRuns: 15 },
  );
});
