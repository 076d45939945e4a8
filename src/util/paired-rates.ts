/**
 * The same cases twice, each right or wrong: only those that changed tell anything. The exact test is McNemar's, the
 * interval Tango's score interval, which keeps its word for few cases too.
 */
import { normalQuantile } from './distributions.js';
import { fraction, type Interval } from './intervals.js';

/** How many pairs there are, and how many of them changed. */
export interface Pairs {
  n: number;
  /** Wrong before, right now. */
  gained: number;
  /** Right before, wrong now. */
  lost: number;
}

/** Beyond so many changed pairs the normal tail is as good, and faster. */
const MOST_EXACT = 2_000;

/** The chance that as lopsided a change comes from a fair coin: the exact two-sided binomial test. */
export function mcnemar({ gained, lost }: Pick<Pairs, 'gained' | 'lost'>): number {
  const changed = gained + lost;
  if (changed === 0) return 1;
  const fewer = Math.min(gained, lost);
  if (changed > MOST_EXACT)
    return Math.min(1, 2 * normalBelow((2 * fewer + 1 - changed) / Math.sqrt(changed)));
  let tail = 0n;
  let term = 1n;
  for (let k = 0; k <= fewer; k += 1) {
    tail += term;
    term = (term * BigInt(changed - k)) / BigInt(k + 1);
  }
  const [p, q] = [2n * tail, 1n << BigInt(changed)];
  return p >= q ? 1 : fraction(p, q);
}

/** P(Z < x) for x at or below zero. */
export function normalBelow(x: number): number {
  // A continued fraction of the upper tail; a series would lose its digits here.
  const z = -x;
  if (z <= 0) return 0.5;
  let value = z;
  for (let k = 200; k >= 1; k -= 1) value = z + k / value;
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / value;
}

/** 95 % of the difference of the two rates (now minus before). */
export function pairedInterval({ n, gained, lost }: Pairs, confidence = 0.95): Interval {
  if (n === 0) return [-1, 1];
  const z = normalQuantile(0.5 + confidence / 2);
  const seen = (gained - lost) / n;
  const inside = (delta: number): boolean => Math.abs(score({ n, gained, lost }, delta)) <= z;
  return [edge(seen, -1, inside), edge(seen, 1, inside)];
}

/** How many standard errors the seen difference lies from `delta`, with the error as it would be if that were true. */
function score({ n, gained, lost }: Pairs, delta: number): number {
  const b = (2 * n - gained + lost) * delta - gained - lost;
  const c = -lost * delta * (1 - delta);
  const likely = (Math.sqrt(Math.max(0, b * b - 8 * n * c)) - b) / (4 * n);
  const variance = n * (2 * likely + delta * (1 - delta));
  const distance = gained - lost - n * delta;
  if (variance <= 1e-12)
    return Math.abs(distance) <= 1e-9 ? 0 : Math.sign(distance) * Number.POSITIVE_INFINITY;
  return distance / Math.sqrt(variance);
}

/** The last place between `from`, which is inside, and `to` that is still inside. */
function edge(from: number, to: number, inside: (delta: number) => boolean): number {
  if (inside(to)) return to;
  let [near, far] = [from, to];
  for (let step = 0; step < 60; step += 1) {
    const middle = (near + far) / 2;
    if (inside(middle)) near = middle;
    else far = middle;
  }
  return near;
}

/**
 * How many cases in all would show a change of this kind in four of five studies (Connor's formula: 5 % two-sided, 80 %
 * power), from the share of cases that changed either way; undefined where there is no change to show.
 */
export function casesToTell({ n, gained, lost }: Pairs): number | undefined {
  if (n === 0 || gained === lost) return undefined;
  const [changed, net] = [(gained + lost) / n, Math.abs(gained - lost) / n];
  const [sure, power] = [normalQuantile(0.975), normalQuantile(0.8)];
  const root = sure * Math.sqrt(changed) + power * Math.sqrt(changed - net * net);
  return Math.ceil((root / net) ** 2);
}

/** Holm's correction: each chance as it counts when all of them were looked at. */
export function holm(chances: readonly number[]): number[] {
  const order = chances.map((_, at) => at).sort((a, b) => chances[a]! - chances[b]! || a - b);
  const out = new Array<number>(chances.length);
  let least = 0;
  for (const [rank, at] of order.entries()) {
    least = Math.max(least, Math.min(1, (chances.length - rank) * chances[at]!));
    out[at] = least;
  }
  return out;
}
