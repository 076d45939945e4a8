/**
 * A store in PostgreSQL, for several machines. After a cut the statement or the transaction is repeated on another
 * connection; whether the first got through is not known then, so all that is written bears being written twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { EXIT, McptestError } from '../../util/errors.js';
import { sha256 } from '../../util/hash.js';
import { oneLine } from '../../util/text.js';
import { loadPg } from './load-package.js';
import { type Db, POSTGRES_SCHEMA, type Rows, type Sql, type SqlValue } from './types.js';

/** PostgreSQL takes at most 65,535 values in a statement. */
const MOST_VALUES = 30_000;
const PAGE = 500;
const UNREACHABLE = 'store-unreachable';

export interface PostgresDb extends Db {
  /** For the queue, which has statements of its own. */
  readonly pool: Pool;
  readonly url: string;
}

export async function openPostgres(url: string, connections = 10): Promise<PostgresDb> {
  const pg = await loadPg();
  // Counts and sums are far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'mcptest',
    // The parts of a search are done one after the other; side by side they would be in any order.
    options: `-c search_path=${POSTGRES_SCHEMA} -c max_parallel_workers_per_gather=0`,
  });
  // A connection that is cut is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const { rows } = await pool.query<{ server_version: string }>('show server_version');
    const driver = `PostgreSQL ${rows[0]?.server_version ?? ''}, pg, Node ${process.version}`;
    return postgresDb(pool, url, driver);
  } catch (cause) {
    await pool.end();
    throw unreachable(cause);
  }
}

function postgresDb(pool: Pool, url: string, driver: string): PostgresDb {
  const sql = statements(pool);
  return {
    kind: 'postgres',
    driver,
    pool,
    url,
    all: <T>(text: string, values: readonly SqlValue[] = []) =>
      patiently(async () => (await asked(pool, prepared(text), values)).rows as T[]),
    run: (text, values) => patiently(() => sql.run(text, values)),
    insert: (rows) => patiently(() => inTransaction(pool, (inside) => inside.insert(rows))),
    transaction: (work) => patiently(() => inTransaction(pool, work)),
    script: async (text) => {
      await pool.query(text);
    },
    stream: (text, values) => paged(pool, text, values),
    close: () => pool.end(),
  };
}

/** Statements of one connection, or of any. */
export function statements(to: Pool | PoolClient): Sql {
  return {
    all: async <T>(text: string, values: readonly SqlValue[] = []) =>
      (await asked(to, numbered(text), values)).rows as T[],
    run: async (text, values = []) => (await asked(to, numbered(text), values)).rowCount ?? 0,
    insert: async <T>(rows: Rows) => {
      const found: T[] = [];
      for (const part of parts(rows))
        for (const row of (await asked(to, part.text, part.values)).rows) found.push(row as T);
      return found;
    },
  };
}

const MOST_TRIES = 8;
const FIRST_PAUSE_MS = 50;

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const cut = error instanceof McptestError && error.code === UNREACHABLE;
      if (!cut || tries === MOST_TRIES) throw error;
    }
    await sleep(FIRST_PAUSE_MS * 2 ** tries);
  }
}

type Text = string | { name: string; text: string };

async function asked(to: Pool | PoolClient, text: Text, values: readonly SqlValue[]) {
  try {
    const query = typeof text === 'string' ? { text } : text;
    return await to.query({ ...query, values: [...values] });
  } catch (cause) {
    throw isOutOfReach(cause) ? unreachable(cause) : cause;
  }
}

/** The server shut down or went away (classes 57P and 08), or the network did. */
export function isOutOfReach(cause: unknown): boolean {
  const code = String((cause as { code?: unknown }).code ?? '');
  const said = cause instanceof Error ? cause.message : '';
  return /^(?:57P|08|53|E[A-Z]{3,})/.test(code) || /Connection terminated|connection timeout/i.test(said);
}

async function inTransaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await connected(pool);
  let broken: Error | undefined;
  const lost = (error: Error): void => {
    broken = error;
  };
  client.on('error', lost);
  try {
    await asked(client, 'begin', []);
    const value = await work(statements(client));
    await asked(client, 'commit', []);
    return value;
  } catch (error) {
    await client.query('rollback').catch(lost);
    throw error;
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
}

async function connected(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw unreachable(cause);
  }
}

/** A cursor, so that a table need not fit in memory. */
async function* paged<T>(pool: Pool, text: string, values: readonly SqlValue[] = []): AsyncIterable<T> {
  const client = await connected(pool);
  try {
    await client.query('begin read only');
    await client.query(`declare page no scroll cursor for ${numbered(text)}`, [...values]);
    for (;;) {
      const { rows } = await client.query(`fetch ${PAGE} from page`);
      if (rows.length === 0) return;
      yield* rows as T[];
    }
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

const MOST_PREPARED = 500;
const preparedTexts = new Map<string, Text>();

/** Statements that are asked again and again are planned once a connection: a plan takes longer than most answers. */
function prepared(text: string): Text {
  const known = preparedTexts.get(text);
  if (known !== undefined) return known;
  const made = { name: `mcptest_${sha256(text).slice(0, 16)}`, text: numbered(text) };
  if (preparedTexts.size >= MOST_PREPARED) return made.text;
  preparedTexts.set(text, made);
  return made;
}

/** `?` → `$1`, `$2`; no text of ours has a question mark of its own. */
function numbered(text: string): string {
  let at = 0;
  return text.replace(/\?/g, () => {
    at += 1;
    return `$${at}`;
  });
}

function* parts({ table, columns, rows, after = '' }: Rows): Iterable<{ text: string; values: SqlValue[] }> {
  const size = Math.max(1, Math.floor(MOST_VALUES / columns.length));
  for (let from = 0; from < rows.length; from += size) {
    const some = rows.slice(from, from + size);
    const row = `(${columns.map(() => '?').join(', ')})`;
    const text = `insert into ${table} (${columns.join(', ')}) values ${some.map(() => row).join(', ')} ${after}`;
    yield { text: numbered(text), values: some.flat() };
  }
}

function unreachable(cause: unknown): McptestError {
  const said =
    cause instanceof Error
      ? oneLine(cause.message || String((cause as { code?: string }).code))
      : 'no reason given';
  return new McptestError({
    code: UNREACHABLE,
    message: `the PostgreSQL of --store cannot be reached: ${said}`,
    hint: 'Check the address, the user, the password and the name of the database: postgres://user:password@host:5432/name.',
    exitCode: EXIT.internal,
    cause,
  });
}
