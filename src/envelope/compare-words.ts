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

/** `better`, `worse`, or that chance may have done it, and how many more would tell. */
export function chanceText(one: PairedFigure): string {
  const { verdict, interval, chance, more_runs, pairs } = one;
  if (verdict !== 'undecided') return `${verdict} by more than chance`;
  const what = pairs === undefined ? ['run', 'runs', ' of each'] : ['case', 'cases', ''];
  const more =
    more_runs === undefined
      ? ''
      : `; about ${more_runs} more ${what[more_runs === 1 ? 0 : 1]}${what[2]} would settle it`;
  if (interval === undefined) return `too few ${what[1]} to tell${more}`;
  if (one.difference === 0) return `no difference seen${more}`;
  // The interval speaks of this figure alone, and the verdict of all that were looked at.
  const among = chance !== undefined && chance <= 0.05 ? ', with so many figures looked at' : '';
  return `may be chance alone${among}${more}`;
}

/** `-13 (95 %: -20 to -6)`; fractions as they are. */
export function differenceText({ difference, interval }: PairedFigure): string {
  const signed = (value: number) => `${value > 0 ? '+' : ''}${roundFor(value)}`;
  return interval === undefined
    ? signed(difference)
    : `${signed(difference)} (95 %: ${signed(interval[0])} to ${signed(interval[1])})`;
}

/** Two decimals of what is small, one of what is large. */
export function roundFor(value: number): number {
  if (Math.abs(value) < 1) return Number(value.toFixed(Math.abs(value) < 0.01 ? 4 : 2));
  return Number(value.toFixed(1));
}

/** What a table of verdicts has to say: what is asked for, and what else moved by more than chance. */
export function toldFigures({ paired }: Comparison): PairedFigure[] {
  const cases = paired.filter(({ pairs }) => pairs !== undefined);
  return cases.filter(
    ({ asked, verdict, figure, base, now }) =>
      asked || verdict !== 'undecided' || ((figure === 'tokens' || figure === 'cost_usd') && base + now > 0),
  );
}

/** Of whom a figure is: `requests [gpt-5]`. */
export function pairedName({ test, model, pairs = 0 }: PairedFigure): string {
  if (test === undefined) return `all ${plural(pairs, 'test')} of models`;
  return model === undefined ? test : `${test} [${model}]`;
}

/** How the many comparisons were held apart from chance; empty where there was none. */
export function familyText({ paired }: Comparison): string {
  const judged = paired.filter(({ corrected }) => corrected !== undefined);
  const asked = judged.filter((one) => one.asked).length;
  const rest = judged.length - asked;
  if (judged.length === 0) return '';
  const others = rest === 0 ? '' : `; the other ${rest} together likewise`;
  return `${plural(asked, 'verdict and gated figure', 'verdicts and gated figures')} judged together at 5 % (Holm)${others}`;
}

/** What to know before one believes the figures, a clause each. */
export function caveats({ unjudged, other_cases: { expected, prompt } }: Comparison): string[] {
  const said = [];
  if (unjudged > 0) said.push(`${plural(unjudged, 'row')} could not be judged now and are left out`);
  if (expected > 0)
    said.push(
      `${plural(expected, 'case has', 'cases have')} other expected tools than before: that alone may move the figures`,
    );
  if (prompt > 0) said.push(`${plural(prompt, 'case')} had another prompt before`);
  return said;
}

/** What got worse by more than chance, one line each: figures that are asked for, and tests without a model. */
export function worseThings({ paired, cases }: Comparison): string[] {
  return [
    ...paired
      .filter(({ asked, verdict }) => asked && verdict === 'worse')
      .map(
        (one) =>
          `${one.pairs === undefined ? one.test : pairedName(one)}: ${one.figure} ${differenceText(one)}`,
      ),
    ...cases
      .filter(({ change, kind, current }) => change === 'regressed' && kind !== 'agent' && current === 'fail')
      .map(({ name }) => `${name}: passed, and fails now`),
  ];
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
