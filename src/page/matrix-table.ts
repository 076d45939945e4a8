/**
 * Cases by model: what the Markdown matrix and the one in the HTML report show. A cell is as good as the
 * worst of its runs, of the gates over them, and of its floor.
 */
import type { CaseResult, Floor, Group, RunEnvelope } from '../types/envelope.js';
import type { Verdict } from '../types/verdict.js';

/** The column of what no model took part in. */
export const ONE_COLUMN = 'result';
const MOST_COLUMNS = 12;

export interface MatrixCell {
  rows: CaseResult[];
  group?: Group;
  floor?: Floor;
}

export type MatrixTable = Map<string, Map<string, MatrixCell>>;

/** Case → model → what there is; cases in the order of the run. */
export function matrixTable({ results, groups = [], tool_selection = [] }: RunEnvelope): MatrixTable {
  const files = new Set(results.map(({ file }) => file));
  const table: MatrixTable = new Map();
  const cellOf = (test: string, model: string): MatrixCell => {
    const cells = table.get(test) ?? new Map<string, MatrixCell>();
    table.set(test, cells);
    const cell = cells.get(model) ?? { rows: [] };
    cells.set(model, cell);
    return cell;
  };
  const shown = (file: string, test: string): string => (files.size > 1 ? `${file}: ${test}` : test);
  for (const result of results) {
    const { file, test, model = ONE_COLUMN } = result;
    cellOf(shown(file, test), model).rows.push(result);
  }
  const known = ({ file, test, model }: Group | Floor): MatrixCell | undefined =>
    table.get(shown(file, test))?.get(model ?? ONE_COLUMN);
  for (const group of groups) {
    const cell = known(group);
    if (cell) cell.group = group;
  }
  for (const floor of tool_selection) {
    const cell = known(floor);
    if (cell) cell.floor = floor;
  }
  return table;
}

/** Models in the order in which they appear; the column without a model comes first. */
export function matrixColumns(table: MatrixTable): string[] {
  const found = new Set([...table.values()].flatMap((cells) => [...cells.keys()]));
  const columns = found.delete(ONE_COLUMN) || found.size === 0 ? [ONE_COLUMN, ...found] : [...found];
  return columns.slice(0, MOST_COLUMNS);
}

export function cellVerdict({ rows, group, floor }: MatrixCell): Verdict {
  const verdicts = rows.map((one) => one.verdict);
  if (group) verdicts.push(group.verdict);
  if (floor) verdicts.push(floorVerdict(floor));
  return worst(verdicts);
}

export function floorVerdict({ passed, inconclusive }: Floor): Verdict {
  if (passed) return 'pass';
  return inconclusive === undefined ? 'fail' : 'inconclusive';
}

function worst(verdicts: Verdict[]): Verdict {
  const order: Verdict[] = ['fail', 'inconclusive', 'pass', 'skipped'];
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'skipped';
}
