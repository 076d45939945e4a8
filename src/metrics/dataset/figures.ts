/** The figures of a dataset from its counts, each a share of exact counts, and how sure they are. */
import { caseInterval } from '../../util/case-interval.js';
import type { Interval } from '../../util/intervals.js';
import { type CaseCounts, COUNTS, type CountName, emptySums, type LabelCounts } from './counts.js';
import { along, macroSlopes } from './slopes.js';
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

/** 95 % of every figure, as fractions. A figure that no case says anything about has none. */
export function intervalsOf(cases: readonly CaseCounts[]): Record<string, Interval> {
  const found = [...SHARE_NAMES.map((name) => shareInterval(name, cases)), ...macroIntervals(cases)];
  return Object.fromEntries(found.flatMap((one) => (one === undefined ? [] : [one])));
}

function shareInterval(name: ShareName, all: readonly CaseCounts[]): [string, Interval] | undefined {
  const cases = all.filter((one) => SHARES_WHOLE[name](one.sums) > 0);
  if (cases.length === 0) return undefined;
  const sums = sumOf(cases);
  const [part, whole] = SHARES[name](sums);
  const rate = part / whole;
  const adds = cases.map((one) => (SHARES[name](one.sums)[0] - rate * SHARES_WHOLE[name](one.sums)) / whole);
  return [name, caseInterval(rate, adds, name === 'f1' ? toolsOf(sums) : whole)];
}

function macroIntervals(all: readonly CaseCounts[]): [string, Interval][] {
  const cases = all.filter((one) => one.labels.size > 0);
  if (cases.length === 0) return [];
  const labels = labelsOf(cases);
  const macros = macrosOf(labels.values());
  const most = toolsOf(sumOf(cases));
  return MACRO_NAMES.map((name) => {
    const slopes = macroSlopes(labels, name);
    const adds = cases.map((one) => along(slopes, one));
    return [name, caseInterval(macros[name], adds, most)];
  });
}

/** Tools that were expected or called, each once in a row. */
function toolsOf({ right, extra, missed }: Sums): number {
  return right + extra + missed;
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
