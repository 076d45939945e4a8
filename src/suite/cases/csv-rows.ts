/**
 * Cases of a CSV file: the first row names the columns. A cell without quotes that is exactly a number, `true`, `false`
 * or `null` is read as that; whatever stands in quotes is text.
 */
import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { clip, oneLine, plural } from '../../util/text.js';
import { BadCases, type ReadRow } from './rows.js';

const MAX_ROW = 1_000_000;
const NAMES = 'the first row gives each column a name of its own';

interface CsvRecord {
  record: unknown[];
  info: Info;
  raw: string;
}

const WORDS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<ReadRow> {
  const parser = parse({
    bom: true,
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
    // Else the end of the first row would be that of all.
    record_delimiter: ['\r\n', '\n', '\r'],
    cast: (cell, { quoting }) => (quoting ? cell : typed(cell)),
  });
  const source = Readable.from(text);
  // What goes wrong while the file is read is told by whoever reads the rows.
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let columns: string[] | undefined;
  let ended = 0;
  try {
    for await (const { record, info, raw } of parser as AsyncIterable<CsvRecord>) {
      const line = info.lines - (raw.trim().match(/\r\n|\n|\r/g)?.length ?? 0);
      ended = info.lines;
      if (columns === undefined) columns = header(record, line);
      else yield { line, values: valuesOf(columns, record, line) };
    }
  } catch (error) {
    throw error instanceof CsvError ? explained(error, ended + 1) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** A number only where writing it again gives the same text: `007`, `1.10` and `1e5` are text. */
function typed(cell: string): unknown {
  if (WORDS.has(cell)) return WORDS.get(cell);
  return cell !== '' && String(Number(cell)) === cell && Number.isFinite(Number(cell)) ? Number(cell) : cell;
}

function header(record: unknown[], line: number): string[] {
  const names = record.map(String);
  const empty = names.indexOf('');
  if (empty >= 0) throw new BadCases(`column ${empty + 1} has no name`, line, NAMES);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new BadCases(`two columns have the name \`${oneLine(clip(twice, 60))}\``, line, NAMES);
  return names;
}

function valuesOf(columns: string[], record: unknown[], line: number): Record<string, unknown> {
  if (record.length !== columns.length) {
    const message = `the row has ${plural(record.length, 'cell')}, the header ${columns.length}`;
    throw new BadCases(message, line, 'put a cell that holds a comma or a line break in double quotes');
  }
  return Object.fromEntries(columns.map((name, index) => [name, record[index]]));
}

const REASONS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a double quote is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'something comes after a closing double quote',
  INVALID_OPENING_QUOTE: 'a double quote is inside a cell that does not begin with one',
  CSV_MAX_RECORD_SIZE: `the row is longer than ${MAX_ROW / 1_000_000} million characters`,
};

/** `begun`: the line at which the row that went wrong begins; what is never closed is noticed only at the end. */
function explained(error: CsvError, begun: number): BadCases {
  const { code, lines: noticed = begun } = error as CsvError & { lines?: number };
  const line = code === 'CSV_QUOTE_NOT_CLOSED' ? begun : noticed;
  const reason = REASONS[code] ?? oneLine(clip(error.message, 200));
  return new BadCases(reason, line, 'inside a quoted cell, a double quote is written twice');
}
