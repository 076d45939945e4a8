/**
 * The same cases twice, with a number each for how far it moved: the chance that swapping base and now case by case moves
 * the whole as far (for right and wrong that is McNemar's test), and an interval of the mean. Nothing here is random.
 */
import { normalQuantile } from './distributions.js';
import type { Interval } from './intervals.js';
import { mcnemar, normalBelow } from './paired-rates.js';
import { studentQuantile } from './two-samples.js';

/** With more cases that moved than this, the normal tail stands for the count of all swaps. */
const MOST_SWAPPED = 16;

/** Two-sided. Cases that did not move tell nothing. */
export function swapChance(changes: readonly number[]): number {
  const moved = changes.filter((change) => Math.abs(change) > 1e-12);
  if (moved.length === 0) return 1;
  const size = Math.abs(moved[0]!);
  if (moved.every((change) => Math.abs(Math.abs(change) - size) < 1e-9)) {
    const gained = moved.filter((change) => change > 0).length;
    return mcnemar({ gained, lost: moved.length - gained });
  }
  const sum = moved.reduce((total, change) => total + change, 0);
  if (moved.length <= MOST_SWAPPED) return allSwaps(moved, Math.abs(sum));
  const error = Math.sqrt(moved.reduce((total, change) => total + change * change, 0));
  return Math.min(1, 2 * normalBelow(-Math.abs(sum) / error));
}

/** Of all ways to swap, the share that moves the sum at least as far. The first case need not be swapped: signs are alike. */
function allSwaps(moved: readonly number[], seen: number): number {
  const least = seen * (1 - 1e-9) - 1e-12;
  let far = 0;
  const walk = (at: number, sum: number): void => {
    if (at === moved.length) {
      if (Math.abs(sum) >= least) far += 1;
      return;
    }
    walk(at + 1, sum + moved[at]!);
    walk(at + 1, sum - moved[at]!);
  };
  walk(1, moved[0]!);
  return far / 2 ** (moved.length - 1);
}

/**
 * 95 % of the mean of `changes`. One case that moved by `jump` either way is added on each side, as Bonett and Price do for
 * right and wrong: what was never seen to move may still do so. With a
 * jump of 0 it is Student's, of at least two changes.
 */
export function meanInterval(changes: readonly number[], jump: number): Interval {
  const n = changes.length + (jump === 0 ? 0 : 2);
  const sum = changes.reduce((total, change) => total + change, 0);
  const squares = changes.reduce((total, change) => total + change * change, 2 * jump * jump);
  const middle = sum / n;
  const spread = Math.max(0, squares / n - middle * middle);
  const half = studentQuantile(n - 1) * Math.sqrt(spread / (jump === 0 ? n - 1 : n));
  return [middle - half, middle + half];
}

/** How many cases would show a mean change like this in four of five studies, at 5 % two-sided; undefined where none is seen. */
export function casesThatTell(changes: readonly number[]): number | undefined {
  const n = changes.length;
  const net = Math.abs(changes.reduce((total, change) => total + change, 0)) / n;
  if (n === 0 || net < 1e-12) return undefined;
  const square = changes.reduce((total, change) => total + change * change, 0) / n;
  const [sure, power] = [normalQuantile(0.975), normalQuantile(0.8)];
  const root = sure * Math.sqrt(square) + power * Math.sqrt(Math.max(0, square - net * net));
  return Math.ceil((root / net) ** 2);
}
