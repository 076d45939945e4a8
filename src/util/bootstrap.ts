/**
 * Intervals by drawing cases again, all runs of a case together: runs of one case are alike, and counting them as so
 * many cases would promise too much. The draws are the same every time.
 */
import type { Interval } from './intervals.js';
import { normalBelow } from './paired-rates.js';
import { randomOf } from './random.js';
import { studentQuantile } from './two-samples.js';

const DRAWS = 2_000;
const FEWEST_DRAWS = 400;
/** Of many cases a draw says more, so that fewer are needed. */
const MOST_STEPS = 20_000_000;

/**
 * For each of several figures the middle 95 % over draws of `cases` places with repetition; a draw in which a figure
 * cannot be computed (undefined) does not count for it. `measure` is handed how often each case was drawn.
 */
export function drawnIntervals(
  cases: number,
  figures: number,
  measure: (times: Uint16Array, out: (number | undefined)[]) => void,
): (Interval | undefined)[] {
  const tail = cases < 2 ? 0 : tailOf(cases);
  return drawnSamples(cases, figures, measure).map((sorted) => between(sorted, tail));
}

/** The figures of each draw, ascending. */
export function drawnSamples(
  cases: number,
  figures: number,
  measure: (times: Uint16Array, out: (number | undefined)[]) => void,
): number[][] {
  const samples: number[][] = Array.from({ length: figures }, () => []);
  if (cases === 0) return samples;
  const draws = Math.max(FEWEST_DRAWS, Math.min(DRAWS, Math.floor(MOST_STEPS / cases)));
  const { below } = randomOf(1, 'bootstrap');
  const times = new Uint16Array(cases);
  const out = new Array<number | undefined>(figures);
  for (let i = 0; i < draws; i += 1) {
    times.fill(0);
    for (let k = 0; k < cases; k += 1) {
      const at = below(cases);
      times[at] = (times[at] ?? 0) + 1;
    }
    out.fill(undefined);
    measure(times, out);
    for (const [at, value] of out.entries()) if (value !== undefined) samples[at]!.push(value);
  }
  for (const list of samples) list.sort((a, b) => a - b);
  return samples;
}

/** What to leave out at each end: with few cases the draws are too narrow by as much as Student's t is wider. */
function tailOf(cases: number): number {
  return normalBelow(-Math.sqrt(cases / (cases - 1)) * studentQuantile(cases - 1));
}

function between(sorted: readonly number[], tail: number): Interval | undefined {
  if (sorted.length === 0) return undefined;
  const last = sorted.length - 1;
  return [sorted[Math.floor(tail * last)]!, sorted[Math.ceil((1 - tail) * last)]!];
}
