/**
 * The tables, as a list of steps that only ever grows: a store has gone through the first `version` of them.
 * A step is never edited once it was released; what it got wrong, a later one mends.
 */
import type { Db } from '../db/types.js';
import { SEARCH_TABLES } from './search-tables.js';
import { VERSION_1 } from './version-1.js';

export interface Migration {
  version: number;
  /** SQL for this kind of database. */
  sql(kind: Db['kind']): string;
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, sql: VERSION_1 },
  { version: 2, sql: SEARCH_TABLES },
];

/** What this program reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;
