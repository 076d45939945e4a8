/** `report --compare`: what changed between two runs, as plain text; what did not is only counted. */
import type { CaseComparison, Comparison, Delta } from '../../envelope/compare.js';
import { rowNames } from '../../envelope/row-names.js';
import type { ReportOptions } from '../../types/reporter.js';
import { plural } from '../../util/text.js';
import { type Colour, painter } from '../text/paint.js';
import { milliseconds, safe, safeClip } from '../text/safe-text.js';

const COLOURS: Record<CaseComparison['change'], Colour> = {
  regressed: 'red',
  fixed: 'green',
  changed: 'yellow',
  new: 'cyan',
  removed: 'dim',
  same: 'dim',
};
const ORDER = ['regressed', 'fixed', 'changed', 'new', 'removed', 'same'] as const;

type Named = ReturnType<typeof rowNames>;

export function renderComparison(comparison: Comparison, options: Pick<ReportOptions, 'color'>): string {
  const paint = painter(options.color);
  const named = rowNames(comparison.cases);
  const cases = ORDER.flatMap((kind) => comparison.cases.filter((row) => row.change === kind))
    .filter((row) => row.change !== 'same' || Object.keys(row.figures).length > 0)
    .flatMap((row) => {
      const head = `${paint(COLOURS[row.change], row.change.padEnd(9))} ${safeClip(named(row.name, row), 300)}  ${verdicts(row)}`;
      return [head, ...figureLines(row)];
    });
  const lines = [
    headline(comparison),
    '',
    ...cases,
    ...groupLines(comparison, named),
    ...floorLines(comparison, named),
    ...coverageLines(comparison),
  ];
  if (lines.length > 2) lines.push('');
  return `${[...lines, countsLine(comparison)].join('\n')}\n`;
}

function headline({ base, current }: Comparison): string {
  const run = ({ run_id, verdict }: Comparison['base']) => `${safeClip(run_id, 128)} (${verdict})`;
  return `base ${run(base)}, current ${run(current)}`;
}

function verdicts(row: CaseComparison): string {
  const { delta } = row.duration_ms;
  const time = delta === undefined ? '' : `, ${signed(Math.round(delta))}ms`;
  if (row.base === undefined) return `${row.current}`;
  if (row.current === undefined) return `was ${row.base}`;
  return row.base === row.current ? `${row.base}${time}` : `${row.base} → ${row.current}${time}`;
}

function groupLines(comparison: Comparison, named: Named): string[] {
  return comparison.groups.flatMap((group) => {
    const words =
      group.base === group.current ? group.base : `${group.base ?? 'none'} → ${group.current ?? 'none'}`;
    return [`group     ${safeClip(named(group.name, group), 300)}  ${words}`, ...figureLines(group)];
  });
}

function figureLines(row: Pick<CaseComparison, 'figures'>): string[] {
  return Object.entries(row.figures).map(
    ([name, delta]) => `          ${safeClip(name, 120)}: ${change(delta)}`,
  );
}

function change({ base, current, delta }: Delta, absent = 'none'): string {
  const by = delta === undefined ? '' : ` (${signed(short(delta))})`;
  return `${show(base, absent)} → ${show(current, absent)}${by}`;
}

function show(value: number | undefined, absent: string): string {
  return value === undefined ? absent : String(short(value));
}

/** Six significant decimals are more than any figure means. */
function short(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value === 0 ? 0 : value);
}

function floorLines(comparison: Comparison, named: Named): string[] {
  return comparison.floors.map((floor) => {
    const name = floor.model === undefined ? floor.agent : `${floor.agent} (${floor.model})`;
    const rate = change(floor.selection_rate);
    const now = floor.inconclusive ? 'not judged' : floorWord(floor.current);
    return `floor     ${safeClip(named(name, floor), 300)}  ${floorWord(floor.base)} → ${now}, selection rate ${rate}`;
  });
}

export function floorWord(passed: boolean | undefined): string {
  if (passed === undefined) return 'none';
  return passed ? 'holds' : 'fails';
}

function coverageLines({ coverage }: Comparison): string[] {
  if (!coverage) return [];
  const { percent, newly_covered, newly_uncovered } = coverage;
  if (percent.base === percent.current && newly_covered.length + newly_uncovered.length === 0) return [];
  const names = (label: string, tools: string[]) => {
    return tools.length === 0
      ? []
      : [`          ${label}: ${safe(tools.map((tool) => safeClip(tool, 80)).join(', '))}`];
  };
  return [
    `coverage  ${change(percent, 'not measured')} percent`,
    ...names('no longer called', newly_uncovered),
    ...names('no longer missing', newly_covered),
  ];
}

function countsLine({ counts, base, current }: Comparison): string {
  const parts = ORDER.filter((kind) => kind !== 'same' && counts[kind] > 0).map(
    (kind) => `${counts[kind]} ${kind}`,
  );
  const same = `${plural(counts.same, 'test')} unchanged`;
  const time = `${milliseconds(base.duration_ms)} → ${milliseconds(current.duration_ms)}`;
  return `${[...parts, same].join(', ')}; ${time}`;
}
