/**
 * `--reporter matrix`: Markdown tables with a row for each case and a column for each model, so that
 * models can be compared at a glance. A cell says how many of the runs passed, and what the group's gates
 * and floor say. Without models there is one column.
 */
import type { CaseResult, Floor, Group, RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import type { Verdict } from '../types/verdict.js';
import { countsText } from './counts.js';
import { code } from './markdown-code.js';

const MARKS: Record<Verdict, string> = { pass: '✅', fail: '❌', inconclusive: '❔', skipped: '➖' };
const ONE_COLUMN = 'result';
const MOST_ROWS = 100;
const MOST_COLUMNS = 12;

interface Cell {
  rows: CaseResult[];
  group?: Group;
  floor?: Floor;
}

type Table = Map<string, Map<string, Cell>>;

export const matrix: Reporter = (envelope) => {
  const table = tableOf(envelope);
  const models = columnsOf(table);
  const lines = [
    '## mcptest matrix',
    '',
    countsText(envelope),
    '',
    row(['case', ...models.map(title)]),
    row(['---', ...models.map(() => '---')]),
    ...[...table]
      .slice(0, MOST_ROWS)
      .map(([test, cells]) => row([name(test), ...models.map((model) => cellText(cells.get(model)))])),
    ...(table.size > MOST_ROWS ? ['', `… and ${table.size - MOST_ROWS} more`] : []),
    ...figureTable(table, models),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
};

/** Case → model → what there is; cases in the order of the run. */
function tableOf({ results, groups = [], tool_selection = [] }: RunEnvelope): Table {
  const files = new Set(results.map(({ file }) => file));
  const table: Table = new Map();
  const cellOf = (test: string, model: string): Cell => {
    const cells = table.get(test) ?? new Map<string, Cell>();
    table.set(test, cells);
    const cell = cells.get(model) ?? { rows: [] };
    cells.set(model, cell);
    return cell;
  };
  const names = new Map<string, string>();
  for (const result of results) {
    const { test, model } = splitName(result);
    const shown = files.size > 1 ? `${result.file}: ${test}` : test;
    names.set(test, shown);
    cellOf(shown, model).rows.push(result);
  }
  for (const group of groups) {
    const test = withoutModel(group.name, group.model);
    const cell = table.get(names.get(test) ?? '')?.get(group.model ?? ONE_COLUMN);
    if (cell) cell.group = group;
  }
  for (const floor of tool_selection) {
    const cell = table.get(names.get(floor.agent) ?? '')?.get(floor.model ?? ONE_COLUMN);
    if (cell) cell.floor = floor;
  }
  return table;
}

/** Only rows of agents carry a model and the number of a run. */
function splitName({ name: full, kind, trace }: CaseResult): { test: string; model: string } {
  if (kind !== 'agent') return { test: full, model: ONE_COLUMN };
  const test = full.replace(/ #\d+$/, '');
  const inName = / \[([^\]]+)\]$/.exec(test)?.[1];
  const model = trace?.model ?? inName ?? ONE_COLUMN;
  return { test: withoutModel(test, model), model };
}

function withoutModel(test: string, model: string | undefined): string {
  const end = ` [${model}]`;
  return model !== undefined && test.endsWith(end) ? test.slice(0, -end.length) : test;
}

/** Models in the order in which they appear; the column without a model comes first. */
function columnsOf(table: Table): string[] {
  const found = new Set([...table.values()].flatMap((cells) => [...cells.keys()]));
  const columns = found.delete(ONE_COLUMN) || found.size === 0 ? [ONE_COLUMN, ...found] : [...found];
  return columns.slice(0, MOST_COLUMNS);
}

function title(model: string): string {
  return model === ONE_COLUMN ? model : name(model);
}

function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  const { rows, group, floor } = cell;
  const verdict = worst([
    ...rows.map((one) => one.verdict),
    ...(group ? [group.verdict] : []),
    ...(floor ? [floorVerdict(floor)] : []),
  ]);
  const passed = rows.filter((one) => one.verdict === 'pass').length;
  const runs = rows.length > 1 ? ` ${passed}/${rows.length}` : '';
  const grade = group?.grade === undefined ? '' : ` ${group.grade}`;
  const rate = floor ? `, selected ${floor.selected}/${floor.runs}` : '';
  return `${MARKS[verdict]}${runs}${grade}${rate}`;
}

function floorVerdict(floor: Floor): Verdict {
  return floor.passed ? 'pass' : floor.inconclusive === undefined ? 'fail' : 'inconclusive';
}

function worst(verdicts: Verdict[]): Verdict {
  const order: Verdict[] = ['fail', 'inconclusive', 'pass', 'skipped'];
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'skipped';
}

/** The figures of each case side by side, with tokens and cost of a run. */
function figureTable(table: Table, models: string[]): string[] {
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

function figuresOf(cell: Cell | undefined): Record<string, number> {
  if (cell === undefined) return {};
  const traces = cell.rows.flatMap(({ trace }) => trace ?? []);
  const tokens = meanOf(traces.map((trace) => trace.tokens?.total));
  const cost = meanOf(traces.map((trace) => trace.cost_usd));
  return {
    ...(cell.group?.figures ?? (cell.rows.length === 1 ? cell.rows[0]!.figures : {})),
    ...(tokens !== undefined && { 'tokens (mean)': Math.round(tokens) }),
    ...(cost !== undefined && cost > 0 && { 'cost in USD (mean)': Number(cost.toFixed(6)) }),
  };
}

/** Undefined as soon as one value is not known. */
function meanOf(values: (number | undefined)[]): number | undefined {
  if (values.length === 0 || values.some((value) => value === undefined)) return undefined;
  return values.reduce<number>((sum, value) => sum + value!, 0) / values.length;
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** In a table even a code span ends at a bar. */
function name(text: string): string {
  return code(text, 120).replaceAll('|', '\\|');
}
