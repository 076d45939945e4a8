/** Tools and servers as what a search compares: their words, marks and place in the ranking. */
import type { Dimension } from '../../types/tdqs.js';
import { listOf, type Sql } from '../db/types.js';
import { rankOf, SERVER, type SubjectKind, TOOL } from './rank-id.js';
import { documentWords, flagMark, serverMark, smellMark } from './words.js';

/** Whose scores count. */
export interface Pair {
  id: number;
  judge: string;
  rubric: string;
}

export interface SearchDocument {
  subject: number;
  rank: number;
  words: string[];
}

/** What was asked for and is still there; a tool of an earlier capture is not. */
export function documentsOf(
  sql: Sql,
  { kind, pair, subjects }: { kind: SubjectKind; pair: Pair; subjects: readonly number[] },
): Promise<SearchDocument[]> {
  return kind === TOOL ? toolDocuments(sql, pair, subjects) : serverDocuments(sql, pair, subjects);
}

interface ToolRow {
  id: number;
  server_id: number;
  server: string;
  name: string;
  title: string | null;
  description: string | null;
  current: number;
  tdqs: number | null;
  smells: string | null;
  flags: string | null;
  our_flags: string | null;
}

async function toolDocuments(sql: Sql, pair: Pair, subjects: readonly number[]): Promise<SearchDocument[]> {
  const list = listOf(subjects);
  const rows = await sql.all<ToolRow>(
    `select tools.id, server_id, servers.name as server, tools.name, title, description, current, tdqs, smells, flags, our_flags
     from tools join servers on servers.id = server_id
     left join scores on tool_id = tools.id and judge = ? and rubric = ?
     where tools.id in ${list.text}`,
    [pair.judge, pair.rubric, ...list.values],
  );
  // Not part of the statement: SQLite would rather read all current tools than these by their ids.
  const now = rows.filter(({ current }) => current === 1);
  return now.map((row) => ({
    subject: row.id,
    rank: rankOf(row.tdqs),
    words: [
      ...documentWords([row.name, row.title, row.server, row.description]),
      serverMark(row.server_id),
      ...namesIn(row.smells).map((dimension) => smellMark(dimension as Dimension)),
      ...[...namesIn(row.flags), ...namesIn(row.our_flags)].map(flagMark),
    ],
  }));
}

interface ServerRow {
  id: number;
  name: string;
  overall: number | null;
  details: string | null;
}

async function serverDocuments(sql: Sql, pair: Pair, subjects: readonly number[]): Promise<SearchDocument[]> {
  const list = listOf(subjects);
  const rows = await sql.all<ServerRow>(
    `select servers.id, name, overall, details from servers
     left join server_scores on server_id = servers.id and judge = ? and rubric = ?
     where servers.id in ${list.text}`,
    [pair.judge, pair.rubric, ...list.values],
  );
  return rows.map(({ id, name, overall, details }) => ({
    subject: id,
    rank: rankOf(overall),
    words: [...documentWords([name]), ...(hasShadowing(details) ? [flagMark('Shadowing Risk')] : [])],
  }));
}

function hasShadowing(details: string | null): boolean {
  const { shadowingRisks } = JSON.parse(details ?? '{}') as { shadowingRisks?: unknown[] };
  return (shadowingRisks?.length ?? 0) > 0;
}

function namesIn(list: string | null): string[] {
  return list === null ? [] : (JSON.parse(list) as string[]);
}

export const KINDS: readonly SubjectKind[] = [TOOL, SERVER];
