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
  // Where a gate of an older run, which does not name its suite, is taken to belong.
  const fileOf = new Map<string, string>();
  for (const result of results) {
    const { test, model } = splitName(result);
    fileOf.set(test, result.file);
    cellOf(shown(result.file, test), model).rows.push(result);
  }
  const known = (test: string, { file, model }: Group | Floor): MatrixCell | undefined =>
    table.get(shown(file ?? fileOf.get(test) ?? '', test))?.get(model ?? ONE_COLUMN);
  for (const group of groups) {
    const cell = known(withoutModel(group.name, group.model), group);
    if (cell) cell.group = group;
  }
  for (const floor of tool_selection) {
    const cell = known(floor.agent, floor);
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
export function matrixColumns(table: MatrixTable): string[] {
  const found = new Set([...table.values()].flatMap((cells) => [...cells.keys()]));
  const columns = found.delete(ONE_COLUMN) || found.size === 0 ? [ONE_COLUMN, ...found] : [...found];
  return columns.slice(0, MOST_COLUMNS);
}

export function cellVerdict({ rows, group, floor }: MatrixCell): Verdict {
  return worst([
    ...rows.map((one) => one.verdict),
    ...(group ? [group.verdict] : []),
    ...(floor ? [floorVerdict(floor)] : []),
  ]);
}

function floorVerdict(floor: Floor): Verdict {
  return floor.passed ? 'pass' : floor.inconclusive === undefined ? 'fail' : 'inconclusive';
}

function worst(verdicts: Verdict[]): Verdict {
  const order: Verdict[] = ['fail', 'inconclusive', 'pass', 'skipped'];
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'skipped';
}
