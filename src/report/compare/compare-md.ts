/**
 * `report --compare BASE --format md`: a comment for a pull request. What changed comes first, what got
 * worse before everything else; what did not change is only counted.
 */

import type { CaseComparison, Comparison, Delta } from '../../envelope/compare.js';
import { rowNames } from '../../envelope/row-names.js';
import { plural } from '../../util/text.js';
import { code } from '../text/markdown-code.js';
import { milliseconds } from '../text/safe-text.js';
import { floorWord } from './compare.js';

const MOST = 30;
/** In this order; what does not fail or go away is folded. */
const SECTIONS: { title: string; holds(row: CaseComparison): boolean; folded?: boolean }[] = [
  { title: '❌ Regressed', holds: ({ change }) => change === 'regressed' },
  { title: '❌ New and failing', holds: isNewFailure },
  { title: '❔ Another verdict', holds: ({ change }) => change === 'changed' },
  { title: '✅ Fixed', holds: ({ change }) => change === 'fixed' },
  { title: '➖ Removed', holds: ({ change }) => change === 'removed' },
  { title: '➕ New', holds: (row) => row.change === 'new' && !isNewFailure(row), folded: true },
];
const LAST = '❌ Failing as before';

export function compareMarkdown(comparison: Comparison): string {
  const lines = [
    `## mcptest: ${headline(comparison)}`,
    '',
    `${comparison.base.verdict} → ${comparison.current.verdict}, ${milliseconds(comparison.base.duration_ms)} → ${milliseconds(comparison.current.duration_ms)}, ${plural(comparison.counts.same, 'test')} unchanged`,
    '',
    ...SECTIONS.flatMap(({ title, holds, folded }) =>
      section(title, comparison.cases.filter(holds).map(caseLine), folded),
    ),
    ...section('Gates and floors', [...groupLines(comparison), ...floorLines(comparison)]),
    ...section('Coverage', coverageLines(comparison)),
    ...section(LAST, comparison.cases.filter(isOldFailure).map(caseLine)),
    ...section('Figures', figureLines(comparison), true),
    `Base ${code(comparison.base.run_id, 64)}, current ${code(comparison.current.run_id, 64)}`,
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function isNewFailure({ change, current }: CaseComparison): boolean {
  return change === 'new' && current === 'fail';
}

function isOldFailure({ change, current }: CaseComparison): boolean {
  return change === 'same' && current === 'fail';
}

/** Green only where the run is: a comment that says so is what many will read of it. */
function headline({ counts, cases, current }: Comparison): string {
  if (counts.regressed > 0) return `❌ ${counts.regressed} regressed`;
  const fresh = cases.filter(isNewFailure).length;
  if (fresh > 0) return `❌ ${plural(fresh, 'new test')} ${fresh === 1 ? 'fails' : 'fail'}`;
  const old = cases.filter(isOldFailure).length;
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

function caseLine(row: CaseComparison): string {
  const words = [row.base ?? 'not there', row.current ?? 'gone'].join(' → ');
  return `- ${code(row.name, 160)} ${words} (${code(row.file, 120)})`;
}

function groupLines({ groups }: Comparison): string[] {
  return groups
    .filter(({ base, current }) => base !== current)
    .map((group) => {
      const model = group.model === undefined ? '' : ` ${code(group.model, 60)}`;
      return `- ${code(group.name, 160)}${model} ${group.base ?? 'not there'} → ${group.current ?? 'gone'}${suiteOf(group)}`;
    });
}

function floorLines({ floors }: Comparison): string[] {
  return floors.map((floor) => {
    const now = floor.inconclusive ? 'not judged' : floorWord(floor.current);
    const model = floor.model === undefined ? '' : ` ${code(floor.model, 60)}`;
    return `- floor of ${code(floor.agent, 160)}${model} ${floorWord(floor.base)} → ${now}, selection rate ${changeText(floor.selection_rate)}${suiteOf(floor)}`;
  });
}

function suiteOf({ file }: { file: string }): string {
  return ` (${code(file, 120)})`;
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

function figureLines({ cases, groups }: Comparison): string[] {
  const named = rowNames(cases);
  return [...cases, ...groups].flatMap((row) =>
    Object.entries(row.figures).map(
      ([name, delta]) => `- ${code(named(row.name, row), 200)} ${code(name, 120)} ${changeText(delta)}`,
    ),
  );
}

function changeText({ base, current, delta }: Delta, absent = 'none'): string {
  const show = (value: number | undefined): string =>
    value === undefined ? absent : String(Math.round(value * 1e4) / 1e4);
  const by = delta === undefined || delta === 0 ? '' : ` (${delta > 0 ? '+' : ''}${show(delta)})`;
  return `${show(base)} → ${show(current)}${by}`;
}
