/**
 * What both databases can do for us, and no more: statements with `?` for values, many rows at once, and
 * a transaction. SQL is written once, in what SQLite and PostgreSQL have in common.
 */

/** Our tables have a room of their own in a PostgreSQL that others may use too. */
export const POSTGRES_SCHEMA = 'mcptest';

export type SqlValue = string | number | null;
export type SqlRow = Record<string, SqlValue>;

export interface Rows {
  table: string;
  columns: readonly string[];
  rows: readonly (readonly SqlValue[])[];
  /** What follows the values: `on conflict …`, `returning …`. */
  after?: string;
}

/** Statements, inside a transaction or not. */
export interface Sql {
  all<T = SqlRow>(text: string, values?: readonly SqlValue[]): Promise<T[]>;
  /** The number of rows that changed. */
  run(text: string, values?: readonly SqlValue[]): Promise<number>;
  /** What `returning` gives, in no promised order; nothing without it. */
  insert<T = SqlRow>(rows: Rows): Promise<T[]>;
}

export interface Db extends Sql {
  readonly kind: 'sqlite' | 'postgres';
  /** For people: the driver and its version, such as `node:sqlite 3.50.4, Node v24.1.0`. */
  readonly driver: string;
  /** One writer at a time in SQLite. Rolled back when `work` throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Rows as they are found, for tables that do not fit in memory. */
  stream<T = SqlRow>(text: string, values?: readonly SqlValue[]): AsyncIterable<T>;
  /** Several statements at once, as in a migration. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

/** A list for `in`: its text and its values. Few lengths, since a driver keeps a plan for each text. */
export function listOf<T extends SqlValue>(values: readonly T[]): { text: string; values: T[] } {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)));
  const last = values.at(-1);
  const padded = last === undefined ? [] : [...values, ...Array<T>(size - values.length).fill(last)];
  return { text: padded.length === 0 ? '(null)' : `(${padded.map(() => '?').join(', ')})`, values: padded };
}
