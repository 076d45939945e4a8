/** The rows of one test with one model → its figures. A function of the rows alone, in any order: shards merge to the same. */
import type { Dataset, DatasetArguments, DatasetRow, DatasetTool } from '../../types/dataset.js';
import { compareText } from '../../util/compare-text.js';
import { type Interval, passAtK, passHatMean, wilson } from '../../util/intervals.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { percent } from '../../util/ratio.js';
import { confusionCounter } from './confusion.js';
import { type CaseCounts, countCases, type LabelCounts } from './counts.js';
import { intervalsOf, labelsOf, macrosOf, SHARES, type Sums, sumOf } from './figures.js';
import { MACRO_NAMES, type ShareName } from './targets.js';

type Measured = Omit<
  Dataset,
  'file' | 'test' | 'model' | 'unjudged' | 'of_cases' | 'gates' | 'verdict' | 'checks'
>;

/** The rows are gone through once: each look at those of a long dataset reads them again. */
export function measureDataset(rows: Iterable<DatasetRow>): Measured {
  const confusion = confusionCounter();
  const cases = countCases(told(rows, confusion.add));
  const sums = sumOf(cases);
  const labels = labelsOf(cases);
  const share = (name: ShareName) => shareOf(name, sums);
  const macros = macrosOf(labels.values());
  const isRepeated = cases.some((one) => one.sums.rows > 1);
  const [precision_macro, recall_macro, f1_macro] = MACRO_NAMES.map((name) => roundPercent(macros[name])) as [
    number,
    number,
    number,
  ];
  return omitUndefined({
    n: sums.rows,
    cases: cases.length,
    correct: sums.correct,
    accuracy: share('accuracy') ?? 0,
    precision: share('precision') ?? 0,
    recall: share('recall') ?? 0,
    f1: share('f1') ?? 0,
    precision_macro,
    recall_macro,
    f1_macro,
    hallucination: share('hallucination'),
    unnecessary_calls: share('unnecessary_calls'),
    ...reliability(cases),
    arguments: argumentsOf(sums),
    intervals: Object.fromEntries(
      Object.entries(intervalsOf(cases)).map(([name, interval]) => [name, inPercent(interval)]),
    ),
    per_tool: [...labels].map((one) => toolOf(one, isRepeated)).sort((a, b) => compareText(a.tool, b.tool)),
    confusion: confusion.cells(),
  });
}

function* told(rows: Iterable<DatasetRow>, tell: (row: DatasetRow) => void): Generator<DatasetRow> {
  for (const row of rows) {
    tell(row);
    yield row;
  }
}

function shareOf(name: ShareName, sums: Sums): number | undefined {
  const [part, whole] = SHARES[name](sums);
  return whole === 0 ? undefined : percent(part, whole);
}

function argumentsOf(sums: Sums): DatasetArguments | undefined {
  const calls = Math.max(sums.arg_names, sums.arg_required, sums.arg_expected);
  if (calls === 0) return undefined;
  return omitUndefined({
    calls,
    unknown_names: shareOf('arguments.unknown_names', sums),
    expected_given: shareOf('arguments.expected_given', sums),
    required_given: shareOf('arguments.required_given', sums),
    exact_values: shareOf('arguments.exact_values', sums),
  });
}

/** For each k up to the fewest runs of any case; with one run of each there is nothing to tell. */
function reliability(cases: readonly CaseCounts[]): Pick<Dataset, 'pass_hat' | 'pass_at'> {
  const runs = cases.map(({ sums }) => ({ passed: sums.correct, runs: sums.rows }));
  const fewest = runs.reduce((least, one) => Math.min(least, one.runs), Number.POSITIVE_INFINITY);
  if (cases.length === 0 || fewest < 2) return {};
  const ks = Array.from({ length: fewest }, (_, at) => at + 1);
  const byK = (of: typeof passHatMean) =>
    Object.fromEntries(ks.map((k) => [String(k), roundPercent(of(runs, k))]));
  return { pass_hat: byK(passHatMean), pass_at: byK(passAtK) };
}

/** Runs of one case do not pass for cases: where they repeat, a tool has no interval of its own. */
function toolOf(
  [tool, { expected, called, right }]: [string, LabelCounts],
  isRepeated: boolean,
): DatasetTool {
  const share = (part: number, whole: number) => (whole === 0 ? 0 : percent(part, whole));
  return omitUndefined({
    tool,
    expected,
    called,
    right,
    precision: share(right, called),
    recall: share(right, expected),
    f1: share(2 * right, expected + called),
    recall_interval: expected === 0 || isRepeated ? undefined : inPercent(wilson(right, expected)),
  });
}

/** A fraction that is no ratio of two counts, as whole percent. */
function roundPercent(value: number): number {
  return Math.floor(value * 100 + 0.5 + 1e-9);
}

function inPercent([low, high]: Interval): [number, number] {
  return [Number((low * 100).toFixed(2)), Number((high * 100).toFixed(2))];
}
