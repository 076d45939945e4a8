/** A comparison in words, the same on the terminal, in Markdown and on the page. */
import { plural } from '../util/text.js';
import type { Comparison, GateChange, GroupComparison, PairedFigure } from './compare.js';

/** The share of the runs of a test that passed. */
export const PASS_RATE = 'pass_rate';

/** Bounds and powers of other figures: of one run they say nothing. */
export const DERIVED = /\.(?:rate_low|rate_high|certified_lower|pass_hat_\d+)$/;

/** What matters, worst first: `1 floor broke`, `1 test regressed`, `2 figures are worse by more than chance`. */
export function whatMatters({ gates, counts, paired }: Comparison): string[] {
  const broke = gates.filter(({ current }) => current === 'fails');
  const mended = gates.filter(({ base, current }) => base === 'fails' && current === 'holds');
  const figures = (verdict: PairedFigure['verdict']) =>
    paired.filter((one) => one.verdict === verdict).length;
  const moved = (count: number, word: string) =>
    `${plural(count, 'figure')} ${count === 1 ? 'is' : 'are'} ${word} by more than chance`;
  const parts: [number, string][] = [
    [broke.length, `${plural(broke.length, gateWord(broke))} ${broke.length === 1 ? 'fails' : 'fail'} now`],
    [counts.regressed, `${plural(counts.regressed, 'test')} regressed`],
    [figures('worse'), moved(figures('worse'), 'worse')],
    [
      mended.length,
      `${plural(mended.length, gateWord(mended))} ${mended.length === 1 ? 'holds' : 'hold'} again`,
    ],
    [counts.fixed, `${plural(counts.fixed, 'test')} fixed`],
    [figures('better'), moved(figures('better'), 'better')],
    [counts.changed, `${plural(counts.changed, 'test')} changed`],
    [counts.new, `${counts.new} new`],
    [counts.removed, `${counts.removed} removed`],
  ];
  return parts.filter(([count]) => count > 0).map(([, text]) => text);
}

function gateWord(gates: readonly GateChange[]): string {
  return gates.every(({ kind }) => kind === 'floor') ? 'floor' : 'gate';
}

/** Whether a figure moved by more than chance. */
export function chanceText({ verdict, interval, more_runs }: PairedFigure): string {
  if (verdict !== 'undecided') return `${verdict} by more than chance`;
  const more =
    more_runs === undefined
      ? ''
      : `; about ${more_runs} more ${more_runs === 1 ? 'run' : 'runs'} of each would tell`;
  return `${interval === undefined ? 'too few runs to tell' : 'may be chance'}${more}`;
}

/** What is known of chance for each figure of a test that moved. */
export interface MovedFigure {
  name: string;
  base?: number;
  current?: number;
  /** Absent for what is only known of all runs together, such as pass^k. */
  paired?: PairedFigure;
}

/** The figures of a test over its runs that moved, the share of runs that passed first. */
export function movedFigures(group: GroupComparison, paired: readonly PairedFigure[]): MovedFigure[] {
  const own = paired.filter(
    ({ file, test, model }) => file === group.file && test === group.name && model === group.model,
  );
  const rate = own.find(({ figure, difference }) => figure === PASS_RATE && difference !== 0);
  const moved = Object.entries(group.figures);
  // Of pass^k the hardest, which is the last, stands for all.
  const hardest = moved.findLast(([name]) => /\.pass_hat_\d+$/.test(name))?.[0];
  const told = moved.filter(([name]) => !DERIVED.test(name) || name === hardest);
  const others = told.map(([name, { base, current }]): MovedFigure => {
    return { name, base, current, paired: own.find(({ figure }) => figure === name) };
  });
  if (rate === undefined) return others;
  return [{ name: 'runs that passed', base: rate.base, current: rate.now, paired: rate }, ...others];
}

/** `3 of 5 runs passed → 1 of 5`. */
export function passesText({ runs, passed, current }: GroupComparison): string {
  if (current === 'fail' && runs.current === passed.current)
    return `all ${plural(runs.current ?? 0, 'run')} passed, but not what is asked of them together`;
  const side = (all: number | undefined, good: number | undefined): string | undefined =>
    all === undefined ? undefined : `${good} of ${all}`;
  const [was, is] = [side(runs.base, passed.base), side(runs.current, passed.current)];
  if (was === undefined || is === undefined) return `${was ?? is} runs passed`;
  return was === is ? `${is} runs passed` : `${was} runs passed → ${is}`;
}

/** Four decimals are more than any figure means. */
export function shortNumber(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
