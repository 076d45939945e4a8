/** Brings a store up to date, one process at a time, in one transaction: it is either of the old version or of the new. */

import { EXIT, McptestError } from '../../util/errors.js';
import { type Db, POSTGRES_SCHEMA, type Sql } from '../db/types.js';
import { MIGRATIONS, type Migration } from './migrations.js';

/** Any number, the same for everybody who migrates a registry in this PostgreSQL. */
const LOCK = 7_238_419_001;

export interface Migrated {
  from: number;
  to: number;
}

export async function migrate(db: Db, migrations: readonly Migration[] = MIGRATIONS): Promise<Migrated> {
  const target = migrations.length;
  if ((await versionOf(db, db.kind)) === target) return { from: target, to: target };
  return db.transaction(async (sql) => {
    if (db.kind === 'postgres') {
      await sql.run('select pg_advisory_xact_lock(?)', [LOCK]);
      await sql.run(`create schema if not exists ${POSTGRES_SCHEMA}`);
    }
    // Somebody else may have done it while we waited for the lock.
    const from = await versionOf(sql, db.kind);
    if (from > target) throw tooNew(from, target);
    if (from === 0) {
      await refuseForeign(sql, db.kind);
      await sql.run('create table registry_version (version integer not null)');
    }
    for (const { version, sql: text } of migrations.slice(from)) await step(sql, text(db.kind), version);
    return { from, to: target };
  });
}

/** A file that somebody else uses as a database is left alone. */
async function refuseForeign(sql: Sql, kind: Db['kind']): Promise<void> {
  if (kind === 'postgres') return;
  const [row] = await sql.all<{ name: string }>(
    "select name from sqlite_master where type = 'table' limit 1",
  );
  if (row === undefined) return;
  throw new McptestError({
    code: 'store-unreadable',
    message: `the file of --store is a database of something else: it has a table ${JSON.stringify(row.name)}`,
    hint: 'Name a file that `mcptest tdqs ingest` made, or one that does not exist yet.',
  });
}

async function step(sql: Sql, text: string, version: number): Promise<void> {
  for (const statement of text.split(';\n')) if (statement.trim() !== '') await sql.run(statement);
  await sql.run('delete from registry_version');
  await sql.run('insert into registry_version (version) values (?)', [version]);
}

/** 0 for a store without tables. */
export async function versionOf(sql: Sql, kind: Db['kind']): Promise<number> {
  const found = await sql.all(
    kind === 'sqlite'
      ? "select 1 from sqlite_master where name = 'registry_version'"
      : `select 1 from pg_tables where schemaname = '${POSTGRES_SCHEMA}' and tablename = 'registry_version'`,
  );
  if (found.length === 0) return 0;
  const [row] = await sql.all<{ version: number }>('select version from registry_version');
  return row?.version ?? 0;
}

function tooNew(found: number, known: number): McptestError {
  return new McptestError({
    code: 'store-too-new',
    message: `the store has version ${found}, and this mcptest knows versions up to ${known}`,
    hint: 'Update mcptest on this machine, or name another store with --store.',
    exitCode: EXIT.usage,
  });
}
