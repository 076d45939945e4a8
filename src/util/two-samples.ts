/**
 * Whether two samples of runs differ by more than chance: an interval of the difference, and the exact chance that runs
 * dealt at random into the two samples would differ as much. Nothing here is random; the same runs give the same answer.
 */
import { inverseBeta, studentTails } from './distributions.js';
import { binomial, type Interval, wilson } from './intervals.js';

export interface Difference {
  /** Second minus first. */
  difference: number;
  /** 95 %; absent where a sample is too small to have one. It holds zero wherever chance alone could do this, exactly. */
  interval?: Interval;
  /** The chance that runs dealt at random differ as much, two-sided; absent where a sample is too small. */
  chance?: number;
  /** The interval leaves zero out. */
  decided: boolean;
  /** How many more runs of each would probably decide a difference of this size; absent where it is decided or zero. */
  more_runs?: number;
}

const ALPHA = 0.05;
/** The quantiles of 95 % confidence and 80 % power. */
const PLANNED = 1.959964 + 0.841621;
const MOST_DEALS = 50_000;
/** Beyond so many runs the interval is as good as the exact test. */
const MOST_EXACT = 400;
const MOST_PLANNED = 10_000;

/** `first` and `second`: the figure of each run. */
export function differenceOf(first: readonly number[], second: readonly number[]): Difference {
  const top = Math.max(0, ...first, ...second);
  const isRate = [...first, ...second].every((value) => value === 0 || value === top);
  // A share of runs, whether it is written as 0 and 1 or as 0 and 100.
  return isRate && (top === 1 || top === 100) ? ofRates(first, second, top) : ofMeans(first, second);
}

function ofRates(first: readonly number[], second: readonly number[], top: number): Difference {
  const [n1, n2] = [first.length, second.length];
  const [k1, k2] = [first, second].map((list) => list.filter((value) => value === top).length) as [
    number,
    number,
  ];
  const [p1, p2] = [k1 / n1, k2 / n2];
  const difference = p2 - p1;
  const [low1, high1] = wilson(k1, n1);
  const [low2, high2] = wilson(k2, n2);
  // Newcombe's interval of a difference, from the Wilson intervals of the two rates.
  const low = difference - Math.hypot(p2 - low2, high1 - p1);
  const high = difference + Math.hypot(high2 - p2, p1 - low1);
  const chance = fisher(k1, n1, k2, n2);
  const [from, to] = withZero([low, high], chance);
  const decided = excludesZero([from, to]);
  // Rates of none and all are taken to be a little less extreme than they look.
  const spread = [wilsonCentre(k1, n1), wilsonCentre(k2, n2)].reduce((sum, p) => sum + p * (1 - p), 0);
  return {
    difference: difference * top,
    interval: [from * top, to * top],
    chance,
    decided,
    ...(!decided && planned(spread, difference, Math.min(n1, n2))),
  };
}

function wilsonCentre(k: number, n: number): number {
  const [low, high] = wilson(k, n);
  return (low + high) / 2;
}

function ofMeans(first: readonly number[], second: readonly number[]): Difference {
  const difference = mean(second) - mean(first);
  if (first.length < 2 || second.length < 2) return { difference, decided: false };
  const [v1, v2] = [variance(first), variance(second)];
  const [e1, e2] = [v1 / first.length, v2 / second.length];
  const error = Math.sqrt(e1 + e2);
  const freedom = (e1 + e2) ** 2 / (e1 ** 2 / (first.length - 1) + e2 ** 2 / (second.length - 1));
  const half = error === 0 ? 0 : studentQuantile(freedom) * error;
  const chance = dealt(first, second) ?? (error === 0 ? 0 : studentTails(difference / error, freedom));
  const interval = withZero([difference - half, difference + half], chance);
  const decided = excludesZero(interval);
  return {
    difference,
    interval,
    chance,
    decided,
    ...(!decided && planned(v1 + v2, difference, Math.min(first.length, second.length))),
  };
}

/** With few runs an interval is bolder than the exact test, which then has the last word. */
function withZero([low, high]: Interval, chance: number): Interval {
  return chance <= ALPHA ? [low, high] : [Math.min(low, 0), Math.max(high, 0)];
}

function excludesZero([low, high]: Interval): boolean {
  return low > 0 || high < 0;
}

function planned(spread: number, difference: number, runs: number): { more_runs?: number } {
  if (difference === 0 || spread === 0) return difference === 0 ? {} : { more_runs: Math.max(1, 4 - runs) };
  const needed = Math.ceil((PLANNED ** 2 * spread) / difference ** 2);
  return needed > MOST_PLANNED ? {} : { more_runs: Math.max(1, needed - runs) };
}

const quantiles = new Map<number, number>();

/** The 97.5 % quantile of Student's t. The same few are asked for again and again, and each takes its time. */
export function studentQuantile(freedom: number): number {
  const known = quantiles.get(freedom);
  if (known !== undefined) return known;
  const x = inverseBeta(ALPHA, freedom / 2, 0.5);
  const found = Math.sqrt((freedom * (1 - x)) / x);
  if (quantiles.size < 1_000) quantiles.set(freedom, found);
  return found;
}

/** Fisher's exact test, two-sided: all tables that are as unlikely as the one that was seen. */
export function fisher(k1: number, n1: number, k2: number, n2: number): number {
  const hits = k1 + k2;
  if (n1 + n2 > MOST_EXACT)
    return scoreChance((k2 / n2 - k1 / n1) / Math.sqrt(1 / n1 + 1 / n2), hits / (n1 + n2));
  const ways = (k: number): bigint => binomial(n1, k) * binomial(n2, hits - k);
  const seen = ways(k1);
  let sum = 0n;
  for (let k = Math.max(0, hits - n2); k <= Math.min(n1, hits); k += 1) if (ways(k) <= seen) sum += ways(k);
  return Number((sum * 1_000_000n) / binomial(n1 + n2, hits)) / 1e6;
}

/** The same by the normal tail, for many runs: a scaled difference of two rates against the rate of both. */
function scoreChance(scaled: number, rate: number): number {
  return scaled === 0 ? 1 : studentTails(scaled / Math.sqrt(rate * (1 - rate)), 1e6);
}

/** Of all ways to deal the runs into two samples of these sizes, the share whose means differ as much; undefined where there are too many ways. */
function dealt(first: readonly number[], second: readonly number[]): number | undefined {
  const all = [...first, ...second];
  const deals = binomial(all.length, first.length);
  if (deals > BigInt(MOST_DEALS)) return undefined;
  const total = all.reduce((sum, value) => sum + value, 0);
  const gap = (sum: number): number => Math.abs((total - sum) / second.length - sum / first.length);
  const seen = Math.abs(mean(second) - mean(first)) * (1 - 1e-9);
  let far = 0;
  const deal = (from: number, left: number, sum: number): void => {
    if (left === 0) {
      if (gap(sum) >= seen) far += 1;
      return;
    }
    for (let at = from; at <= all.length - left; at += 1) deal(at + 1, left - 1, sum + all[at]!);
  };
  deal(0, first.length, 0);
  return far / Number(deals);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}
