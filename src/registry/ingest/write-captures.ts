/**
 * Captures → rows, many servers in one transaction. A server whose set of definitions is the one we know costs
 * a comparison and a row; of any other only what differs is written. A score belongs to a definition of a
 * server, so that a tool that did not change has it at once, in the same transaction.
 */

import type { IngestCounts, IngestProblem } from '../../types/registry.js';
import { type Db, listOf, type Sql, type SqlValue } from '../db/types.js';
import type { JudgeName } from '../work/types.js';
import { rollUp } from '../work/write-work.js';
import type { Capture, CapturedTool } from './capture.js';
import { renamedIn, takenTwice } from './notes.js';

export function noCounts(): IngestCounts {
  return { servers: 0, tools: 0, added: 0, changed: 0, unchanged: 0, removed: 0, carried: 0 };
}

export interface ServerRow {
  id: number;
  name: string;
  version: number;
  set_hash: string;
}

export interface KnownTool {
  id: number;
  server_id: number;
  input_hash: string;
  name: string;
  current: number;
}

/** A capture that was the newest of its server. */
export interface Superseded {
  server_id: number;
  captured_at: string;
  source: string;
}

/** A server with a capture that differs from the one before. */
export interface Change {
  server: ServerRow;
  capture: Capture;
  fresh: CapturedTool[];
  /** Known definitions that are back. */
  back: KnownTool[];
  gone: KnownTool[];
  added: number;
  changed: number;
  removed: number;
}

export interface Written {
  counts: IngestCounts;
  /** What is worth knowing, and leaves nothing out. */
  notes: IngestProblem[];
}

/** Every server at most once. `began` is when the ingest began that `at` is a moment of. */
export async function writeCaptures(
  db: Db,
  captures: readonly Capture[],
  { at, began }: { at: string; began: string },
): Promise<Written> {
  if (captures.length === 0) return { counts: noCounts(), notes: [] };
  return db.transaction(async (sql) => {
    const rows = await lockServers(sql, captures, at);
    const pairs = captures.map((capture) => ({ capture, server: rows.get(capture.server) as ServerRow }));
    const differing = pairs.filter(({ capture, server }) => server.set_hash !== capture.setHash);
    const known = await knownTools(
      sql,
      differing.map(({ server }) => server.id),
    );
    const changes = new Map(
      differing.map((pair) => [pair.server.id, changeOf(pair, known.get(pair.server.id) ?? [])]),
    );
    const counts = noCounts();
    for (const { capture, server } of pairs) count(counts, capture, changes.get(server.id));
    const renamed = await renamedIn(sql, [...changes.values()]);
    await writeTools(sql, [...changes.values()], at);
    const before = await writeVersions(sql, { pairs, changes, at });
    await rollUpChanged(sql, [...changes.values()]);
    counts.carried = await carried(
      sql,
      pairs.map(({ server }) => server.id),
    );
    return { counts, notes: [...takenTwice(pairs, before, began), ...renamed] };
  });
}

/** In the order of their names, so that two who do the same do not wait for each other. */
async function lockServers(
  sql: Sql,
  captures: readonly Capture[],
  at: string,
): Promise<Map<string, ServerRow>> {
  const sorted = [...captures].sort((a, b) => (a.server < b.server ? -1 : 1));
  const rows = await sql.insert<ServerRow>({
    table: 'servers',
    columns: ['name', 'source', 'uses', 'first_seen', 'last_seen'],
    rows: sorted.map(({ server, source, uses = 0 }) => [server, source, uses, at, at]),
    after: `on conflict (name) do update set last_seen = excluded.last_seen, source = excluded.source,
      uses = case when excluded.uses > 0 then excluded.uses else servers.uses end
      returning id, name, version, set_hash`,
  });
  return new Map(rows.map((row) => [row.name, row]));
}

async function knownTools(sql: Sql, servers: readonly number[]): Promise<Map<number, KnownTool[]>> {
  const found = new Map<number, KnownTool[]>();
  if (servers.length === 0) return found;
  const list = listOf(servers);
  const rows = await sql.all<KnownTool>(
    `select id, server_id, input_hash, name, current from tools where server_id in ${list.text}`,
    list.values,
  );
  for (const row of rows) {
    const same = found.get(row.server_id);
    if (same === undefined) found.set(row.server_id, [row]);
    else same.push(row);
  }
  return found;
}

function changeOf(
  { server, capture }: Pick<Change, 'server' | 'capture'>,
  known: readonly KnownTool[],
): Change {
  const byHash = new Map(known.map((tool) => [tool.input_hash, tool]));
  const now = new Set(capture.tools.map(({ hash }) => hash));
  const currentNames = new Set(known.filter(({ current }) => current === 1).map(({ name }) => name));
  const names = new Set(capture.tools.map(({ name }) => name));
  const fresh = capture.tools.filter(({ hash }) => !byHash.has(hash));
  const back = capture.tools.flatMap(({ hash }) => {
    const tool = byHash.get(hash);
    return tool !== undefined && tool.current === 0 ? [tool] : [];
  });
  const appeared = [...fresh, ...back];
  const changed = appeared.filter(({ name }) => currentNames.has(name)).length;
  return {
    server,
    capture,
    fresh,
    back,
    gone: known.filter((tool) => tool.current === 1 && !now.has(tool.input_hash)),
    added: appeared.length - changed,
    changed,
    removed: [...currentNames].filter((name) => !names.has(name)).length,
  };
}

function count(counts: IngestCounts, { tools }: Capture, change: Change | undefined): void {
  counts.servers += 1;
  counts.tools += tools.length;
  counts.added += change?.added ?? 0;
  counts.changed += change?.changed ?? 0;
  counts.removed += change?.removed ?? 0;
  counts.unchanged += tools.length - (change?.added ?? 0) - (change?.changed ?? 0);
}

async function writeTools(sql: Sql, changes: readonly Change[], at: string): Promise<void> {
  const fresh = changes.flatMap(({ server, fresh: tools }) => tools.map((tool) => ({ server, tool })));
  const made = await sql.insert<{ id: number; server_id: number }>({
    table: 'tools',
    columns: [
      'server_id',
      'input_hash',
      'name',
      'title',
      'description',
      'definition',
      'definition_bytes',
      'current',
      'first_seen',
    ],
    rows: fresh.map(({ server, tool }) => [
      server.id,
      tool.hash,
      tool.name,
      tool.title,
      tool.description,
      tool.definition,
      tool.bytes,
      1,
      at,
    ]),
    after: 'returning id, server_id',
  });
  const back = changes.flatMap((change) => change.back);
  await setCurrent(sql, back, 1);
  const gone = changes.flatMap((change) => change.gone.map((tool) => ({ tool, server: change.server })));
  await setCurrent(
    sql,
    gone.map(({ tool }) => tool),
    0,
  );
  const versions = new Map(changes.map(({ server }) => [server.id, server.version + 1]));
  for (const { tool, server } of gone) {
    await sql.run(
      'update tool_spans set until_version = ?, until_at = ? where tool_id = ? and until_version is null',
      [server.version + 1, at, tool.id],
    );
  }
  const opened = [...made, ...back].map(({ id, server_id }): SqlValue[] => [
    id,
    server_id,
    versions.get(server_id) ?? 1,
    at,
  ]);
  await sql.insert({
    table: 'tool_spans',
    columns: ['tool_id', 'server_id', 'from_version', 'from_at'],
    rows: opened,
  });
}

async function setCurrent(sql: Sql, tools: readonly KnownTool[], current: 0 | 1): Promise<void> {
  for (let from = 0; from < tools.length; from += 1024) {
    const list = listOf(tools.slice(from, from + 1024).map(({ id }) => id));
    await sql.run(`update tools set current = ${current} where id in ${list.text}`, list.values);
  }
}

/** The captures that are superseded now. */
async function writeVersions(
  sql: Sql,
  given: {
    pairs: { capture: Capture; server: ServerRow }[];
    changes: ReadonlyMap<number, Change>;
    at: string;
  },
): Promise<Superseded[]> {
  const { pairs, changes, at } = given;
  const list = listOf(pairs.map(({ server }) => server.id));
  const before = await sql.all<Superseded>(
    `update captures set superseded_at = ? where superseded_at is null and server_id in ${list.text}
     returning server_id, captured_at, source`,
    [at, ...list.values],
  );
  await sql.insert({
    table: 'captures',
    columns: [
      'server_id',
      'version',
      'captured_at',
      'source',
      'set_hash',
      'tool_count',
      'added',
      'changed',
      'removed',
    ],
    rows: pairs.map(({ capture, server }) => {
      const { added = 0, changed = 0, removed = 0 } = changes.get(server.id) ?? {};
      const { source, setHash, tools } = capture;
      return [server.id, server.version + 1, at, source, setHash, tools.length, added, changed, removed];
    }),
  });
  await sql.run(`update servers set version = version + 1 where id in ${list.text}`, list.values);
  for (const { server, capture } of changes.values()) {
    await sql.run('update servers set set_hash = ?, tool_count = ? where id = ?', [
      capture.setHash,
      capture.tools.length,
      server.id,
    ]);
  }
  return before;
}

/** Figures of servers follow at once, for every judge that they have figures of. */
async function rollUpChanged(sql: Sql, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const list = listOf(changes.map(({ server }) => server.id));
  const kept = await sql.all<JudgeName & { server_id: number }>(
    `select server_id, judge, rubric from server_scores where server_id in ${list.text}`,
    list.values,
  );
  const byJudge = new Map<string, { name: JudgeName; servers: { server_id: number; set_hash: string }[] }>();
  for (const { server_id, judge, rubric } of kept) {
    const key = JSON.stringify([judge, rubric]);
    const entry = byJudge.get(key) ?? { name: { judge, rubric }, servers: [] };
    entry.servers.push({ server_id, set_hash: '' });
    byJudge.set(key, entry);
  }
  for (const { name, servers } of byJudge.values()) await rollUp(sql, name, servers);
}

/** How many of the tools have a score of any judge already. */
async function carried(sql: Sql, servers: readonly number[]): Promise<number> {
  const list = listOf(servers);
  const [row] = await sql.all<{ n: number }>(
    `select count(*) as n from tools where current = 1 and server_id in ${list.text}
      and exists (select 1 from scores where scores.tool_id = tools.id)`,
    list.values,
  );
  return row?.n ?? 0;
}
