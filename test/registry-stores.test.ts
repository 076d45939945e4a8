/** One contract for every store: a file with either driver of SQLite, and a real PostgreSQL. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDb } from '../src/registry/db/open-db.js';
import { hasBuiltIn } from '../src/registry/db/sqlite.js';
import type { Db } from '../src/registry/db/types.js';
import { csvLines } from '../src/registry/exchange/csv.js';
import { exportLines } from '../src/registry/exchange/export.js';
import { importFile } from '../src/registry/exchange/import.js';
import { captureOf } from '../src/registry/ingest/capture.js';
import { ingest } from '../src/registry/ingest/ingest.js';
import type { Found } from '../src/registry/ingest/sources.js';
import { isQueued } from '../src/registry/queue/queue.js';
import { runWorker } from '../src/registry/queue/run-worker.js';
import { migrate, versionOf } from '../src/registry/schema/migrate.js';
import { MIGRATIONS, SCHEMA_VERSION } from '../src/registry/schema/migrations.js';
import { openStore, type RegistryStore } from '../src/registry/store.js';
import type { RegistryJudge } from '../src/registry/sweep/open-registry-judge.js';
import { sweepOnce } from '../src/registry/sweep/sweep.js';
import { pendingServers } from '../src/registry/work/find-work.js';
import { noteJudge, openGate } from '../src/registry/work/gate.js';
import { judgeWork } from '../src/registry/work/judge-work.js';
import { offlineJudge } from '../src/tdqs/offline/judge.js';
import { scoreServer } from '../src/tdqs/server-score.js';
import type { ToolDef } from '../src/types/catalog.js';
import type { TdqsJudge } from '../src/types/tdqs.js';
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

  check('tells of two captures at the same time, and of a tool that has another name', async () => {
    const store = await open('noted');
    const notes: string[] = [];
    const note = (catalogs: Record<string, ToolDef[]>, at: string) =>
      ingest(store, found(catalogs), {
        told: ({ kind: of, server, tool: which, message }) =>
          notes.push(`${of} ${server} ${which ?? '-'}: ${message}`),
        now: () => new Date(at),
      });
    await note({ shop: [tool('a'), tool('b')] }, '2026-06-01T00:00:00Z');
    await note({ shop: [tool('a', 'Gets it.'), tool('b')] }, '2026-06-02T00:00:00Z');
    expect(notes).toEqual([]);
    await note(
      { shop: [tool('a', 'Gets it.'), tool('c', 'Gets the b of a customer.')] },
      '2026-06-03T00:00:00Z',
    );
    expect(notes).toEqual(['noted shop c: was called b before; it is judged again under its new name']);
    notes.length = 0;
    await note({ shop: [tool('a')] }, '2026-06-03T00:00:00Z');
    expect(notes).toEqual([
      'noted shop -: was taken twice at the same time, also from a test: versions 3 and 4',
    ]);
    await store.close();
  });

  check('keeps texts that a database has no place for', async () => {
    const store = await open('texts');
    await take(store, { shop: [tool('a\0b', 'half \ud800 and nul \0')] });
    const rows = await store.db.all('select name, description from tools');
    expect(rows).toEqual([{ name: 'a\ufffdb', description: 'half \ufffd and nul \ufffd' }]);
    await store.close();
  });

  check('scores what has no score, as `tdqs score` does, and only once', async () => {
    const store = await open('scores');
    const { judge, asked } = counted();
    const tools = [tool('get_order'), tool('list_orders', 'Lists orders.'), tool('refund', 'refund')];
    await take(store, { shop: tools });
    await sweep(store, judge);
    expect(asked).toEqual(['get_order', 'list_orders', 'refund', 'set of shop']);
    await take(store, { shop: tools });
    await sweep(store, judge);
    expect(asked).toHaveLength(4);
    const whole = await scoreServer({ server: 'shop', tools }, { judge: offlineJudge, scoredAt: '' });
    const rows = await store.db.all<{ name: string; tdqs: number; tier: string }>(
      'select name, tdqs, tier from scores join tools on tools.id = tool_id order by tools.id',
    );
    expect(rows).toEqual(
      whole.tools.map((one) =>
        'tdqs' in one ? { name: one.name, tdqs: Math.round(one.tdqs * 10), tier: one.tier } : one,
      ),
    );
    const [server] = await store.db.all(
      'select tool_count, scored, min, description_quality, coherence, overall, tier from server_scores',
    );
    expect(server).toEqual({
      tool_count: 3,
      scored: 3,
      min: tenths(whole.minTdqs),
      description_quality: tenths(whole.descriptionQualityScore),
      coherence: tenths(whole.coherenceScore),
      overall: tenths(whole.overallScore),
      tier: whole.overallTier,
    });
    await store.close();
  });

  check('judges one tool where one changed, and none where a sibling has another name', async () => {
    const store = await open('changes');
    const { judge, asked } = counted();
    const rest = ['b', 'c', 'd', 'e'].map((name) => tool(name));
    await take(store, { shop: [tool('a'), ...rest] });
    await sweep(store, judge);
    asked.length = 0;
    const changed = await take(store, { shop: [tool('a', 'Gets the other thing.'), ...rest] });
    expect(changed).toMatchObject({ changed: 1, unchanged: 4, carried: 4 });
    const [between] = await figures(store);
    // Four of five is still 80 %.
    expect(between).toMatchObject({ scored: 4, tool_count: 5 });
    expect(between?.description_quality).not.toBeNull();
    await sweep(store, judge);
    expect(asked).toEqual(['a', 'set of shop']);
    asked.length = 0;
    await take(store, { shop: [tool('renamed', 'Gets the other thing.'), ...rest] });
    await sweep(store, judge);
    expect(asked).toEqual(['renamed', 'set of shop']);
    await take(store, { shop: [tool('renamed', 'x'), tool('b', 'x'), ...rest.slice(1)] });
    expect((await figures(store))[0]).toMatchObject({
      scored: 3,
      tool_count: 5,
      description_quality: null,
      overall: null,
    });
    const [history] = await store.db.all<{ n: number }>('select count(*) as n from scores');
    expect(history?.n).toBe(7);
    await store.close();
  });

  check('finds what has no score by one statement, along indexes only', async () => {
    const store = await open('plan');
    await take(store, { shop: [tool('a'), tool('b')] });
    const asked: [string, readonly unknown[]][] = [];
    const all: Db['all'] = (text, values) => {
      asked.push([text, values ?? []]);
      return store.db.all(text, values);
    };
    await pendingServers({ ...store.db, all }, { judge: 'j', rubric: 'r' });
    expect(asked).toHaveLength(1);
    const [statement, given] = asked[0]!;
    // Of so few rows PostgreSQL reads the whole table, whatever index there is.
    if (store.db.kind === 'sqlite') {
      const plan = await store.db.all<{ detail: string }>(
        `explain query plan ${statement}`,
        given as string[],
      );
      const lines = plan.map(({ detail }) => detail);
      expect(lines.filter((detail) => /^SCAN|\(judge=\?\)/.test(detail))).toEqual([]);
      expect(lines.join('\n')).toContain('tools_current (current=?)');
      expect(lines.join('\n')).toContain('(tool_id=? AND judge=? AND rubric=?)');
    }
    await store.close();
  });

  check('parks a definition that the judge breaks on, and goes on with the rest', async () => {
    const store = await open('parked');
    const { judge, asked } = counted('b');
    await take(store, { shop: ['a', 'b', 'c', 'd', 'e'].map((name) => tool(name)) });
    for (let round = 0; round < 5; round += 1) await sweep(store, judge);
    expect(asked.filter((name) => name === 'b')).toHaveLength(3);
    const rows = await store.db.all(
      'select name, attempts, parked.parked as parked, reason from parked join tools on tools.id = tool_id',
    );
    expect(rows).toEqual([{ name: 'b', attempts: 3, parked: 1, reason: 'the judge broke: cannot read b' }]);
    expect((await figures(store))[0]).toMatchObject({ scored: 4, tool_count: 5 });
    await store.close();
  });

  check('shares a budget and a rate between all who ask', async () => {
    const store = await open('limits');
    const name = { judge: 'm', rubric: 'r' };
    await noteJudge(store.db, name, { max_cost: 0.01 });
    const gates = [0, 1].map(() => openGate(store.db, name, () => undefined));
    const answers = await Promise.all([0, 1, 0, 1].map((which) => gates[which]?.enter(0.004)));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(2);
    expect(answers.find((answer) => answer !== undefined)).toContain('the budget of $0.01 is spent');
    await noteJudge(store.db, { judge: 'slow', rubric: 'r' }, { per_minute: 1 });
    const [first, second] = [0, 1].map(() =>
      openGate(store.db, { judge: 'slow', rubric: 'r' }, () => undefined),
    );
    expect(await first?.enter(0)).toBeUndefined();
    // It would have to wait for most of a minute.
    expect(await second?.enter(0, AbortSignal.abort())).toBe('the worker was told to stop');
    await store.close();
  });

  check('gives and takes an export with everything in it', async () => {
    const store = await open('given');
    const { judge } = counted('b');
    await take(store, {
      shop: ['a', 'b', 'c'].map((name) => tool(name)),
      bank: [tool('=cmd()', 'He said "no", then')],
    });
    await sweep(store, judge);
    await take(store, { shop: ['a', 'c', 'd'].map((name) => tool(name)) });
    const lines = await gathered(exportLines(store.db));
    const exported = join(folder, `${store.db.kind}-${Math.random()}.jsonl`);
    writeFileSync(exported, lines.join(''));
    const other = await open('taken');
    const told: string[] = [];
    const first = await importFile(other.db, exported, ({ message }) => told.push(message));
    expect(first).toEqual({ servers: 2, known_servers: 0, tools: 5, scores: 3, rejected: 0 });
    expect(await gathered(exportLines(other.db))).toEqual(lines);
    writeFileSync(exported, `${lines.join('')}{"cut`);
    const again = await importFile(other.db, exported, ({ message }) => told.push(message));
    expect(again).toEqual({ servers: 0, known_servers: 2, tools: 0, scores: 0, rejected: 1 });
    expect(told).toEqual(['is not a server of an export']);
    const csv = await gathered(csvLines(other.db));
    expect(csv[1]).toMatch(/^bank,'=cmd\(\),/);
    expect(csv[1]).toContain('"He said ""no"", then"');
    expect(csv).toHaveLength(5);
    await Promise.all([store.close(), other.close()]);
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

/** The offline judge, which tells what it is asked, and cannot bear one name. */
function counted(unbearable?: string): { judge: TdqsJudge; asked: string[] } {
  const asked: string[] = [];
  const judge: TdqsJudge = {
    ...offlineJudge,
    judgeTool: (subject) => {
      asked.push(subject.tool.name);
      if (subject.tool.name === unbearable) throw new Error(`cannot read ${unbearable}`);
      return offlineJudge.judgeTool(subject);
    },
    judgeServer: (subject) => {
      asked.push(`set of ${subject.server}`);
      return offlineJudge.judgeServer(subject);
    },
  };
  return { judge, asked };
}

/** A sweep, and where that only queues, a worker until nothing is left. */
async function sweep(store: RegistryStore, judge: TdqsJudge): Promise<void> {
  const name = { judge: judge.id, rubric: judge.rubric };
  const offline: RegistryJudge['offline'] = (work) => judgeWork(work, judge);
  await noteJudge(store.db, name);
  await sweepOnce(store.db, { name, judge, concurrency: 1, offline, close: async () => {} }, { batch: 2 });
  if (isQueued(store.db)) await runWorker({ db: store.db, name, concurrency: 2, offline, until_empty: true });
}

async function gathered<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function figures(store: RegistryStore) {
  return store.db.all<Record<string, number | null>>(
    'select tool_count, scored, description_quality, overall from server_scores',
  );
}

function tenths(score: number | undefined): number | null {
  return score === undefined ? null : Math.round(score * 10);
}

async function names(store: RegistryStore, server: string, current: number): Promise<string[]> {
  const rows = await store.db.all<{ name: string }>(
    `select tools.name as name from tools join servers on servers.id = server_id
     where servers.name = ? and current = ? order by tools.name`,
    [server, current],
  );
  return rows.map(({ name }) => name);
}
