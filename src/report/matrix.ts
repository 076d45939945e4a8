/**
 * `--reporter matrix`: Markdown tables with a row for each case and a column for each model, so that
 * models can be compared at a glance. A cell says how many of the runs passed, and what the group's gates
 * and floor say. Without models there is one column.
 */
import { nameOverRuns } from '../envelope/row-names.js';
import {
  cellVerdict,
  type MatrixCell,
  type MatrixTable,
  matrixColumns,
  matrixTable,
  ONE_COLUMN,
} from '../page/matrix-table.js';
import type { RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import type { Verdict } from '../types/verdict.js';
import { countsText, partyTexts, ratePercent, strengthText } from './counts.js';
import { code } from './text/markdown-code.js';

const MARKS: Record<Verdict, string> = { pass: '✅', fail: '❌', inconclusive: '❔', skipped: '➖' };
const MOST_ROWS = 100;

export const matrix: Reporter = (envelope) => {
  const table = matrixTable(envelope);
  const models = matrixColumns(table);
  const strengthOf = strengthColumn(envelope);
  const beside = strengthOf === undefined ? [] : ['strength'];
  const lines = [
    '## mcptest matrix',
    '',
    countsText(envelope),
    ...(envelope.strength === undefined ? [] : ['', `strength ${strengthText(envelope.strength)}`]),
    '',
    row(['case', ...models.map(title), ...beside]),
    row(['---', ...models.map(() => '---'), ...beside.map(() => '---:')]),
    ...[...table]
      .slice(0, MOST_ROWS)
      .map(([test, cells]) =>
        row([
          name(test),
          ...models.map((model) => cellText(cells.get(model))),
          ...beside.map(() => strengthOf?.([...cells.values()]) ?? ''),
        ]),
      ),
    ...overflow(table.size),
    ...figureTable(table, models),
    '',
    ...partyTexts(envelope)
      .slice(0, MOST_ROWS)
      .map((text) => `- ${code(text, 200)}`),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
};

function overflow(rows: number): string[] {
  return rows > MOST_ROWS ? ['', `… and ${rows - MOST_ROWS} more`] : [];
}

function title(model: string): string {
  return model === ONE_COLUMN ? model : name(model);
}

function cellText(cell: MatrixCell | undefined): string {
  if (cell === undefined) return '';
  const { rows, group, floor } = cell;
  const passed = rows.filter((one) => one.verdict === 'pass').length;
  const runs = rows.length > 1 ? ` ${passed}/${rows.length}` : '';
  const grade = group?.grade === undefined ? '' : ` ${group.grade}`;
  const rate = floor ? `, selected ${floor.selected}/${floor.runs}` : '';
  return `${MARKS[cellVerdict(cell)]}${runs}${grade}${rate}`;
}

/** What share of the changes each case notices, over all its models; undefined where that was not measured. */
function strengthColumn({ strength }: RunEnvelope): ((cells: MatrixCell[]) => string) | undefined {
  if (strength === undefined) return undefined;
  const byName = new Map(strength.tests.map((test) => [keyOf(test.file, test.name), test]));
  return (cells) => {
    const names = new Set(cells.flatMap(({ rows }) => rows.map((one) => keyOf(one.file, nameOverRuns(one)))));
    const tests = [...names].flatMap((key) => byName.get(key) ?? []);
    const sum = (key: 'killed' | 'mutants') => tests.reduce((all, test) => all + test[key], 0);
    const rate = ratePercent(sum('mutants') === 0 ? undefined : sum('killed') / sum('mutants'));
    return tests.some(({ hollow }) => hollow) ? `${rate}, hollow` : rate;
  };
}

function keyOf(file: string, test: string): string {
  return `${file}\0${test}`;
}

/** The figures of each case side by side, with tokens and cost of a run. */
function figureTable(table: MatrixTable, models: string[]): string[] {
  const lines: string[] = [];
  for (const [test, cells] of [...table].slice(0, MOST_ROWS)) {
    const columns = models.map((model) => figuresOf(cells.get(model)));
    const targets = [...new Set(columns.flatMap((figures) => Object.keys(figures)))];
    for (const target of targets) {
      const values = columns.map((figures) =>
        Object.hasOwn(figures, target) ? String(figures[target]) : '',
      );
      lines.push(row([name(test), name(target), ...values]));
    }
  }
  if (lines.length === 0) return [];
  const head = [
    row(['case', 'figure', ...models.map(title)]),
    row(['---', '---', ...models.map(() => '---')]),
  ];
  return ['', '### Figures', '', ...head, ...lines.slice(0, MOST_ROWS)];
}

function figuresOf(cell: MatrixCell | undefined): Record<string, number> {
  if (cell === undefined) return {};
  const traces = cell.rows.flatMap(({ trace }) => trace ?? []);
  const tokens = meanOf(traces.map((trace) => trace.tokens?.total));
  const cost = meanOf(traces.map((trace) => trace.cost_usd));
  const [first, ...others] = cell.rows;
  const alone = others.length === 0 ? first?.figures : undefined;
  const figures = { ...(cell.group?.figures ?? alone) };
  if (tokens !== undefined) figures['tokens (mean)'] = Math.round(tokens);
  if (cost !== undefined && cost > 0) figures['cost in USD (mean)'] = Number(cost.toFixed(6));
  return figures;
}

/** Undefined as soon as one value is not known. */
function meanOf(values: (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  if (values.length === 0 || known.length < values.length) return undefined;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** In a table even a code span ends at a bar. */
function name(text: string): string {
  return code(text, 120).replaceAll('|', '\\|');
}
