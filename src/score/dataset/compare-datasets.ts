/** Two runs of the same table of requests, paired case by case: which figures moved, and whether that is more than chance. */
import { type Comparison, compareEnvelopes, type PairedFigure } from '../../envelope/compare.js';
import { type FigureChange, figureChanges, meansChange, partsChange } from '../../metrics/dataset/changes.js';
import type { Dataset } from '../../types/dataset.js';
import type { CaseResult, RunEnvelope } from '../../types/envelope.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { isRowOf } from './datasets.js';

/** Everything that changed, figures over cases among it. */
export function compareWithCases(base: RunEnvelope, current: RunEnvelope): Comparison {
  return compareEnvelopes(base, current, compareDatasets(base, current));
}

function compareDatasets(base: RunEnvelope, current: RunEnvelope): PairedFigure[] {
  const known = new Map((base.datasets ?? []).map((one) => [keyOf(one), one]));
  return (current.datasets ?? []).flatMap((dataset) => {
    const was = known.get(keyOf(dataset));
    if (was === undefined) return [];
    const rows = [base, current].map(({ results }) => results.filter((row) => isRowOf(row, dataset)));
    return oneDataset(dataset, rows[0]!, rows[1]!, gatedBy([was, dataset]));
  });
}

function keyOf({ file, test, model }: Pick<Dataset, 'file' | 'test' | 'model'>): string {
  return JSON.stringify([file, test, model]);
}

/** What gates name; a bound of a figure stands for the figure. */
function gatedBy(datasets: readonly Dataset[]): Set<string> {
  const targets = datasets.flatMap(({ gates = [] }) => gates.map(({ target }) => target));
  return new Set(targets.map((target) => target.replace(/^dataset\./, '').replace(/_low$/, '')));
}

function oneDataset(
  { file, test, model }: Dataset,
  before: readonly CaseResult[],
  after: readonly CaseResult[],
  gated: ReadonlySet<string>,
): PairedFigure[] {
  const counted = (rows: readonly CaseResult[]) => rows.flatMap(({ dataset }) => dataset ?? []);
  const isAsked = (figure: string) => gated.has(figure) || (figure === 'accuracy' && gated.size > 0);
  const shown = (change: FigureChange, figure: string, asked: boolean): PairedFigure => {
    const { cases, needed, figure: _, ...numbers } = change;
    const more = needed === undefined ? undefined : needed - cases;
    return omitUndefined({
      file,
      test,
      model,
      figure,
      pairs: cases,
      runs: { base: before.length, now: after.length },
      ...numbers,
      asked,
      verdict: 'undecided' as const,
      more_runs: more !== undefined && more > 0 ? more : undefined,
    });
  };
  const own = figureChanges(counted(before), counted(after)).map((change) =>
    shown(change, `dataset.${change.figure}`, isAsked(change.figure)),
  );
  // With gates over all cases a row has no verdict of its own: whether it is right stands for it.
  const rate = gated.size > 0 ? undefined : passChange(before, after);
  const rates = rate ? [shown(asFraction(rate), rate.figure, true)] : [];
  const costs = [meansOf(before, after, 'tokens'), meansOf(before, after, 'cost_usd')];
  return [...rates, ...own, ...costs.flatMap((one) => (one ? [shown(one, one.figure, false)] : []))];
}

/** The share of runs that passed is a fraction everywhere. */
function asFraction({ base, now, difference, interval, ...rest }: FigureChange): FigureChange {
  return omitUndefined({
    ...rest,
    base: base / 100,
    now: now / 100,
    difference: difference / 100,
    interval: interval && ([interval[0] / 100, interval[1] / 100] as [number, number]),
  });
}

function passChange(before: readonly CaseResult[], after: readonly CaseResult[]): FigureChange | undefined {
  const passed = ({ verdict }: CaseResult) =>
    verdict === 'pass' || verdict === 'fail' ? Number(verdict === 'pass') : undefined;
  const pairs = casePairs(before, after, passed);
  const parts = pairs.map((sides) => {
    const [was, is] = sides.map((values) => [sum(values), values.length] as const);
    return [was!, is!] as const;
  });
  return partsChange('pass_rate', parts);
}

/** What a run of a case costs on average. */
function meansOf(
  before: readonly CaseResult[],
  after: readonly CaseResult[],
  figure: 'tokens' | 'cost_usd',
): FigureChange | undefined {
  const value = ({ trace }: CaseResult) => (figure === 'tokens' ? trace?.tokens?.total : trace?.cost_usd);
  const pairs = casePairs(before, after, value);
  return meansChange(
    figure,
    pairs.map(([was, is]) => [sum(was) / was.length, sum(is) / is.length] as const),
  );
}

/** By case, the values of its runs on both sides; cases that a side does not have are left out. */
function casePairs(
  before: readonly CaseResult[],
  after: readonly CaseResult[],
  value: (row: CaseResult) => number | undefined,
): [number[], number[]][] {
  const byCase = new Map<string, [number[], number[]]>();
  for (const [side, rows] of [before, after].entries()) {
    for (const row of rows) {
      const name = row.case?.name ?? row.test;
      const found = value(row);
      if (found === undefined) continue;
      const pair = byCase.get(name) ?? [[], []];
      pair[side]!.push(found);
      byCase.set(name, pair);
    }
  }
  return [...byCase.values()].filter(([was, is]) => was.length > 0 && is.length > 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
