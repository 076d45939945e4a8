/**
 * `report --compare BASE --format md`: a comment for a pull request. First what matters: what holds no longer, figures
 * that moved and whether that is more than chance; then tests, what got worse before everything else. What did not
 * change is only counted.
 */

import type { CaseComparison, Comparison, Delta, GroupComparison } from '../../envelope/compare.js';
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
} from '../../envelope/compare-words.js';
import { rowNames } from '../../envelope/row-names.js';
import { plural } from '../../util/text.js';
import { code } from '../text/markdown-code.js';
import { milliseconds } from '../text/safe-text.js';
import { gateFigure } from './compare.js';

const MOST = 30;

/** A test, whether it was run once or several times. */
type TestRow = CaseComparison | GroupComparison;

/** In this order; what does not fail or go away is folded. */
const SECTIONS: { title: string; holds(row: TestRow): boolean; folded?: boolean }[] = [
  { title: '❌ Regressed', holds: ({ change }) => change === 'regressed' },
  { title: '❌ New and failing', holds: isNewFailure },
  { title: '❔ Another verdict', holds: ({ change }) => change === 'changed' },
  { title: '✅ Fixed', holds: ({ change }) => change === 'fixed' },
  { title: '➖ Removed', holds: ({ change }) => change === 'removed' },
  { title: '➕ New', holds: (row) => row.change === 'new' && !isNewFailure(row), folded: true },
];
const LAST = '❌ Failing as before';

export function compareMarkdown(comparison: Comparison): string {
  const tests: TestRow[] = [...comparison.cases, ...comparison.groups];
  const lines = [
    `## mcptest: ${headline(comparison)}`,
    '',
    `${comparison.base.verdict} → ${comparison.current.verdict}, ${milliseconds(comparison.base.duration_ms)} → ${milliseconds(comparison.current.duration_ms)}, ${plural(comparison.counts.same, 'test')} unchanged`,
    '',
    ...gateTable(comparison),
    ...helpTable(comparison),
    ...figureTable(comparison),
    ...SECTIONS.flatMap(({ title, holds, folded }) =>
      section(title, tests.filter(holds).map(testLine), folded),
    ),
    ...section('Coverage', coverageLines(comparison)),
    ...section(LAST, tests.filter(isOldFailure).map(testLine)),
    ...section('Figures of tests that ran once', caseFigureLines(comparison), true),
    `Base ${code(comparison.base.run_id, 64)}, current ${code(comparison.current.run_id, 64)}`,
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function isNewFailure({ change, current }: TestRow): boolean {
  return change === 'new' && current === 'fail';
}

function isOldFailure({ change, current }: TestRow): boolean {
  return change === 'same' && current === 'fail';
}

/** Green only where the run is: a comment that says so is what many will read of it. */
function headline({ counts, cases, groups, gates, current }: Comparison): string {
  const broke = gates.filter((gate) => gate.current === 'fails').length;
  const regressed = counts.regressed > 0 ? [`${counts.regressed} regressed`] : [];
  if (broke > 0)
    return `❌ ${[`${plural(broke, 'gate')} ${broke === 1 ? 'fails' : 'fail'} now`, ...regressed].join(', ')}`;
  if (counts.regressed > 0) return `❌ ${regressed}`;
  const tests: TestRow[] = [...cases, ...groups];
  const fresh = tests.filter(isNewFailure).length;
  if (fresh > 0) return `❌ ${plural(fresh, 'new test')} ${fresh === 1 ? 'fails' : 'fail'}`;
  const old = tests.filter(isOldFailure).length;
  if (old > 0)
    return `❌ ${plural(old, 'test')} ${old === 1 ? 'fails' : 'fail'} as before, nothing regressed`;
  if (current.verdict === 'fail') return '❌ failed, but no test regressed';
  if (counts.changed > 0) return `❔ ${counts.changed} changed`;
  if (current.verdict !== 'pass') return '❔ not judged, nothing regressed';
  if (counts.fixed > 0) return `✅ ${counts.fixed} fixed, nothing regressed`;
  return '✅ nothing regressed';
}

/** Folded where it is not what a reader came for. */
function section(title: string, lines: string[], folded = false): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MOST ? [`- … and ${lines.length - MOST} more`] : [];
  const list = [...lines.slice(0, MOST), ...more];
  return folded
    ? [`<details><summary>${title} (${lines.length})</summary>`, '', ...list, '', '</details>', '']
    : [`### ${title}`, '', ...list, ''];
}

function testLine(row: TestRow): string {
  const words = [row.base ?? 'not there', row.current ?? 'gone'].join(' → ');
  const runs = 'runs' in row ? `, ${passesText(row)}` : '';
  const why = 'reason' in row && row.reason !== undefined ? `: ${code(row.reason, 300)}` : '';
  return `- ${code(row.name, 160)} ${words}${runs} (${code(row.file, 120)})${why}`;
}

function gateTable({ gates }: Comparison): string[] {
  const rows = gates.map((gate) => {
    const model = gate.model === undefined ? '' : ` [${gate.model}]`;
    const mark = { fails: '❌ ', holds: '✅ ' }[gate.current as string] ?? '❔ ';
    const figure = gateFigure(gate);
    const cells = [cell(`${gate.kind} ${gate.name}${model}`), gate.base, mark + gate.current];
    return [...cells, figure === '' ? '' : cell(figure), gate.file === undefined ? '' : cell(gate.file)];
  });
  return table('Gates and floors', ['what', 'base', 'current', 'figure', 'suite'], rows);
}

const MARKS = { better: '✅ ', worse: '❌ ', undecided: '' };

/** Cases and tests in pairs, each figure that is asked for with its verdict. */
function helpTable(comparison: Comparison): string[] {
  const rows = toldFigures(comparison).map((one) => [
    cell(pairedName(one)),
    cell(one.figure),
    String(roundFor(one.base)),
    String(roundFor(one.now)),
    `${differenceText(one)} of ${one.pairs}`,
    MARKS[one.verdict] + chanceText(one),
  ]);
  const notes = caveats(comparison).flatMap((text) => [`${text}.`, '']);
  if (rows.length === 0) return notes;
  const head = ['test', 'figure', 'base', 'current', 'change', 'verdict'];
  return [...table('Did it help?', head, rows), ...notes, `${familyText(comparison)}.`, ''];
}

/** Base and current beside each other, and whether it is more than chance. */
function figureTable({ groups, paired }: Comparison): string[] {
  const line = (test: string, { name, base, current, paired: found }: MovedFigure): string[] => [
    test,
    cell(name),
    number(base),
    number(current),
    base === undefined || current === undefined ? '' : signed(current - base),
    found === undefined ? '' : MARKS[found.verdict] + chanceText(found),
  ];
  const rows = groups.flatMap((group) =>
    movedFigures(group, paired).map((one) => line(cell(group.name), one)),
  );
  return table('Figures that moved', ['test', 'figure', 'base', 'current', 'change', 'chance'], rows);
}

function table(title: string, head: string[], rows: string[][]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const more = rows.length > MOST ? ['', `… and ${rows.length - MOST} more`] : [];
  const body = rows.slice(0, MOST).map(line);
  return [`### ${title}`, '', line(head), line(head.map(() => '---')), ...body, ...more, ''];
}

/** A bar would end the cell, also in a code span. */
function cell(text: string): string {
  return code(text, 160).replaceAll('|', '\\|');
}

function number(value: number | undefined): string {
  return value === undefined ? 'none' : String(shortNumber(value));
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${shortNumber(value)}`;
}

function coverageLines({ coverage }: Comparison): string[] {
  if (!coverage) return [];
  const { percent, newly_covered, newly_uncovered } = coverage;
  if (percent.base === percent.current && newly_covered.length + newly_uncovered.length === 0) return [];
  const lines = [`- ${changeText(percent, 'not measured')} percent of the tools are called`];
  if (newly_uncovered.length > 0) lines.push(`- no longer called: ${listed(newly_uncovered)}`);
  if (newly_covered.length > 0) lines.push(`- called for the first time: ${listed(newly_covered)}`);
  return lines;
}

function listed(tools: string[]): string {
  const shown = tools.slice(0, MOST).map((tool) => code(tool, 80));
  return shown.join(', ');
}

function caseFigureLines({ cases }: Comparison): string[] {
  const named = rowNames(cases);
  return cases.flatMap((row) =>
    Object.entries(row.figures).map(
      ([name, delta]) => `- ${code(named(row.name, row), 200)} ${code(name, 120)} ${changeText(delta)}`,
    ),
  );
}

function changeText({ base, current, delta }: Delta, absent = 'none'): string {
  const show = (value: number | undefined): string => (value === undefined ? absent : number(value));
  const by = delta === undefined || delta === 0 ? '' : ` (${signed(delta)})`;
  return `${show(base)} → ${show(current)}${by}`;
}
