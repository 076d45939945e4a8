/**
 * The same cases before and now → how far each figure moved, with an interval and the chance that swapping the two case by
 * case moves it as far. Only cases that both have count. A figure is a smooth function of summed counts, so that what a
 * case adds to its change is known (the delta method); for right and wrong all of this is McNemar's test and Tango's
 * interval, exactly.
 */
import type { DatasetRow } from '../../types/dataset.js';
import { type Interval, passAtK, passHatMean } from '../../util/intervals.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { casesThatTell, meanInterval, swapChance } from '../../util/paired-cases.js';
import { pairedInterval } from '../../util/paired-rates.js';
import { type CaseCounts, countCases } from './counts.js';
import { labelsOf, macrosOf, SHARES, SHARES_WHOLE } from './figures.js';
import { along, macroSlopes } from './slopes.js';
import { MACRO_NAMES, type MacroName, SHARE_NAMES, type ShareName } from './targets.js';

/** In percent and percentage points. */
export interface FigureChange {
  /** As gates name it, without `dataset.`. */
  figure: string;
  /** Cases of which the figure says something. */
  cases: number;
  base: number;
  now: number;
  difference: number;
  /** 95 %; absent where there are too few cases. */
  interval?: Interval;
  /** Two-sided, of this figure alone. */
  chance: number;
  /** How many cases in all would probably tell a change like this. */
  needed?: number;
}

interface CasePair {
  before: CaseCounts;
  after: CaseCounts;
}

export function figureChanges(base: readonly DatasetRow[], now: readonly DatasetRow[]): FigureChange[] {
  const pairs = pairCases(countCases(base), countCases(now));
  if (pairs.length === 0) return [];
  return [
    ...SHARE_NAMES.flatMap((name) => shareChange(name, pairs) ?? []),
    ...MACRO_NAMES.map((name) => macroChange(name, pairs)),
    ...reliabilityChanges(pairs),
  ];
}

function pairCases(base: readonly CaseCounts[], now: readonly CaseCounts[]): CasePair[] {
  const before = new Map(base.map((one) => [one.case, one]));
  return now.flatMap((after) => {
    const was = before.get(after.case);
    return was === undefined ? [] : [{ before: was, after }];
  });
}

/** What a case counts, of how much. */
type Part = readonly [part: number, whole: number];

function shareChange(name: ShareName, pairs: readonly CasePair[]): FigureChange | undefined {
  const part = ({ sums }: CaseCounts): Part => {
    const whole = SHARES_WHOLE[name](sums);
    return whole === 0 ? [0, 0] : [SHARES[name](sums)[0], whole];
  };
  const parts = pairs.map(({ before, after }) => [part(before), part(after)] as const);
  return partsChange(name, parts);
}

/** A share of summed counts, from what each case counts before and now; undefined where a side has nothing to count. */
export function partsChange(
  figure: string,
  all: readonly (readonly [Part, Part])[],
): FigureChange | undefined {
  const parts = all.filter(([a, b]) => a[1] + b[1] > 0);
  const n = parts.length;
  const [p0, w0, p1, w1] = [0, 1, 2, 3].map((at) =>
    parts.reduce((sum, pair) => sum + pair[at >> 1]![at & 1]!, 0),
  ) as [number, number, number, number];
  if (w0 === 0 || w1 === 0) return undefined;
  const [was, is, both] = [p0 / w0, p1 / w1, (p0 + p1) / (w0 + w1)];
  // Under the same rate before and now, what swapping a case moves.
  const swaps = parts.map(([a, b]) => b[0] - a[0] - both * (b[1] - a[1]));
  const isPlain = parts.every(([a, b]) => a[1] === 1 && b[1] === 1);
  const adds = parts.map(([a, b]) => is - was + n * ((b[0] - is * b[1]) / w1 - (a[0] - was * a[1]) / w0));
  const interval = isPlain
    ? pairedInterval({ n, gained: count(swaps, 1), lost: count(swaps, -1) })
    : meanInterval(adds, (2 * n) / (w0 + w1));
  return told({ figure, was, is, interval, swaps });
}

function count(values: readonly number[], sign: number): number {
  return values.filter((value) => value * sign > 0).length;
}

function macroChange(name: MacroName, pairs: readonly CasePair[]): FigureChange {
  const [before, after] = [pairs.map((pair) => pair.before), pairs.map((pair) => pair.after)];
  const [labels0, labels1] = [labelsOf(before), labelsOf(after)];
  const [was, is] = [macrosOf(labels0.values())[name], macrosOf(labels1.values())[name]];
  const n = pairs.length;
  const [own0, own1] = [macroSlopes(labels0, name), macroSlopes(labels1, name)];
  const both = macroSlopes(labelsOf([...before, ...after]), name);
  const adds = pairs.map((pair) => is - was + n * (along(own1, pair.after) - along(own0, pair.before)));
  // The counts of both sides together are twice those of one.
  const swaps = pairs.map((pair) => along(both, pair.after) - along(both, pair.before));
  const named = [...before, ...after].reduce((sum, one) => sum + Math.max(1, one.labels.size), 0);
  return told({ figure: name, was, is, interval: meanInterval(adds, (2 * n) / named), swaps });
}

/** pass^k and pass@k for every k that all cases have runs for, on both sides. */
function reliabilityChanges(pairs: readonly CasePair[]): FigureChange[] {
  const runsOf = ({ sums }: CaseCounts) => ({ passed: sums.correct, runs: sums.rows });
  const sides = pairs.map(({ before, after }) => [runsOf(before), runsOf(after)] as const);
  let [fewest, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { runs } of sides.flat()) [fewest, most] = [Math.min(fewest, runs), Math.max(most, runs)];
  if (fewest < 2) return [];
  const ks = Array.from({ length: fewest }, (_, at) => at + 1);
  const change = (figure: string, of: typeof passHatMean, k: number): FigureChange => {
    const values = sides.map(([before, after]) => [of([before], k), of([after], k)] as const);
    const mean = (at: 0 | 1) => values.reduce((sum, pair) => sum + pair[at], 0) / values.length;
    const swaps = values.map(([was, is]) => is - was);
    return told({ figure, was: mean(0), is: mean(1), interval: meanInterval(swaps, 1 / most), swaps });
  };
  return ks.flatMap((k) => [change(`pass_hat_${k}`, passHatMean, k), change(`pass_at_${k}`, passAtK, k)]);
}

interface Told {
  figure: string;
  was: number;
  is: number;
  interval: Interval;
  swaps: readonly number[];
}

function told({ figure, was, is, interval: [low, high], swaps }: Told): FigureChange {
  return omitUndefined({
    figure,
    cases: swaps.length,
    base: 100 * was,
    now: 100 * is,
    difference: 100 * (is - was),
    interval: [100 * Math.max(-1, low), 100 * Math.min(1, high)] as Interval,
    chance: swapChance(swaps),
    needed: casesThatTell(swaps),
  });
}

/** The mean over cases of a number that is no share, such as tokens; nothing where no case has it. */
export function meansChange(
  figure: string,
  pairs: readonly (readonly [number, number])[],
): FigureChange | undefined {
  const n = pairs.length;
  if (n === 0) return undefined;
  const [base, now] = [0, 1].map((at) => pairs.reduce((sum, pair) => sum + pair[at]!, 0) / n) as [
    number,
    number,
  ];
  const swaps = pairs.map(([was, is]) => is - was);
  return omitUndefined({
    figure,
    cases: n,
    base,
    now,
    difference: now - base,
    interval: n < 2 ? undefined : meanInterval(swaps, 0),
    chance: swapChance(swaps),
    needed: casesThatTell(swaps),
  });
}
