/**
 * How sure a share is that was counted over cases with one or several counts each: runs of one case are alike, and taking
 * them for so many cases would promise too much. Nothing here is random.
 */
import { type Interval, wilson } from './intervals.js';

/**
 * Wilson's interval, at 95 %, with as many cases as the spread between cases is worth. `adds` is what each case adds to
 * the rate beyond the mean of all (the delta method); `most` is how many counts there are in all. One case that is all
 * right and one that is all wrong are added before the spread is looked at: where no case differs from the others, they
 * may still be few. With one count a case this is Wilson's of the cases, exactly.
 */
export function caseInterval(rate: number, adds: readonly number[], most: number): Interval {
  const n = adds.length + 2;
  const middle = (rate * adds.length + 1) / n;
  let spread = 0;
  for (const add of adds) spread += ((add * adds.length + rate - middle) / n) ** 2;
  spread += ((1 - middle) / n) ** 2 + (middle / n) ** 2;
  const worth = (middle * (1 - middle) * (n - 1)) / (n * spread) - 1;
  const cases = Math.min(worth, Math.max(most, adds.length));
  return wilson(rate * cases, cases);
}
