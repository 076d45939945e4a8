/** The figures of a dataset from its counts, each a share of exact counts; and the same again for draws of its cases. */
import { drawnIntervals } from '../../util/bootstrap.js';
import { type Interval, wilson } from '../../util/intervals.js';
import { type CaseCounts, COUNTS, type CountName, emptySums, type LabelCounts } from './counts.js';
import { MACRO_NAMES, type MacroName, SHARE_NAMES, type ShareName } from './targets.js';

/** A share, as part and whole. Where the whole is 0 there is no figure. */
type Share = readonly [part: number, whole: number];
export type Sums = Readonly<Record<CountName, number>>;

/** Shares of summed counts, by the name of the figure. */
export const SHARES: Record<ShareName, (s: Sums) => Share> = {
  accuracy: (s: Sums): Share => [s.correct, s.rows],
  precision: (s: Sums): Share => orAll([s.right, s.right + s.extra], s),
  recall: (s: Sums): Share => orAll([s.right, s.right + s.missed], s),
  f1: (s: Sums): Share => orAll([2 * s.right, 2 * s.right + s.extra + s.missed], s),
  hallucination: (s: Sums): Share => [s.invented, s.offered_calls],
  unnecessary_calls: (s: Sums): Share => [s.idle_called, s.idle_rows],
  'arguments.unknown_names': (s: Sums): Share => [s.arg_unknown, s.arg_names],
  'arguments.expected_given': (s: Sums): Share => [s.arg_expected_given, s.arg_expected],
  'arguments.required_given': (s: Sums): Share => [s.arg_required_given, s.arg_required],
  'arguments.exact_values': (s: Sums): Share => [s.arg_exact, s.arg_expected],
};

/** Nothing expected and nothing called is all right, and nothing right of something is 0, as with classes of tools. */
function orAll([part, whole]: Share, { right, extra, missed, rows }: Sums): Share {
  if (whole > 0) return [part, whole];
  return rows === 0 ? [0, 0] : [right + extra + missed === 0 ? 1 : 0, 1];
}

export function sumOf(cases: readonly CaseCounts[]): Record<CountName, number> {
  const sums = emptySums();
  for (const one of cases) for (const name of COUNTS) sums[name] += one.sums[name];
  return sums;
}

export function labelsOf(cases: readonly CaseCounts[]): Map<string, LabelCounts> {
  const all = new Map<string, LabelCounts>();
  for (const { labels } of cases) {
    for (const [label, counts] of labels) {
      const sum = all.get(label) ?? { expected: 0, called: 0, right: 0 };
      sum.expected += counts.expected;
      sum.called += counts.called;
      sum.right += counts.right;
      all.set(label, sum);
    }
  }
  return all;
}

/** Means over labels that were expected or called, in the order of `MACRO_NAMES`; without one, nothing is wrong. */
export function macrosOf(labels: Iterable<LabelCounts>): Record<MacroName, number> {
  let [precision, recall, f1, n] = [0, 0, 0, 0];
  for (const { expected, called, right } of labels) {
    if (expected + called === 0) continue;
    if (called > 0) precision += right / called;
    if (expected > 0) recall += right / expected;
    f1 += (2 * right) / (expected + called);
    n += 1;
  }
  const mean = (sum: number): number => (n === 0 ? 1 : sum / n);
  return { precision_macro: mean(precision), recall_macro: mean(recall), f1_macro: mean(f1) };
}

/**
 * 95 % of every figure, as fractions: Wilson's where each case counts at most once in the whole, else by drawing cases
 * again.
 */
export function intervalsOf(cases: readonly CaseCounts[]): Record<string, Interval> {
  const sums = sumOf(cases);
  const out: Record<string, Interval> = {};
  const drawn: ShareName[] = [];
  for (const name of SHARE_NAMES) {
    const [part, whole] = SHARES[name](sums);
    if (whole === 0) continue;
    if (isSimple(name, cases)) out[name] = wilson(part, whole);
    else drawn.push(name);
  }
  const found = drawFigures(cases, drawn);
  for (const [name, interval] of found) out[name] = interval;
  return out;
}

/** Whether a figure is a plain share of cases. F1 never is. */
function isSimple(name: ShareName, cases: readonly CaseCounts[]): boolean {
  if (name === 'f1') return false;
  return cases.every(({ sums }) => SHARES_WHOLE[name](sums) <= 1);
}

/** What the share of a single case is of; 0 where the case says nothing about the figure. */
export const SHARES_WHOLE: Record<ShareName, (s: Sums) => number> = {
  accuracy: (s) => s.rows,
  precision: (s) => s.right + s.extra,
  recall: (s) => s.right + s.missed,
  f1: (s) => 2 * s.right + s.extra + s.missed,
  hallucination: (s) => s.offered_calls,
  unnecessary_calls: (s) => s.idle_rows,
  'arguments.unknown_names': (s) => s.arg_names,
  'arguments.expected_given': (s) => s.arg_expected,
  'arguments.required_given': (s) => s.arg_required,
  'arguments.exact_values': (s) => s.arg_expected,
};

function drawFigures(cases: readonly CaseCounts[], shares: readonly ShareName[]): [string, Interval][] {
  const names = [...shares, ...MACRO_NAMES];
  const columns = columnsOf(cases);
  const found = drawnIntervals(cases.length, names.length, (times, out) => {
    const sums = columns.sums(times);
    for (const [at, name] of shares.entries()) {
      const [part, whole] = SHARES[name](sums);
      if (whole > 0) out[at] = part / whole;
    }
    const macros = macrosOf(columns.labels(times));
    for (const [at, name] of MACRO_NAMES.entries()) out[shares.length + at] = macros[name];
  });
  return names.flatMap((name, at) =>
    found[at] === undefined ? [] : [[name, found[at]] as [string, Interval]],
  );
}

/** Counts laid out so that a draw adds them up without looking anything up. */
export interface Columns {
  sums(times: Uint16Array): Sums;
  labels(times: Uint16Array): LabelCounts[];
}

export function columnsOf(cases: readonly CaseCounts[]): Columns {
  const bySums = alikeBy(cases, (one) => COUNTS.map((name) => one.sums[name]).join());
  const columns = COUNTS.map((name) => Float64Array.from(bySums.first, (one) => one.sums[name]));
  const byLabels = alikeBy(cases, (one) => JSON.stringify([...one.labels]));
  const ids = new Map<string, number>();
  const entries = byLabels.first.map((one) =>
    [...one.labels].map(([label, counts]) => {
      const id = ids.get(label) ?? ids.size;
      ids.set(label, id);
      return { id, ...counts };
    }),
  );
  const labels: LabelCounts[] = Array.from({ length: ids.size }, () => ({
    expected: 0,
    called: 0,
    right: 0,
  }));
  const sums = emptySums();
  return {
    sums: (times) => {
      const drawn = bySums.add(times);
      for (const [at, name] of COUNTS.entries()) {
        const column = columns[at]!;
        let sum = 0;
        for (let i = 0; i < column.length; i += 1) sum += drawn[i]! * column[i]!;
        sums[name] = sum;
      }
      return sums;
    },
    labels: (times) => {
      for (const one of labels) one.expected = one.called = one.right = 0;
      const drawn = byLabels.add(times);
      for (let i = 0; i < entries.length; i += 1) {
        const often = drawn[i]!;
        if (often === 0) continue;
        for (const { id, expected, called, right } of entries[i]!) {
          const sum = labels[id]!;
          sum.expected += often * expected;
          sum.called += often * called;
          sum.right += often * right;
        }
      }
      return labels;
    },
  };
}

/** Most cases of a large set count the same as others: these are added up as one. */
function alikeBy(cases: readonly CaseCounts[], keyOf: (one: CaseCounts) => string) {
  const places = new Map<string, number>();
  const first: CaseCounts[] = [];
  const placeOf = Uint32Array.from(cases, (one) => {
    const key = keyOf(one);
    const at = places.get(key) ?? first.push(one) - 1;
    places.set(key, at);
    return at;
  });
  const sums = new Float64Array(first.length);
  const add = (times: Uint16Array): Float64Array => {
    sums.fill(0);
    for (let i = 0; i < placeOf.length; i += 1) sums[placeOf[i]!]! += times[i]!;
    return sums;
  };
  return { first, add };
}
