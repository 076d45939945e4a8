/** SQLite as Node brings it. */

import type { SqliteFile } from './sqlite.js';
import type { SqlValue } from './types.js';

/** The part of `node:sqlite` that is used; the types of our oldest Node do not know it. */
interface DatabaseSync {
  exec(text: string): void;
  prepare(text: string): {
    all(...values: SqlValue[]): unknown[];
    iterate(...values: SqlValue[]): Iterable<unknown>;
    run(...values: SqlValue[]): { changes: number | bigint };
  };
  close(): void;
}

export function openBuiltIn(path: string): SqliteFile {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as never) as unknown as {
    DatabaseSync: new (path: string) => DatabaseSync;
  };
  const database = new DatabaseSync(path);
  return {
    name: 'node:sqlite',
    exec: (text) => database.exec(text),
    prepare: (text) => {
      const statement = database.prepare(text);
      return {
        all: (values) => statement.all(...values),
        iterate: (values) => statement.iterate(...values),
        run: (values) => Number(statement.run(...values).changes),
        finalize: () => {},
      };
    },
    close: () => database.close(),
  };
}
