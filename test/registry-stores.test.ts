/** One contract for every store: a file with either driver of SQLite, and a real PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDb } from '../src/registry/db/open-db.js';
import { hasBuiltIn } from '../src/registry/db/sqlite.js';
import { captureOf } from '../src/registry/ingest/capture.js';
import { ingest } from '../src/registry/ingest/ingest.js';
import type { Found } from '../src/registry/ingest/sources.js';
import { migrate, versionOf } from '../src/registry/schema/migrate.js';
import { MIGRATIONS, SCHEMA_VERSION } from '../src/registry/schema/migrations.js';
import { openStore, type RegistryStore } from '../src/registry/store.js';
import type { ToolDef } from '../src/types/catalog.js';
import { findPostgres, type Postgres, startPostgres } from './lib/postgres.js';

interface Kind {
  name: string;
  missing?: string;
  open(name: string): Promise<RegistryStore>;
  place(name: string): Promise<string>;
}

const folder = mkdtempSync(join(tmpdir(), 'mcptest-stores-'));
const postgres = findPostgres();
let running: Promise<Postgres> | undefined;
const places = new Map<string, Promise<string>>();
const database = (name: string): Promise<string> => {
  running ??= startPostgres();
  const made = places.get(name) ?? running.then((server) => server.database(name));
  places.set(name, made);
  return made;
};

afterAll(async () => {
  await (await running)?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const file = (driver: 'built-in' | 'wasm'): Kind => ({
  name: `SQLite, ${driver}`,
  place: async (name) => join(folder, `${driver}-${name}.db`),
  open: async (name) => openStore(join(folder, `${driver}-${name}.db`), { driver }),
});

const KINDS: Kind[] = [
  file('wasm'),
  hasBuiltIn()
    ? file('built-in')
    : { ...file('built-in'), missing: `Node ${process.version} brings no SQLite` },
  {
    name: 'PostgreSQL',
    missing: 'missing' in postgres ? postgres.missing : undefined,
    place: database,
    open: async (name) => openStore(await database(name)),
  },
];

function tool(name: string, description = `Gets the ${name} of a customer.`): ToolDef {
  return { name, description, inputSchema: { type: 'object', properties: { id: { type: 'string' } } } };
}

async function* found(catalogs: Record<string, ToolDef[]>): AsyncIterable<Found> {
  for (const [server, tools] of Object.entries(catalogs))
    yield { catalog: { server, tools }, source: 'a test' };
}

const take = (store: RegistryStore, catalogs: Record<string, ToolDef[]>) => {
  const problems: string[] = [];
  return ingest(store, found(catalogs), { told: ({ message }) => problems.push(message) });
};

describe.each(KINDS)('a store in $name', ({ missing, open, place, name: kind }) => {
  const check = (name: string, work: () => Promise<void>) =>
    missing === undefined ? it(name, work) : it.skip(`${name} (${missing})`, () => {});

  check('takes captures, and counts what changed', async () => {
    const store = await open('captures');
    const first = await take(store, { shop: [tool('orders'), tool('customers')], bank: [tool('accounts')] });
    expect(first).toMatchObject({ servers: 2, tools: 3, added: 3, changed: 0, unchanged: 0, removed: 0 });
    const again = await take(store, { shop: [tool('customers'), tool('orders')] });
    expect(again).toMatchObject({ servers: 1, tools: 2, added: 0, changed: 0, unchanged: 2, removed: 0 });
    const later = await take(store, { shop: [tool('orders', 'Lists orders.'), tool('refunds')] });
    expect(later).toMatchObject({ added: 1, changed: 1, unchanged: 0, removed: 1 });
    const versions = await store.db.all<{ version: number; superseded: number }>(
      `select captures.version as version, case when superseded_at is null then 0 else 1 end as superseded
       from captures join servers on servers.id = server_id where name = 'shop' order by captures.version`,
    );
    expect(versions).toEqual([
      { version: 1, superseded: 1 },
      { version: 2, superseded: 1 },
      { version: 3, superseded: 0 },
    ]);
    expect(await names(store, 'shop', 1)).toEqual(['orders', 'refunds']);
    expect(await names(store, 'shop', 0)).toEqual(['customers', 'orders']);
    await store.close();
  });

  check('keeps the spans of a definition that goes and comes back', async () => {
    const store = await open('spans');
    await take(store, { shop: [tool('orders'), tool('refunds')] });
    await take(store, { shop: [tool('orders')] });
    const back = await take(store, { shop: [tool('orders'), tool('refunds')] });
    expect(back).toMatchObject({ added: 1, unchanged: 1 });
    const spans = await store.db.all(
      `select name, from_version, until_version from tool_spans join tools on tools.id = tool_id
       order by name, from_version`,
    );
    expect(spans).toEqual([
      { name: 'orders', from_version: 1, until_version: null },
      { name: 'refunds', from_version: 1, until_version: 2 },
      { name: 'refunds', from_version: 3, until_version: null },
    ]);
    await store.close();
  });

  check('keeps both of two captures of one server at once', async () => {
    const [one, other] = [await open('two'), await open('two')];
    await Promise.all([
      take(one, { shop: [tool('orders')] }),
      take(other, { shop: [tool('orders', 'Other.')] }),
    ]);
    const [row] = await one.db.all<{ version: number }>("select version from servers where name = 'shop'");
    const current = await names(one, 'shop', 1);
    expect(row?.version).toBe(2);
    expect(current).toEqual(['orders']);
    await Promise.all([one.close(), other.close()]);
  });

  check('keeps texts that a database has no place for', async () => {
    const store = await open('texts');
    await take(store, { shop: [tool('a\0b', 'half \ud800 and nul \0')] });
    const rows = await store.db.all('select name, description from tools');
    expect(rows).toEqual([{ name: 'a\ufffdb', description: 'half \ufffd and nul \ufffd' }]);
    await store.close();
  });

  check('rolls back what fails half-way', async () => {
    const store = await open('rollback');
    const failed = store.db.transaction(async (sql) => {
      await sql.run(
        "insert into workers (id, place, judge, started_at, seen_at) values ('a', '', '', '', '')",
      );
      throw new Error('half-way');
    });
    await expect(failed).rejects.toThrow('half-way');
    expect(await store.db.all('select * from workers')).toEqual([]);
    await store.close();
  });

  check('is migrated forward from version 1, once, and refused when it is newer', async () => {
    const where = await place('migrations');
    const [one, other] = await Promise.all([openDb(where), openDb(where)]);
    const next = { version: SCHEMA_VERSION + 1, sql: () => 'alter table servers add column later text' };
    await migrate(one, MIGRATIONS.slice(0, 1));
    expect(await versionOf(one, one.kind)).toBe(1);
    await one.run("insert into servers (name, source, first_seen, last_seen) values ('kept', '', '', '')");
    await Promise.all([migrate(one, [...MIGRATIONS, next]), migrate(other, [...MIGRATIONS, next])]);
    expect(await one.all('select name, later from servers')).toEqual([{ name: 'kept', later: null }]);
    await expect(migrate(other)).rejects.toMatchObject({ code: 'store-too-new' });
    await Promise.all([one.close(), other.close()]);
    expect(kind).not.toBe('');
  });
});

it('gives a set the same hash in any order', () => {
  const told = () => {};
  const [a, b] = [tool('a'), tool('b')];
  const hash = (tools: ToolDef[]) => captureOf({ server: 's', tools }, '', told)?.setHash;
  expect(hash([a, b])).toBe(hash([b, a]));
  expect(hash([a])).not.toBe(hash([a, b]));
});

async function names(store: RegistryStore, server: string, current: number): Promise<string[]> {
  const rows = await store.db.all<{ name: string }>(
    `select tools.name as name from tools join servers on servers.id = server_id
     where servers.name = ? and current = ? order by tools.name`,
    [server, current],
  );
  return rows.map(({ name }) => name);
}
