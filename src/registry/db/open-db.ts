/** `--store` → a database: a PostgreSQL address, or the path of a file. */
import { openSqlite, type SqliteOptions } from './sqlite.js';
import type { Db } from './types.js';

export interface OpenOptions extends SqliteOptions {
  /** Connections to PostgreSQL. */
  connections?: number;
}

export async function openDb(store: string, options: OpenOptions = {}): Promise<Db> {
  if (!isPostgres(store)) return openSqlite(store, options);
  const { openPostgres } = await import('./postgres.js');
  return openPostgres(store, options.connections);
}

export function isPostgres(store: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(store);
}
