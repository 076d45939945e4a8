/**
 * `report --compare` as plain text. First what matters: the verdict, what holds no longer, figures that moved and whether
 * that is more than chance; then tests by name. What did not change is only counted.
 */
import type {
  CaseComparison,
  Comparison,
  Delta,
  GateChange,
  GroupComparison,
} from '../../envelope/compare.js';
import {
  caveats,
  chanceText,
  differenceText,
  familyText,
  type MovedFigure,
  movedFigures,
  pairedName,
  passesText,
  roundFor,
  shortNumber,
  toldFigures,
  whatMatters,
} from '../../envelope/compare-words.js';
import { rowNames } from '../../envelope/row-names.js';
import type { ReportOptions } from '../../types/reporter.js';
import { plural } from '../../util/text.js';
import { columns, pad } from '../text/columns.js';
import { type Colour, type Paint, painter } from '../text/paint.js';
import { milliseconds, safe, safeClip } from '../text/safe-text.js';

const COLOURS: Record<CaseComparison['change'], Colour> = {
  regressed: 'red',
  fixed: 'green',
  changed: 'yellow',
  new: 'cyan',
  removed: 'dim',
  same: 'dim',
};
const ORDER = ['regressed', 'changed', 'fixed', 'new', 'removed', 'same'] as const;
const VERDICTS: Record<Comparison['base']['verdict'], Colour> = {
  pass: 'green',
  fail: 'red',
  inconclusive: 'yellow',
};
/** A long name must not push the values of all others out of sight. */
const MOST_COLUMNS = 60;

type Named = ReturnType<typeof rowNames>;

interface Page {
  paint: Paint;
  named: Named;
}

export function renderComparison(comparison: Comparison, options: Pick<ReportOptions, 'color'>): string {
  const { cases, groups } = comparison;
  const page: Page = { paint: painter(options.color), named: rowNames([...cases, ...groups]) };
  const sections = [
    section('GATES', gateLines(comparison, page), page),
    section('DID IT HELP?', helpLines(comparison, page), page),
    section('FIGURES', figureLines(comparison, page), page),
    section('TESTS', testLines(comparison, page), page),
    section('COVERAGE', coverageLines(comparison), page),
  ];
  return `${[...headLines(comparison, page), '', ...sections.flat(), countsLine(comparison)].join('\n')}\n`;
}

function section(title: string, lines: string[], { paint }: Page): string[] {
  return lines.length === 0 ? [] : [paint('bold', title), ...lines, ''];
}

/** The verdict first, then what it is about, then which runs these are. */
function headLines(comparison: Comparison, { paint }: Page): string[] {
  const { base, current } = comparison;
  const word = paint(VERDICTS[current.verdict], current.verdict.toUpperCase());
  const was = base.verdict === current.verdict ? 'as before' : `was ${base.verdict.toUpperCase()}`;
  const matters = whatMatters(comparison);
  const moved = comparison.paired.some(({ difference }) => difference !== 0);
  const nothing = moved ? 'nothing beyond chance' : 'nothing changed';
  return [
    `${word}  ${was}: ${matters.length > 0 ? matters.join(', ') : nothing}`,
    paint('dim', `base ${safeClip(base.run_id, 128)}, current ${safeClip(current.run_id, 128)}`),
  ];
}

function gateLines({ gates }: Comparison, { paint, named }: Page): string[] {
  const rows = gates.map((gate) => {
    const model = gate.model === undefined ? '' : ` [${gate.model}]`;
    return [gate, safeClip(named(`${gate.kind} ${gate.name}${model}`, gate), 200)] as const;
  });
  const width = widest(rows.map(([, name]) => name));
  return rows.flatMap(([gate, name]) => {
    const [colour, mark] = markOf(gate);
    const figure = gateFigure(gate);
    const head = `  ${paint(colour, mark)} ${pad(name, width)}  ${gate.base} → ${gate.current}`;
    return figure === '' ? [head] : [head, `      ${figure}`];
  });
}

function markOf({ current }: GateChange): [Colour, string] {
  if (current === 'fails') return ['red', '✗'];
  return current === 'holds' ? ['green', '✓'] : ['yellow', '?'];
}

export function gateFigure({ kind, figure: { base, current, asked } }: GateChange): string {
  const what = kind === 'floor' ? 'selection rate ' : '';
  const value = base === undefined && current === undefined ? '' : `${what}${change({ base, current })}`;
  const wanted = asked === undefined ? '' : `required: ${safeClip(asked, 100)}`;
  return [value, wanted].filter((part) => part !== '').join(', ');
}

/** A table a test: base and current beside each other, and whether it is more than chance. */
function figureLines({ groups, paired }: Comparison, { paint, named }: Page): string[] {
  const tables = groups.map((group) => [group, movedFigures(group, paired)] as const);
  const width = widest(tables.flatMap(([, figures]) => figures.map(({ name }) => safeClip(name, 120))));
  return tables
    .filter(([, figures]) => figures.length > 0)
    .flatMap(([group, figures]) => [
      `  ${safeClip(named(group.name, group), 300)}, ${runsText(group)}`,
      ...figures.map((figure) => figureLine(figure, width, paint)),
    ]);
}

/** Cases and tests in pairs: each figure that is asked for with its verdict, and how many were judged together. */
function helpLines(comparison: Comparison, { paint }: Page): string[] {
  const told = toldFigures(comparison);
  const width = widest(told.map(({ figure }) => figure));
  let last = '';
  const lines = told.flatMap((one) => {
    const name = `  ${safeClip(pairedName(one), 300)}`;
    const head = name === last ? [] : [name];
    last = name;
    const numbers = `${roundFor(one.base)} → ${roundFor(one.now)}  ${differenceText(one)}`;
    const verdict = paint(CHANCE[one.verdict], chanceText(one));
    return [...head, `    ${pad(one.figure, width)}  ${numbers} of ${one.pairs}  ${verdict}`];
  });
  const notes = caveats(comparison).map((text) => `  ${text}`);
  const family = familyText(comparison);
  const said = family === '' ? [] : [paint('dim', `  ${family}`)];
  return told.length === 0 ? notes : [...lines, ...notes, ...said];
}

const CHANCE: Record<'better' | 'worse' | 'undecided', Colour> = {
  better: 'green',
  worse: 'red',
  undecided: 'dim',
};

function runsText({ runs }: GroupComparison): string {
  if (runs.base === runs.current) return plural(runs.current ?? 0, 'run');
  return `${runs.base} → ${plural(runs.current ?? 0, 'run')}`;
}

function figureLine({ name, base, current, paired }: MovedFigure, width: number, paint: Paint): string {
  const value = (one: number | undefined): string =>
    (one === undefined ? 'none' : String(shortNumber(one))).padStart(8);
  const by = base === undefined || current === undefined ? '' : signed(shortNumber(current - base));
  const numbers = `${value(base)} → ${value(current).trimStart().padEnd(8)} ${by.padEnd(8)}`;
  const text = paired === undefined ? '' : chanceText(paired);
  const chance = text === '' ? '' : ` ${paint(CHANCE[paired?.verdict ?? 'undecided'], text)}`;
  return `    ${pad(safeClip(name, 120), width)} ${numbers}${chance}`.trimEnd();
}

function testLines({ cases, groups }: Comparison, { paint, named }: Page): string[] {
  const rows = [
    ...cases.map((row) => ({ change: row.change, name: named(row.name, row), said: verdicts(row), row })),
    ...groups.map((group) => ({
      change: group.change,
      name: named(group.name, group),
      said: `${verdictPair(group)}, ${passesText(group)}`,
      row: undefined,
    })),
  ];
  return ORDER.flatMap((kind) => rows.filter((one) => one.change === kind))
    .filter(({ change: kind, row }) => kind !== 'same' || Object.keys(row?.figures ?? {}).length > 0)
    .flatMap(({ change: kind, name, said, row }) => [
      `  ${paint(COLOURS[kind], kind.padEnd(9))} ${safeClip(name, 300)}  ${said}`,
      ...(row?.reason === undefined ? [] : [`            why: ${safeClip(row.reason, 300)}`]),
      ...Object.entries(row?.figures ?? {}).map(
        ([figure, delta]) => `            ${safeClip(figure, 120)}: ${change(delta)}`,
      ),
    ]);
}

function verdictPair({ base, current }: Pick<CaseComparison, 'base' | 'current'>): string {
  if (base === undefined) return `${current}`;
  if (current === undefined) return `was ${base}`;
  return base === current ? base : `${base} → ${current}`;
}

function verdicts(row: CaseComparison): string {
  const { delta } = row.duration_ms;
  const isThere = row.base !== undefined && row.current !== undefined;
  return verdictPair(row) + (isThere && delta !== undefined ? `, ${signed(Math.round(delta))}ms` : '');
}

function change({ base, current, delta }: Delta, absent = 'none'): string {
  const by = delta === undefined ? '' : ` (${signed(shortNumber(delta))})`;
  return `${show(base, absent)} → ${show(current, absent)}${by}`;
}

function show(value: number | undefined, absent: string): string {
  return value === undefined ? absent : String(shortNumber(value));
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value === 0 ? 0 : value);
}

function widest(names: string[]): number {
  return Math.min(MOST_COLUMNS, Math.max(0, ...names.map(columns)));
}

function coverageLines({ coverage }: Comparison): string[] {
  if (!coverage) return [];
  const { percent, newly_covered, newly_uncovered } = coverage;
  if (percent.base === percent.current && newly_covered.length + newly_uncovered.length === 0) return [];
  const names = (label: string, tools: string[]) =>
    tools.length === 0 ? [] : [`  ${label}: ${safe(tools.map((tool) => safeClip(tool, 80)).join(', '))}`];
  return [
    `  ${change(percent, 'not measured')} percent of the tools`,
    ...names('no longer called', newly_uncovered),
    ...names('no longer missing', newly_covered),
  ];
}

/** What changed stands at the top. */
function countsLine({ counts, base, current }: Comparison): string {
  const time = `${milliseconds(base.duration_ms)} → ${milliseconds(current.duration_ms)}`;
  return `${plural(counts.same, 'test')} unchanged; ${time}`;
}
