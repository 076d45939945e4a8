/**
 * A store in one file. The driver that Node brings is taken where there is one (22.5 and later), else
 * SQLite as WebAssembly; both write the same file, so that a registry can move between them.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { McptestError } from '../../util/errors.js';
import { oneLine } from '../../util/text.js';
import { storeTrouble, waitWhileBusy } from './sqlite-trouble.js';
import { Turns } from './turns.js';
import type { Db, Rows, Sql, SqlValue } from './types.js';

/** What the two drivers have in common. */
export interface SqliteStatement {
  all(values: readonly SqlValue[]): unknown[];
  iterate(values: readonly SqlValue[]): Iterable<unknown>;
  run(values: readonly SqlValue[]): number;
  finalize(): void;
}

export interface SqliteFile {
  readonly name: string;
  prepare(text: string): SqliteStatement;
  exec(text: string): void;
  close(): void;
}

export type SqliteDriver = 'built-in' | 'wasm';

export interface SqliteOptions {
  driver?: SqliteDriver;
  /** A store that is not there is an error. */
  must_exist?: boolean;
}

export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Db> {
  const file = resolve(path);
  if (options.must_exist && !existsSync(file)) throw noStore(path);
  const driver = options.driver ?? (hasBuiltIn() ? 'built-in' : 'wasm');
  try {
    return await open(file, driver);
  } catch (cause) {
    throw storeTrouble(cause, path);
  }
}

export function hasBuiltIn(): boolean {
  return process.getBuiltinModule?.('node:sqlite') !== undefined;
}

async function open(file: string, driver: SqliteDriver): Promise<Db> {
  const opened =
    driver === 'built-in'
      ? (await import('./sqlite-built-in.js')).openBuiltIn(file)
      : await (await import('./sqlite-wasm.js')).openWasm(file);
  // No write-ahead log: WebAssembly has no shared memory, and the file must open in both drivers.
  await waitWhileBusy(() =>
    opened.exec('pragma foreign_keys = on; pragma cache_size = -65536; pragma journal_mode = truncate'),
  );
  const asked = opened.prepare('select sqlite_version() as version');
  const [row] = asked.all([]) as { version: string }[];
  asked.finalize();
  return sqliteDb(opened, `${opened.name} ${row?.version ?? ''}, Node ${process.version}`);
}

function sqliteDb(file: SqliteFile, driver: string): Db {
  const { using, finalizeAll } = preparedOf(file);
  const sql: Sql = {
    all: async <T>(text: string, values: readonly SqlValue[] = []) =>
      (await waitWhileBusy(() => using(text, (statement) => statement.all(values)))) as T[],
    run: async (text, values = []) => waitWhileBusy(() => using(text, (statement) => statement.run(values))),
    insert: async <T>(rows: Rows) =>
      (await waitWhileBusy(() => using(insertText(rows), (statement) => insertAll(statement, rows)))) as T[],
  };
  // One connection: whoever is in a transaction has it alone.
  const turns = new Turns();
  const transaction = <T>(work: (inside: Sql) => Promise<T>): Promise<T> =>
    turns.take(async () => {
      await waitWhileBusy(() => file.exec('begin immediate'));
      try {
        const value = await work(sql);
        await waitWhileBusy(() => file.exec('commit'));
        return value;
      } catch (error) {
        rollBack(file);
        throw error;
      }
    });
  return {
    kind: 'sqlite',
    driver,
    transaction,
    all: (text, values) => turns.take(() => sql.all(text, values)),
    run: (text, values) => turns.take(() => sql.run(text, values)),
    insert: (rows) => transaction((inside) => inside.insert(rows)),
    script: (text) => turns.take(async () => waitWhileBusy(() => file.exec(text))),
    async *stream<T>(text: string, values: readonly SqlValue[] = []) {
      // A statement of its own, since the same text may be read twice at a time.
      const statement = file.prepare(text);
      try {
        yield* statement.iterate(values) as Iterable<T>;
      } finally {
        statement.finalize();
      }
    },
    close: () =>
      turns.take(async () => {
        finalizeAll();
        file.close();
      }),
  };
}

/** Statements by their text, each prepared once. */
function preparedOf(file: SqliteFile) {
  const statements = new Map<string, SqliteStatement>();
  const prepared = (text: string): SqliteStatement => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const statement = file.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  /** A statement that failed, if only because of another writer, is not used again: one driver cannot reset it. */
  const using = <T>(text: string, work: (statement: SqliteStatement) => T): T => {
    const statement = prepared(text);
    try {
      return work(statement);
    } catch (error) {
      statements.delete(text);
      finalizeFailed(statement);
      throw error;
    }
  };
  const finalizeAll = (): void => {
    for (const statement of statements.values()) statement.finalize();
    statements.clear();
  };
  return { using, finalizeAll };
}

function insertText({ table, columns, after = '' }: Rows): string {
  return `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')}) ${after}`;
}

function insertAll(statement: SqliteStatement, { rows, after = '' }: Rows): unknown[] {
  if (/\breturning\b/.test(after)) return rows.flatMap((row) => statement.all(row));
  for (const row of rows) statement.run(row);
  return [];
}

/** It says again why it failed. */
function finalizeFailed(statement: SqliteStatement): void {
  try {
    statement.finalize();
  } catch {
    // It was told already.
  }
}

/** A full disk may have ended the transaction already. */
function rollBack(file: SqliteFile): void {
  try {
    file.exec('rollback');
  } catch {
    // There is nothing left to roll back.
  }
}

function noStore(path: string): McptestError {
  return new McptestError({
    code: 'no-registry',
    message: `there is no registry store at ${oneLine(path)}`,
    hint: 'Make one with `mcptest tdqs ingest SOURCE --store FILE`.',
  });
}
