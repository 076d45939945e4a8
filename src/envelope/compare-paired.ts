/**
 * Figures beside each other, each with the interval of its difference: is it more than chance? Runs of one test are two
 * samples; tests with one another are pairs. Who looks at many figures finds one that moved by chance, so that all that is
 * asked for is judged together (Holm), and all the rest together as well.
 */
import type { CaseResult } from '../types/envelope.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { casesThatTell, meanInterval, swapChance } from '../util/paired-cases.js';
import { holm, pairedInterval } from '../util/paired-rates.js';
import { differenceOf, mean } from '../util/two-samples.js';
import { figureOfRuns, type Pool } from './compare-pools.js';
import { DERIVED, PASS_RATE } from './compare-words.js';

export interface PairedFigure {
  /** The suite and the test; absent where it is all tests together, paired test by test. */
  file?: string;
  test?: string;
  model?: string;
  /** `pass_rate`, a figure of a metric block or of a dataset, `tokens` or `cost_usd` a run. */
  figure: string;
  /** How many cases or tests are paired; absent where the runs of one test are two samples. */
  pairs?: number;
  /** How many runs each number stands for. */
  runs: { base: number; now: number };
  base: number;
  now: number;
  difference: number;
  /** 95 % of the difference; absent where there are too few runs for one. */
  interval?: [number, number];
  /** The chance that nothing but chance moves it as far: of this figure alone, and with all that is judged with it. */
  chance?: number;
  corrected?: number;
  /** A verdict on tests, or a figure that a gate names: what `--fail-on worse` looks at. */
  asked: boolean;
  /** `better` and `worse` only where the corrected chance is at most 5 %. */
  verdict: 'better' | 'worse' | 'undecided';
  /** So many more runs of each, or cases, would probably decide it. */
  more_runs?: number;
}

export interface PoolPair {
  before: Pool;
  after: Pool;
}

/** The name of a figure tells whether less of it is better. */
const LESS_IS_BETTER =
  /tokens|cost|distractor$|leaks|restricted|wasted|repeats|backtracks|loops|errors|thrash|gave_up|extra_calls|unsupported|unbacked|claimed_after|duration|_usd$|hallucination|unnecessary_calls|unknown_names/;

const MOST_CHANCE = 0.05;

/** `pairs`: tests that are on both sides, however often they were run. `gated`: what gates name, by test. */
export function pairedFigures(
  pairs: readonly PoolPair[],
  isGated: (pool: Pool, figure: string) => boolean,
): PairedFigure[] {
  const several = pairs.filter(({ before, after }) => Math.max(before.rows.length, after.rows.length) > 1);
  const rates = several.flatMap((pair) => oneFigure(pair, PASS_RATE, passed) ?? []);
  const rest = several.flatMap((pair) => {
    const names = new Set(pair.after.rows.flatMap(({ figures }) => Object.keys(figures)));
    const own = [...names].filter((name) => !DERIVED.test(name));
    return own.flatMap((name) => oneFigure(pair, name, ownFigure(name)) ?? []);
  });
  const asked = (one: PairedFigure, { after }: PoolPair) =>
    one.figure === PASS_RATE || isGated(after, one.figure);
  const byName = new Map(several.map((pair) => [nameOf(pair.after), pair]));
  const all = [...rates, ...rest].map((one) => ({
    ...one,
    asked: asked(one, byName.get(nameOf({ ...one, name: one.test }))!),
  }));
  return [...overAll(pairs), ...all];
}

function nameOf({ file, name, model }: { file?: string; name?: string; model?: string }): string {
  return JSON.stringify([file, name, model]);
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
  const { decided: _, ...found } = differenceOf(base, now);
  return omitUndefined({
    file: after.file,
    test: after.name,
    model: after.model,
    figure,
    runs: { base: base.length, now: now.length },
    base: mean(base),
    now: mean(now),
    ...found,
    asked: false,
    verdict: 'undecided' as const,
  });
}

/** The share of runs that passed, over all tests of models, test by test. */
function overAll(pairs: readonly PoolPair[]): PairedFigure[] {
  const rates = pairs.flatMap(({ before, after }) => {
    const [base, now] = [figureOfRuns(before, passed), figureOfRuns(after, passed)];
    return base.length === 0 || now.length === 0 ? [] : [{ base, now }];
  });
  const n = rates.length;
  if (n < 2) return [];
  const changes = rates.map(({ base, now }) => mean(now) - mean(base));
  const most = rates.reduce((max, { base, now }) => Math.max(max, base.length, now.length), 0);
  const count = (sign: number) => changes.filter((change) => change * sign > 0).length;
  const needed = casesThatTell(changes);
  const runs = (side: 'base' | 'now') => rates.reduce((sum, rate) => sum + rate[side].length, 0);
  return [
    omitUndefined({
      figure: PASS_RATE,
      pairs: n,
      runs: { base: runs('base'), now: runs('now') },
      base: mean(rates.map(({ base }) => mean(base))),
      now: mean(rates.map(({ now }) => mean(now))),
      difference: mean(changes),
      interval:
        most === 1
          ? pairedInterval({ n, gained: count(1), lost: count(-1) })
          : meanInterval(changes, 1 / most),
      chance: swapChance(changes),
      asked: true,
      verdict: 'undecided' as const,
      more_runs: needed === undefined || needed <= n ? undefined : needed - n,
    }),
  ];
}

/** Each with its verdict, judged together with the others of its kind. */
export function judgeTogether(figures: readonly PairedFigure[]): PairedFigure[] {
  const judged = new Map<PairedFigure, number>();
  for (const asked of [true, false]) {
    const family = figures.filter((one) => one.asked === asked && one.chance !== undefined);
    for (const [at, chance] of holm(family.map((one) => one.chance!)).entries())
      judged.set(family[at]!, chance);
  }
  return figures.map((one) => {
    const corrected = judged.get(one);
    if (corrected === undefined) return one;
    const decided = corrected <= MOST_CHANCE && one.difference !== 0;
    const better = LESS_IS_BETTER.test(one.figure) ? one.difference < 0 : one.difference > 0;
    const { more_runs, ...rest } = one;
    if (!decided) return { ...rest, corrected, ...(more_runs !== undefined && { more_runs }) };
    return { ...rest, corrected, verdict: better ? 'better' : 'worse' };
  });
}
