/** Figures of tests with several runs beside each other, each with the interval of its difference: is it more than chance? */
import type { CaseResult } from '../types/envelope.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { type Difference, differenceOf, mean, pairedDifference } from '../util/two-samples.js';
import { figureOfRuns, type Pool } from './compare-pools.js';
import { DERIVED, PASS_RATE } from './compare-words.js';

export interface PairedFigure {
  /** The suite and the test; absent where it is all tests together, paired test by test. */
  file?: string;
  test?: string;
  model?: string;
  /** `pass_rate`, or a figure of a metric block. */
  figure: string;
  /** How many runs (or, of all tests, how many tests) each number stands for. */
  runs: { base: number; now: number };
  base: number;
  now: number;
  difference: number;
  /** 95 % of the difference; absent where there are too few runs for one. */
  interval?: [number, number];
  verdict: 'better' | 'worse' | 'undecided';
  /** So many more runs of each would probably decide it. */
  more_runs?: number;
}

export interface PoolPair {
  before: Pool;
  after: Pool;
}

/** The name of a figure tells whether less of it is better. */
const LESS_IS_BETTER =
  /tokens|cost|distractor$|leaks|restricted|wasted|repeats|backtracks|loops|errors|thrash|gave_up|extra_calls|unsupported|unbacked|claimed_after|duration|_usd$/;

export function pairedFigures(pairs: readonly PoolPair[]): PairedFigure[] {
  const rates = pairs.flatMap((pair) => oneFigure(pair, PASS_RATE, passed) ?? []);
  const rest = pairs.flatMap((pair) => {
    const names = new Set(pair.after.rows.flatMap(({ figures }) => Object.keys(figures)));
    const own = [...names].filter((name) => !DERIVED.test(name));
    return own.flatMap((name) => oneFigure(pair, name, ownFigure(name)) ?? []);
  });
  return [...overAll(rates), ...rates, ...rest];
}

function passed({ verdict }: CaseResult): number {
  return verdict === 'pass' ? 1 : 0;
}

function ownFigure(name: string): (row: CaseResult) => number | undefined {
  return ({ figures }) => (Object.hasOwn(figures, name) ? figures[name] : undefined);
}

function oneFigure(
  { before, after }: PoolPair,
  figure: string,
  of: (row: CaseResult) => number | undefined,
): PairedFigure | undefined {
  const [base, now] = [figureOfRuns(before, of), figureOfRuns(after, of)];
  if (base.length === 0 || now.length === 0) return undefined;
  return omitUndefined({
    file: after.file,
    test: after.name,
    model: after.model,
    figure,
    runs: { base: base.length, now: now.length },
    base: mean(base),
    now: mean(now),
    ...judged(figure, differenceOf(base, now)),
  });
}

function overAll(rates: readonly PairedFigure[]): PairedFigure[] {
  if (rates.length < 2) return [];
  const found = pairedDifference(rates.map(({ difference }) => difference));
  const [base, now] = [mean(rates.map((one) => one.base)), mean(rates.map((one) => one.now))];
  const runs = { base: rates.length, now: rates.length };
  return [{ figure: PASS_RATE, runs, base, now, ...judged(PASS_RATE, found) }];
}

function judged(figure: string, { decided, ...found }: Difference) {
  const better = LESS_IS_BETTER.test(figure) ? found.difference < 0 : found.difference > 0;
  const verdict: PairedFigure['verdict'] = better ? 'better' : 'worse';
  return { ...found, verdict: decided ? verdict : ('undecided' as const) };
}
