/**
 * A registry: its database, brought up to date. What is written goes through the functions of this room;
 * what is read may be asked of `db` with SQL, whose tables are described in `schema/version-1.ts`.
 */
import { type OpenOptions, openDb } from './db/open-db.js';
import type { Db } from './db/types.js';
import { migrate } from './schema/migrate.js';

export interface RegistryStore {
  readonly db: Db;
  close(): Promise<void>;
}

/** Where a registry is kept when nobody says. */
export const DEFAULT_STORE = 'registry.db';

/** Makes the store where there is none, unless it must exist. Throws `McptestError` where it is too new. */
export async function openStore(store: string, options: OpenOptions = {}): Promise<RegistryStore> {
  const db = await openDb(store, options);
  try {
    await migrate(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return { db, close: () => db.close() };
}

/** For people: a password in the address is not shown. */
export function shownStore(store: string): string {
  return store.replace(/^(\w+:\/\/[^:/@]*):[^@]*@/, '$1:***@');
}
