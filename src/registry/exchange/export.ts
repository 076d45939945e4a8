/**
 * A registry as lines of JSON, one a server, with its captures, definitions, scores and history: enough to make the
 * same registry again in another store. The first line says what it is.
 */
import { type Db, listOf, type SqlRow } from '../db/types.js';

/** Of the lines, not of the tables. */
export const EXPORT_VERSION = 1;

export interface ExportedServer {
  server: SqlRow;
  captures: SqlRow[];
  tools: { tool: SqlRow; spans: SqlRow[]; scores: SqlRow[]; parked: SqlRow[] }[];
  figures: SqlRow[];
  history: SqlRow[];
}

/** Columns that are no keys of ours, table by table. */
export const EXPORTED = {
  servers: ['name', 'source', 'uses', 'version', 'tool_count', 'set_hash', 'first_seen', 'last_seen'],
  captures: [
    'version',
    'captured_at',
    'superseded_at',
    'source',
    'set_hash',
    'tool_count',
    'added',
    'changed',
    'removed',
  ],
  tools: [
    'input_hash',
    'name',
    'title',
    'description',
    'definition',
    'definition_bytes',
    'current',
    'first_seen',
  ],
  tool_spans: ['from_version', 'until_version', 'from_at', 'until_at'],
  scores: [
    'judge',
    'rubric',
    'tdqs',
    'tier',
    'purpose_clarity',
    'usage_guidelines',
    'behavioral_transparency',
    'parameter_semantics',
    'conciseness_structure',
    'contextual_completeness',
    'smells',
    'flags',
    'our_flags',
    'summary',
    'justifications',
    'scored_at',
  ],
  parked: ['judge', 'rubric', 'attempts', 'parked', 'reason', 'at'],
  server_scores: [
    'judge',
    'rubric',
    'version',
    'set_hash',
    'tool_count',
    'scored',
    'sum',
    'min',
    'description_quality',
    'disambiguation',
    'naming_consistency',
    'tool_count_appropriateness',
    'completeness',
    'coherence',
    'overall',
    'tier',
    'details',
    'scored_at',
  ],
  server_history: [
    'judge',
    'rubric',
    'version',
    'at',
    'tool_count',
    'scored',
    'sum',
    'min',
    'description_quality',
    'coherence',
    'overall',
  ],
} as const;

const PART = 50;

export async function* exportLines(db: Db): AsyncIterable<string> {
  yield `${JSON.stringify({ mcptest_registry: EXPORT_VERSION })}\n`;
  const ids = await db.all<{ id: number }>('select id from servers order by name');
  for (let from = 0; from < ids.length; from += PART)
    for (const server of await serversOf(
      db,
      ids.slice(from, from + PART).map(({ id }) => id),
    ))
      yield `${JSON.stringify(server)}\n`;
}

async function serversOf(db: Db, ids: readonly number[]): Promise<ExportedServer[]> {
  const servers = await rowsOf(db, ids, { table: 'servers', owner: 'id', order: 'id' });
  const ofServers = async (table: Table, order: string) =>
    grouped(await rowsOf(db, ids, { table, owner: 'server_id', order }));
  const captures = await ofServers('captures', 'version');
  const figures = await ofServers('server_scores', 'judge, rubric');
  const history = await ofServers('server_history', 'judge, rubric, version');
  const tools = await rowsOf(db, ids, { table: 'tools', owner: 'server_id', order: 'id', more: ['id'] });
  const toolIds = tools.map(({ row }) => Number(row.id));
  const ofTools = async (table: Table, order: string) =>
    grouped(await rowsOf(db, toolIds, { table, owner: 'tool_id', order }));
  const spans = await ofTools('tool_spans', 'from_version');
  const scores = await ofTools('scores', 'judge, rubric');
  const parked = await ofTools('parked', 'judge, rubric');
  const byServer = grouped(tools);
  return servers.map(({ owner, row }) => ({
    server: row,
    captures: captures.get(owner) ?? [],
    tools: (byServer.get(owner) ?? []).map(({ id, ...tool }) => ({
      tool,
      spans: spans.get(Number(id)) ?? [],
      scores: scores.get(Number(id)) ?? [],
      parked: parked.get(Number(id)) ?? [],
    })),
    figures: figures.get(owner) ?? [],
    history: history.get(owner) ?? [],
  }));
}

interface Owned {
  owner: number;
  row: SqlRow;
}

const MOST_IDS = 1024;

type Table = keyof typeof EXPORTED;

async function rowsOf(
  db: Db,
  ids: readonly number[],
  asked: { table: Table; owner: string; order: string; more?: string[] },
): Promise<Owned[]> {
  const { table, owner, order, more = [] } = asked;
  const found: Owned[] = [];
  const columns = [...EXPORTED[table], ...more];
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const list = listOf(ids.slice(from, from + MOST_IDS));
    const rows = await db.all<SqlRow>(
      `select ${owner} as owner, ${columns.join(', ')} from ${table} where ${owner} in ${list.text} order by ${owner}, ${order}`,
      list.values,
    );
    for (const { owner: whose, ...row } of rows) found.push({ owner: Number(whose), row });
  }
  // Servers are wanted in the order in which they were named.
  return table === 'servers' ? found.sort((a, b) => ids.indexOf(a.owner) - ids.indexOf(b.owner)) : found;
}

function grouped(rows: readonly Owned[]): Map<number, SqlRow[]> {
  const found = new Map<number, SqlRow[]>();
  for (const { owner, row } of rows) {
    const same = found.get(owner);
    if (same === undefined) found.set(owner, [row]);
    else same.push(row);
  }
  return found;
}
