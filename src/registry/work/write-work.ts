/**
 * What was judged → rows, in one transaction: scores (the first of two for the same definition stays), what
 * failed, and the figures of the server, which are worked out again only where they differ.
 */
import { coherence, descriptionQuality, enoughScored, inTenths, overall } from '../../tdqs/arithmetic.js';
import { COHERENCE, DIMENSIONS } from '../../tdqs/dimensions.js';
import { tierOf } from '../../tdqs/tiers.js';
import type { CoherenceDimension } from '../../types/tdqs.js';
import { listOf, type Sql, type SqlValue } from '../db/types.js';
import type { FailedTool, JudgedSet, JudgedWork, JudgeName, ScoredTool } from './types.js';

/** A definition that fails so often is parked. */
export const MOST_ATTEMPTS = 3;

export async function writeWork(sql: Sql, name: JudgeName, done: readonly JudgedWork[]): Promise<void> {
  await writeScores(
    sql,
    name,
    done.flatMap(({ scored }) => scored),
  );
  await writeFailures(
    sql,
    name,
    done.flatMap(({ failed }) => failed),
  );
  await rollUp(sql, name, done);
}

export async function writeScores(
  sql: Sql,
  { judge, rubric }: JudgeName,
  scored: readonly ScoredTool[],
): Promise<number> {
  const rows = await sql.insert({
    table: 'scores',
    columns: [
      'tool_id',
      'judge',
      'rubric',
      'tdqs',
      'tier',
      ...DIMENSIONS,
      'smells',
      'flags',
      'our_flags',
      'summary',
      'justifications',
      'scored_at',
    ],
    rows: scored.map((one): SqlValue[] => [
      one.tool_id,
      judge,
      rubric,
      inTenths(one.tdqs),
      one.tier,
      ...DIMENSIONS.map((dimension) => one.scores[dimension]),
      JSON.stringify(one.smells),
      JSON.stringify(one.flags),
      JSON.stringify(one.ourFlags),
      stored(one.summary),
      stored(JSON.stringify(one.justifications)),
      one.scoredAt,
    ]),
    after: 'on conflict (tool_id, judge, rubric) do nothing returning tool_id',
  });
  return rows.length;
}

/** As in captures: no NUL, no half characters. A model may answer with either. */
function stored(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\ufffd');
}

export async function writeFailures(
  sql: Sql,
  { judge, rubric }: JudgeName,
  failed: readonly FailedTool[],
): Promise<void> {
  const lasting = failed.filter(({ passing }) => !passing);
  await sql.insert({
    table: 'parked',
    columns: ['tool_id', 'judge', 'rubric', 'attempts', 'parked', 'reason', 'at'],
    rows: lasting.map(({ tool_id, reason }) => [
      tool_id,
      judge,
      rubric,
      1,
      MOST_ATTEMPTS <= 1 ? 1 : 0,
      stored(reason).slice(0, 1000),
      new Date().toISOString(),
    ]),
    after: `on conflict (tool_id, judge, rubric) do update set attempts = parked.attempts + 1,
      reason = excluded.reason, at = excluded.at,
      parked = case when parked.attempts + 1 >= ${MOST_ATTEMPTS} then 1 else 0 end`,
  });
}

interface Totals {
  server_id: number;
  version: number;
  tool_count: number;
  scored: number;
  sum: number;
  min: number | null;
}

interface Kept {
  server_id: number;
  set_hash: string;
  scored: number;
  sum: number;
  min: number | null;
  tool_count: number;
  version: number;
  details: string;
  scored_at: string;
  disambiguation: number | null;
  naming_consistency: number | null;
  tool_count_appropriateness: number | null;
  completeness: number | null;
}

export async function rollUp(
  sql: Sql,
  name: JudgeName,
  done: readonly { server_id: number; set_hash: string; set?: JudgedSet }[],
): Promise<void> {
  if (done.length === 0) return;
  const { judge, rubric } = name;
  const list = listOf(done.map(({ server_id }) => server_id));
  const totals = await sql.all<Totals>(
    `select servers.id as server_id, servers.version as version, servers.tool_count as tool_count,
      count(scores.tool_id) as scored, coalesce(sum(scores.tdqs), 0) as sum, min(scores.tdqs) as min
     from servers
     left join tools on tools.server_id = servers.id and tools.current = 1
     left join scores on scores.tool_id = tools.id and scores.judge = ? and scores.rubric = ?
     where servers.id in ${list.text} group by servers.id`,
    [judge, rubric, ...list.values],
  );
  const kept = await sql.all<Kept>(
    `select * from server_scores where judge = ? and rubric = ? and server_id in ${list.text}`,
    [judge, rubric, ...list.values],
  );
  const totalsOf = new Map(totals.map((row) => [row.server_id, row]));
  const keptOf = new Map(kept.map((row) => [row.server_id, row]));
  const rows = done.flatMap((one) => {
    const now = totalsOf.get(one.server_id);
    return now === undefined ? [] : (figures(now, keptOf.get(one.server_id), one) ?? []);
  });
  await writeFigures(sql, name, rows);
}

interface Figures {
  now: Totals;
  set_hash: string;
  quality: number | null;
  dimensions: (number | null)[];
  coherent: number | null;
  whole: number | null;
  details: string;
  at: string;
}

/** Undefined where nothing differs from what is kept. */
function figures(
  now: Totals,
  kept: Kept | undefined,
  { set_hash, set }: { set_hash: string; set?: JudgedSet },
): Figures | undefined {
  const same =
    kept !== undefined &&
    (['scored', 'sum', 'min', 'tool_count', 'version'] as const).every((key) => kept[key] === now[key]);
  if (set === undefined && same) return undefined;
  const quality = enoughScored(now.scored, now.tool_count)
    ? descriptionQuality({ n: now.scored, sum: now.sum, min: now.min ?? 0 })
    : null;
  const judged = set === undefined ? keptSet(kept) : newSet(set);
  const scores = judged.scores;
  const coherent = scores === undefined ? null : coherence(scores);
  return {
    now,
    set_hash: set === undefined ? (kept?.set_hash ?? '') : set_hash,
    quality,
    dimensions: COHERENCE.map((dimension) => scores?.[dimension] ?? null),
    coherent,
    whole: quality !== null && coherent !== null ? overall(quality, coherent) : null,
    details: judged.details,
    at: judged.at,
  };
}

interface SetFigures {
  scores?: Record<CoherenceDimension, number>;
  details: string;
  at: string;
}

function newSet(set: JudgedSet): SetFigures {
  if ('unscored' in set)
    return {
      details: JSON.stringify({ coherenceUnscored: set.unscored, shadowingRisks: [] }),
      at: new Date().toISOString(),
    };
  const { judgement, shadowingRisks, at } = set;
  const scores = Object.fromEntries(
    COHERENCE.map((dimension) => [dimension, judgement.scores[dimension].score]),
  ) as Record<CoherenceDimension, number>;
  const details = {
    coherenceJustifications: judgement.scores,
    coherenceSummary: judgement.summary,
    shadowingRisks,
  };
  return { scores, details: stored(JSON.stringify(details)), at };
}

function keptSet(kept: Kept | undefined): SetFigures {
  if (kept === undefined) return { details: '{}', at: new Date().toISOString() };
  const { details, scored_at: at } = kept;
  if (kept.disambiguation === null) return { details, at };
  const scores = Object.fromEntries(COHERENCE.map((dimension) => [dimension, kept[dimension] ?? 0]));
  return { scores: scores as Record<CoherenceDimension, number>, details, at };
}

async function writeFigures(sql: Sql, { judge, rubric }: JudgeName, rows: readonly Figures[]): Promise<void> {
  const figureColumns = ['tool_count', 'scored', 'sum', 'min', 'description_quality', 'coherence', 'overall'];
  const columns = [...figureColumns, 'version', 'set_hash', ...COHERENCE, 'tier', 'details', 'scored_at'];
  await sql.insert({
    table: 'server_scores',
    columns: ['server_id', 'judge', 'rubric', ...columns],
    rows: rows.map((row): SqlValue[] => [
      row.now.server_id,
      judge,
      rubric,
      ...figureValues(row),
      row.now.version,
      row.set_hash,
      ...row.dimensions,
      row.whole === null ? null : tierOf(row.whole),
      row.details,
      row.at,
    ]),
    after: `on conflict (server_id, judge, rubric) do update set ${columns.map(replaced).join(', ')}`,
  });
  await sql.insert({
    table: 'server_history',
    columns: ['server_id', 'judge', 'rubric', 'version', 'at', ...figureColumns],
    rows: rows.map((row): SqlValue[] => [
      row.now.server_id,
      judge,
      rubric,
      row.now.version,
      new Date().toISOString(),
      ...figureValues(row),
    ]),
    after: `on conflict (server_id, judge, rubric, version) do update set ${['at', ...figureColumns].map(replaced).join(', ')}`,
  });
}

function figureValues({ now, quality, coherent, whole }: Figures): SqlValue[] {
  return [now.tool_count, now.scored, now.sum, now.min, quality, coherent, whole];
}

function replaced(column: string): string {
  return `${column} = excluded.${column}`;
}
