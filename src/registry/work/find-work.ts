/**
 * What has no score of this judge by this rubric, found by one query over the index of scores, and the order in
 * which it is worked off: what was never scored, then what is used most, then what has waited longest.
 */
import { listOf, type Sql } from '../db/types.js';
import type { JudgeName, ServerWork } from './types.js';

/** A server with tools to judge, or with figures that no longer fit its tools. */
export interface PendingServer {
  server_id: number;
  missing: number;
  /** 1 where every missing tool had a score under an earlier definition. */
  scored_before: number;
  uses: number;
}

const MISSING = `tools.current = 1 and tools.definition is not null
  and not exists (select 1 from scores where scores.tool_id = tools.id and judge = ? and rubric = ?)
  and not exists (select 1 from parked where parked.tool_id = tools.id and parked = 1 and judge = ? and rubric = ?)`;

/** `cross join`: SQLite takes tables in this order, and does not go through all scores of the judge for each tool. */
export async function pendingServers(sql: Sql, { judge, rubric }: JudgeName): Promise<PendingServer[]> {
  return sql.all<PendingServer>(
    `select tools.server_id as server_id, count(*) as missing, max(servers.uses) as uses,
      min(case when exists (
        select 1 from tools earlier cross join scores
        where earlier.server_id = tools.server_id and earlier.name = tools.name
          and scores.tool_id = earlier.id and scores.judge = ?
      ) then 1 else 0 end) as scored_before
     from tools join servers on servers.id = tools.server_id
     where ${MISSING}
     group by tools.server_id
     order by scored_before, uses desc, min(tools.first_seen), tools.server_id`,
    [judge, judge, rubric, judge, rubric],
  );
}

/** The tools of some servers that have no score. */
export async function missingTools(
  sql: Sql,
  { judge, rubric }: JudgeName,
  servers: readonly number[],
): Promise<{ id: number; server_id: number; input_hash: string }[]> {
  const list = listOf(servers);
  return sql.all(
    `select id, server_id, input_hash from tools where ${MISSING} and server_id in ${list.text} order by id`,
    [judge, rubric, judge, rubric, ...list.values],
  );
}

/** Servers whose figures do not fit: never worked out, of another set of tools, or of other scores. */
export async function staleServers(sql: Sql, { judge, rubric }: JudgeName): Promise<number[]> {
  const rows = await sql.all<{ id: number }>(
    `select servers.id as id from servers
     left join server_scores kept on kept.server_id = servers.id and kept.judge = ? and kept.rubric = ?
     left join (
       select tools.server_id as server_id, count(*) as scored, sum(scores.tdqs) as total, min(scores.tdqs) as least
       from tools join scores on scores.tool_id = tools.id
       where tools.current = 1 and scores.judge = ? and scores.rubric = ? group by tools.server_id
     ) now on now.server_id = servers.id
     where servers.version > 0 and (kept.server_id is null or kept.set_hash <> servers.set_hash
       or kept.scored <> coalesce(now.scored, 0) or kept.sum <> coalesce(now.total, 0)
       or coalesce(kept.min, 0) <> coalesce(now.least, 0))
     order by servers.uses desc, servers.id`,
    [judge, rubric, judge, rubric],
  );
  return rows.map(({ id }) => id);
}

interface ToolRow {
  id: number;
  server_id: number;
  definition: string;
  missing: number;
}

interface ServerRow {
  id: number;
  name: string;
  set_hash: string;
  judged_hash: string | null;
}

/** Everything that judging these servers needs. */
export async function loadWork(
  sql: Sql,
  { judge, rubric }: JudgeName,
  servers: readonly number[],
): Promise<ServerWork[]> {
  const list = listOf(servers);
  const rows = await sql.all<ServerRow>(
    `select servers.id as id, name, servers.set_hash as set_hash,
      case when coherence is null then null else server_scores.set_hash end as judged_hash
     from servers left join server_scores on server_id = servers.id and judge = ? and rubric = ?
     where servers.id in ${list.text}`,
    [judge, rubric, ...list.values],
  );
  const tools = await sql.all<ToolRow>(
    `select id, server_id, definition, case when ${MISSING} then 1 else 0 end as missing
     from tools where current = 1 and definition is not null and server_id in ${list.text} order by id`,
    [judge, rubric, judge, rubric, ...list.values],
  );
  const byServer = new Map<number, ToolRow[]>();
  for (const tool of tools) {
    const same = byServer.get(tool.server_id);
    if (same === undefined) byServer.set(tool.server_id, [tool]);
    else same.push(tool);
  }
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return servers.flatMap((id) => workOf(rowsById.get(id), byServer.get(id) ?? []));
}

function workOf(row: ServerRow | undefined, tools: readonly ToolRow[]): ServerWork[] {
  if (row === undefined) return [];
  return [
    {
      server_id: row.id,
      server: row.name,
      set_hash: row.set_hash,
      tools: tools.map(({ id, definition }) => ({ id, definition })),
      missing: tools.filter(({ missing }) => missing === 1).map(({ id }) => id),
      judge_set: row.judged_hash !== row.set_hash,
    },
  ];
}
