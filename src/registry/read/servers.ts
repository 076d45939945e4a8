/** Servers as lists and pages show them. */
import { COHERENCE, DIMENSIONS } from '../../tdqs/dimensions.js';
import { TIERS } from '../../tdqs/tiers.js';
import type { ServerDocument, ServerItem, ServerVersion } from '../../types/registry-read.js';
import type { CoherenceDimension, Dimension, JustifiedScore, ShadowingRisk, Tier } from '../../types/tdqs.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { type Db, listOf } from '../db/types.js';
import type { Scope } from './scope.js';
import { meanOf, present, scoreOf } from './values.js';

const MOST_VERSIONS = 100;

interface ItemRow {
  id: number;
  name: string;
  version: number;
  tool_count: number;
  uses: number;
  last_seen: string;
  scored: number | null;
  sum: number | null;
  min: number | null;
  description_quality: number | null;
  coherence: number | null;
  overall: number | null;
  tier: Tier | null;
}

interface ServerRow extends ItemRow, Record<CoherenceDimension, number | null> {
  source: string;
  first_seen: string;
  scored_at: string | null;
  details: string | null;
}

const ITEM = `servers.id, name, servers.version, servers.tool_count, uses, last_seen, scored, sum, min,
  description_quality, coherence, overall, tier`;
const FROM = `from servers left join server_scores on server_id = servers.id and judge = ? and rubric = ?`;

/** In the order of `ids`. */
export async function serverItems(db: Db, scope: Scope, ids: readonly number[]): Promise<ServerItem[]> {
  const list = listOf(ids);
  const rows = await db.all<ItemRow>(`select ${ITEM} ${FROM} where servers.id in ${list.text}`, [
    scope.judge,
    scope.rubric,
    ...list.values,
  ]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    return row === undefined ? [] : [itemOf(row)];
  });
}

/** In the order of their names, behind one. */
export async function serversByName(
  db: Db,
  scope: Scope,
  { after, limit }: { after: string; limit: number },
): Promise<ServerItem[]> {
  const text = `select ${ITEM} ${FROM} where name > ? order by name limit ?`;
  return (await db.all<ItemRow>(text, [scope.judge, scope.rubric, after, limit])).map(itemOf);
}

export async function serverId(db: Db, name: string): Promise<number | undefined> {
  return (await db.all<{ id: number }>('select id from servers where name = ?', [name]))[0]?.id;
}

/** Names near to one that is not there: those before and behind it. */
export async function serversLike(db: Db, name: string): Promise<string[]> {
  const behind = await db.all<{ name: string }>(
    'select name from servers where name >= ? order by name limit 50',
    [name],
  );
  const before = await db.all<{ name: string }>(
    'select name from servers where name < ? order by name desc limit 50',
    [name],
  );
  return [...behind, ...before].map((row) => row.name);
}

function itemOf(row: ItemRow): ServerItem {
  return omitUndefined({
    name: row.name,
    version: row.version,
    tool_count: row.tool_count,
    scored_tools: row.scored ?? 0,
    overall: scoreOf(row.overall),
    tier: present(row.tier),
    description_quality: scoreOf(row.description_quality),
    coherence: scoreOf(row.coherence),
    mean_tdqs: meanOf(row.sum, row.scored ?? 0),
    min_tdqs: scoreOf(row.min),
    uses: row.uses,
    last_seen: row.last_seen,
  });
}

interface Details {
  coherenceJustifications?: Record<CoherenceDimension, JustifiedScore>;
  coherenceSummary?: string;
  coherenceUnscored?: string;
  shadowingRisks?: ShadowingRisk[];
}

export async function serverDocument(
  db: Db,
  scope: Scope,
  name: string,
): Promise<ServerDocument | undefined> {
  const [row] = await db.all<ServerRow>(
    `select ${ITEM}, ${COHERENCE.join(', ')}, source, first_seen, scored_at, details ${FROM} where name = ?`,
    [scope.judge, scope.rubric, name],
  );
  if (row === undefined) return undefined;
  const details = JSON.parse(row.details ?? '{}') as Details;
  const [counts, history] = await Promise.all([
    countsOf(db, scope, row.id),
    serverVersions(db, scope, { server: row.id }),
  ]);
  return omitUndefined({
    ...itemOf(row),
    source: row.source,
    first_seen: row.first_seen,
    ...scope,
    scored_at: present(row.scored_at),
    dimensions:
      row.coherence === null
        ? undefined
        : (Object.fromEntries(COHERENCE.map((one) => [one, row[one]])) as Record<CoherenceDimension, number>),
    justifications: details.coherenceJustifications,
    summary: details.coherenceSummary,
    unscored: details.coherenceUnscored,
    shadowing_risks: details.shadowingRisks ?? [],
    ...counts,
    history,
  });
}

/** How many tools have each tier and each smell. */
async function countsOf(
  db: Db,
  { judge, rubric }: Scope,
  server: number,
): Promise<Pick<ServerDocument, 'tiers' | 'smells'>> {
  const sums = [
    ...TIERS.map((tier) => `sum(case when tier = '${tier}' then 1 else 0 end) as tier_${tier.toLowerCase()}`),
    ...DIMENSIONS.map((name) => `sum(case when ${name} < 3 then 1 else 0 end) as ${name}`),
  ];
  const [row = {}] = await db.all<Record<string, number | null>>(
    `select ${sums.join(', ')} from tools join scores on tool_id = tools.id and judge = ? and rubric = ?
     where current = 1 and server_id = ?`,
    [judge, rubric, server],
  );
  return {
    tiers: Object.fromEntries(TIERS.map((tier) => [tier, row[`tier_${tier.toLowerCase()}`] ?? 0])) as Record<
      Tier,
      number
    >,
    smells: Object.fromEntries(DIMENSIONS.map((name) => [name, row[name] ?? 0])) as Record<Dimension, number>,
  };
}

interface VersionRow {
  version: number;
  captured_at: string;
  source: string;
  tool_count: number;
  added: number;
  changed: number;
  removed: number;
  scored: number | null;
  sum: number | null;
  min: number | null;
  description_quality: number | null;
  coherence: number | null;
  overall: number | null;
}

/** The newest captures first, or one of them. */
export async function serverVersions(
  db: Db,
  { judge, rubric }: Scope,
  { server, version }: { server: number; version?: number },
): Promise<ServerVersion[]> {
  const one = version === undefined ? '' : 'and captures.version = ?';
  const rows = await db.all<VersionRow>(
    `select captures.version, captured_at, source, captures.tool_count, added, changed, removed, scored, sum, min,
       description_quality, coherence, overall
     from captures left join server_history on server_history.server_id = captures.server_id
       and server_history.version = captures.version and judge = ? and rubric = ?
     where captures.server_id = ? ${one} order by captures.version desc limit ${MOST_VERSIONS}`,
    [judge, rubric, server, ...(version === undefined ? [] : [version])],
  );
  return rows.map(({ scored, sum, min, description_quality, coherence, overall, ...row }) =>
    omitUndefined({
      ...row,
      overall: scoreOf(overall),
      description_quality: scoreOf(description_quality),
      coherence: scoreOf(coherence),
      mean_tdqs: meanOf(sum, scored ?? 0),
      min_tdqs: scoreOf(min),
    }),
  );
}
