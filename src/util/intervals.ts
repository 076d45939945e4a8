/**
 * How far a rate over few runs can be trusted: Wilson and Clopper-Pearson bounds, pass^k, and how many
 * runs a claim needs. Confidence is a fraction (0.95). Bounds are accurate to 1e-9.
 */
import { inverseBeta, normalQuantile } from './distributions.js';

export type Interval = [low: number, high: number];

/** The Wilson score interval of a rate, two-sided. */
export function wilson(successes: number, n: number, confidence = 0.95): Interval {
  if (n === 0) return [0, 1];
  const z = twoSided(confidence);
  const rate = successes / n;
  const scale = 1 + (z * z) / n;
  const centre = (rate + (z * z) / (2 * n)) / scale;
  const half = (z * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n))) / scale;
  return [successes === 0 ? 0 : centre - half, successes === n ? 1 : centre + half];
}

const quantiles = new Map<number, number>();

/** Found by trying, and asked for by every run of a test. */
function twoSided(confidence: number): number {
  const known = quantiles.get(confidence) ?? normalQuantile(0.5 + confidence / 2);
  quantiles.set(confidence, known);
  return known;
}

/** The exact interval of a rate, two-sided. */
export function clopperPearson(successes: number, n: number, confidence = 0.95): Interval {
  const oneSided = 0.5 + confidence / 2;
  return [clopperPearsonLower(successes, n, oneSided), clopperPearsonUpper(successes, n, oneSided)];
}

/** The exact one-sided lower bound: the true rate lies above it with this confidence. */
export function clopperPearsonLower(successes: number, n: number, confidence = 0.95): number {
  const alpha = 1 - confidence;
  if (successes === 0) return 0;
  if (successes === n) return alpha ** (1 / n);
  return inverseBeta(alpha, successes, n - successes + 1);
}

/** The exact one-sided upper bound. */
export function clopperPearsonUpper(successes: number, n: number, confidence = 0.95): number {
  return 1 - clopperPearsonLower(n - successes, n, confidence);
}

/**
 * The one-sided 95 % Clopper-Pearson lower bound as an integer percent, rounded down. Integers only: a
 * bound of exactly 5 % is 5. The bound is at least L % when P(X >= successes | n, L %) <= 1/20.
 */
export function certifiedPercent(successes: number, n: number): number {
  let low = 0;
  let high = 100;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (20n * upperTail(successes, n, middle) <= 100n ** BigInt(n)) low = middle;
    else high = middle;
  }
  return low;
}

/** 100^n times the chance of at least `k` successes in `n` runs at a rate of `percent`. */
function upperTail(k: number, n: number, percent: number): bigint {
  if (percent === 0) return k === 0 ? 100n ** BigInt(n) : 0n;
  const hit = BigInt(percent);
  const miss = 100n - hit;
  let term = hit ** BigInt(n);
  let sum = 0n;
  for (let i = n; i >= k; i -= 1) {
    sum += term;
    term = (term * BigInt(i) * miss) / (hit * BigInt(n - i + 1));
  }
  return sum;
}

/** C(n, k), exact. */
export function binomial(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let value = 1n;
  for (let i = 1; i <= Math.min(k, n - k); i += 1) value = (value * BigInt(n - i + 1)) / BigInt(i);
  return value;
}

/**
 * The chance that k runs drawn from a task's n runs all passed, as a mean over tasks; `passes` holds
 * how many of its n runs each task passed.
 */
export function passHatK(passes: readonly number[], n: number, k: number): number {
  if (passes.length === 0 || k < 1 || k > n) throw new RangeError('passHatK needs tasks and 1 <= k <= n');
  const sum = passes.reduce((total, c) => total + binomial(c, k), 0n);
  return fraction(sum, BigInt(passes.length) * binomial(n, k));
}

/** p/q as a number, for integers of any size with 0 <= p <= q. */
export function fraction(p: bigint, q: bigint): number {
  const scale = 10n ** 18n;
  return Number((2n * p * scale + q) / (2n * q)) / Number(scale);
}

/** How many runs make the interval of a rate at most `halfWidth` wide to either side, at worst. */
export function planRuns(halfWidth: number, confidence = 0.95): number {
  if (!(halfWidth > 0 && halfWidth < 1)) throw new RangeError('the half-width must lie between 0 and 1');
  const z = normalQuantile(0.5 + confidence / 2);
  return Math.max(1, Math.ceil((z / halfWidth) ** 2 / 4 - 1e-9));
}

/** The other way round: how far the interval of a rate over n runs reaches to either side, at worst. */
export function planHalfWidth(n: number, confidence = 0.95): number {
  return Math.min(0.5, normalQuantile(0.5 + confidence / 2) / (2 * Math.sqrt(n)));
}

/** How many runs, all passing, certify that the true rate is at least `floor`. */
export function allPassRuns(floor: number, confidence = 0.95): number {
  if (!(floor > 0 && floor < 1)) throw new RangeError('the floor must lie between 0 and 1');
  if (!(confidence > 0 && confidence < 1)) throw new RangeError('the confidence must lie between 0 and 1');
  return Math.max(1, Math.ceil(Math.log(1 - confidence) / Math.log(floor) - 1e-9));
}

/** How many of its runs a task passed. */
export interface PassedRuns {
  passed: number;
  runs: number;
}

/** The chance that k runs of a task all pass, as a mean over tasks whose numbers of runs may differ; none has fewer than k. */
export function passHatMean(tasks: readonly PassedRuns[], k: number): number {
  return tasks.reduce((sum, { passed, runs }) => sum + chosenShare(passed, runs, k), 0) / tasks.length;
}

/** The chance that at least one of k runs of a task passes, as a mean over tasks. */
export function passAtK(tasks: readonly PassedRuns[], k: number): number {
  const none = tasks.reduce((sum, { passed, runs }) => sum + chosenShare(runs - passed, runs, k), 0);
  return 1 - none / tasks.length;
}

/** C(part, k) / C(whole, k). */
function chosenShare(part: number, whole: number, k: number): number {
  return fraction(binomial(part, k), binomial(whole, k));
}
