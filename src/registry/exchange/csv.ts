/** The current tools with their scores as CSV, one row a tool and judge, for a spreadsheet. */
import { DIMENSIONS } from '../../tdqs/dimensions.js';
import { csvCell } from '../../util/csv-cell.js';
import type { Db, SqlRow, SqlValue } from '../db/types.js';

const COLUMNS = [
  'server',
  'tool',
  'input_hash',
  'judge',
  'rubric',
  'tdqs',
  'tier',
  ...DIMENSIONS,
  'smells',
  'flags',
  'our_flags',
  'scored_at',
  'description',
] as const;

export async function* csvLines(db: Db): AsyncIterable<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  const rows = db.stream<SqlRow>(
    `select servers.name as server, tools.name as tool, input_hash, judge, rubric, tdqs, tier, ${DIMENSIONS.join(', ')},
      smells, flags, our_flags, scored_at, description
     from tools join servers on servers.id = tools.server_id left join scores on scores.tool_id = tools.id
     where tools.current = 1 order by servers.name, tools.id, judge, rubric`,
  );
  for await (const row of rows)
    yield `${COLUMNS.map((column) => csvCell(shownOf(row, column))).join(',')}\r\n`;
}

function shownOf(row: SqlRow, column: (typeof COLUMNS)[number]): SqlValue {
  const value = row[column] ?? null;
  if (column === 'tdqs') return value === null ? null : Number(value) / 10;
  if (column === 'smells' || column === 'flags' || column === 'our_flags')
    return value === null ? null : (JSON.parse(String(value)) as string[]).join('; ');
  return value;
}
