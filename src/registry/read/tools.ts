/** Tools as lists and pages show them. */
import { DIMENSIONS } from '../../tdqs/dimensions.js';
import type { ToolDocument, ToolItem, ToolVersion } from '../../types/registry-read.js';
import type { Dimension, ShadowingRisk } from '../../types/tdqs.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { clip } from '../../util/text.js';
import { type Db, listOf } from '../db/types.js';
import type { Scope } from './scope.js';
import { dimensionsOf, listIn, present, type ScoreColumns, scoreOf } from './values.js';

const SHOWN = 300;
const MOST_VERSIONS = 100;

interface ItemRow extends ScoreColumns {
  id: number;
  server: string;
  name: string;
  title: string | null;
  description: string | null;
  smells: string | null;
  flags: string | null;
  our_flags: string | null;
  definition_bytes: number;
  current: number;
}

interface ToolRow extends ItemRow {
  server_id: number;
  input_hash: string;
  first_seen: string;
  definition: string | null;
  scored_at: string | null;
  summary: string | null;
  justifications: string | null;
}

const ITEM = `tools.id, servers.name as server, tools.name, title, definition_bytes, current, tdqs, tier,
  purpose_clarity, usage_guidelines, behavioral_transparency, parameter_semantics, conciseness_structure,
  contextual_completeness, smells, flags, our_flags`;
const FROM = `from tools join servers on servers.id = tools.server_id
  left join scores on tool_id = tools.id and judge = ? and rubric = ?`;

/** Those that are still current, in the order of `ids`. */
export async function toolItems(db: Db, scope: Scope, ids: readonly number[]): Promise<ToolItem[]> {
  const list = listOf(ids);
  const rows = await db.all<ItemRow>(
    `select ${ITEM}, substr(description, 1, ${SHOWN + 1}) as description ${FROM}
     where tools.id in ${list.text}`,
    [scope.judge, scope.rubric, ...list.values],
  );
  // Not part of the statement: SQLite would rather read all current tools than these by their ids.
  const found = new Map(rows.filter(({ current }) => current === 1).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    return row === undefined ? [] : [itemOf(row)];
  });
}

/** The current tools of a server, by name. */
export async function toolsOf(db: Db, scope: Scope, server: string): Promise<ToolItem[]> {
  const rows = await db.all<ItemRow>(
    `select ${ITEM}, substr(description, 1, ${SHOWN + 1}) as description ${FROM}
     where servers.name = ? order by tools.name`,
    [scope.judge, scope.rubric, server],
  );
  return rows.filter(({ current }) => current === 1).map(itemOf);
}

function itemOf(row: ItemRow): ToolItem {
  return omitUndefined({
    id: row.id,
    server: row.server,
    name: row.name,
    title: present(row.title),
    description: row.description === null ? undefined : clip(row.description, SHOWN),
    tdqs: scoreOf(row.tdqs),
    tier: present(row.tier),
    scores: dimensionsOf(row),
    smells: listIn(row.smells) as ToolItem['smells'],
    flags: [...listIn(row.flags), ...listIn(row.our_flags)],
    definition_bytes: row.definition_bytes,
  });
}

/** By its id, or the current one of a server by its name. */
export type ToolAddress = { id: number } | { server: string; tool: string };

export async function toolDocument(
  db: Db,
  scope: Scope,
  address: ToolAddress,
): Promise<ToolDocument | undefined> {
  const where = 'id' in address ? 'tools.id = ?' : 'servers.name = ? and tools.name = ? and current = 1';
  const values = 'id' in address ? [address.id] : [address.server, address.tool];
  const [row] = await db.all<ToolRow>(
    `select ${ITEM}, description, tools.server_id, input_hash, tools.first_seen, definition, scored_at, summary,
       justifications ${FROM} where ${where}`,
    [scope.judge, scope.rubric, ...values],
  );
  if (row === undefined) return undefined;
  const [history, unscored, server_flags] = await Promise.all([
    toolVersions(db, scope, row),
    row.tdqs === null ? parkedReason(db, scope, row.id) : undefined,
    serverFlags(db, scope, row),
  ]);
  return omitUndefined({
    ...itemOf(row),
    description: present(row.description),
    current: row.current === 1,
    input_hash: row.input_hash,
    first_seen: row.first_seen,
    ...scope,
    scored_at: present(row.scored_at),
    summary: present(row.summary),
    justifications: justificationsOf(row),
    server_flags,
    unscored: unscored ?? (row.definition === null ? 'The definition is too large to be kept.' : undefined),
    definition: row.definition === null ? undefined : (JSON.parse(row.definition) as Record<string, unknown>),
    history,
  });
}

/** Kept as texts by dimension, since the scores are columns. */
function justificationsOf(row: ToolRow): ToolDocument['justifications'] {
  const scores = dimensionsOf(row);
  if (scores === undefined || row.justifications === null) return undefined;
  const texts = JSON.parse(row.justifications) as Record<Dimension, string>;
  return Object.fromEntries(
    DIMENSIONS.map((name) => [name, { score: scores[name], justification: texts[name] }]),
  ) as ToolDocument['justifications'];
}

/** All definitions that the server had under this name, newest first. */
async function toolVersions(db: Db, scope: Scope, { server_id, name }: ToolRow): Promise<ToolVersion[]> {
  const rows = await db.all<{
    id: number;
    from_version: number;
    from_at: string;
    until_version: number | null;
    until_at: string | null;
    tdqs: number | null;
    tier: ToolVersion['tier'] | null;
  }>(
    `select tools.id, from_version, from_at, until_version, until_at, tdqs, tier from tools
     join tool_spans on tool_spans.tool_id = tools.id
     left join scores on scores.tool_id = tools.id and judge = ? and rubric = ?
     where tools.name = ? and tools.server_id = ? order by from_version desc limit ${MOST_VERSIONS}`,
    [scope.judge, scope.rubric, name, server_id],
  );
  return rows.map(({ tdqs, tier, until_version, until_at, ...row }) =>
    omitUndefined({
      ...row,
      until_version: present(until_version),
      until_at: present(until_at),
      tdqs: scoreOf(tdqs),
      tier: present(tier ?? null),
    }),
  );
}

async function parkedReason(db: Db, { judge, rubric }: Scope, id: number): Promise<string | undefined> {
  const text = 'select reason from parked where tool_id = ? and judge = ? and rubric = ?';
  return (await db.all<{ reason: string }>(text, [id, judge, rubric]))[0]?.reason;
}

async function serverFlags(db: Db, { judge, rubric }: Scope, row: ToolRow): Promise<string[]> {
  if (row.current !== 1) return [];
  const text = 'select details from server_scores where server_id = ? and judge = ? and rubric = ?';
  const [found] = await db.all<{ details: string }>(text, [row.server_id, judge, rubric]);
  const { shadowingRisks = [] } = JSON.parse(found?.details ?? '{}') as { shadowingRisks?: ShadowingRisk[] };
  return shadowingRisks.some(({ tool }) => tool === row.name) ? ['Shadowing Risk'] : [];
}
