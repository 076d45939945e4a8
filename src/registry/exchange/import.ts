/**
 * An earlier export → a store. A server that the store does not know comes with all its history; of one that it
 * knows, only scores are taken, for definitions that are the same. Doing it twice changes nothing.
 */
import type { ImportReport, IngestProblem } from '../../types/registry.js';
import { McptestError } from '../../util/errors.js';
import { isObject, ownValue } from '../../util/plain.js';
import { oneLine } from '../../util/text.js';
import type { Db, Sql, SqlRow, SqlValue } from '../db/types.js';
import { linesOf } from '../ingest/lines.js';
import { EXPORT_VERSION, EXPORTED, type ExportedServer } from './export.js';

const MOST_LINE = 256 * 2 ** 20;

export async function importFile(
  db: Db,
  path: string,
  told: (problem: IngestProblem) => void,
): Promise<Omit<ImportReport, 'problems' | 'driver'>> {
  const total = { servers: 0, known_servers: 0, tools: 0, scores: 0, rejected: 0 };
  for await (const { number, bytes } of linesOf(path, MOST_LINE)) {
    const value = bytes === undefined ? undefined : parsed(bytes);
    if (number === 1) checkHead(value, path);
    else {
      const server = asServer(value);
      if (server === undefined) {
        total.rejected += 1;
        told({ source: `${path}:${number}`, kind: 'rejected', message: 'is not a server of an export' });
        continue;
      }
      const taken = await db.transaction((sql) => takeServer(sql, server));
      total.servers += taken.fresh ? 1 : 0;
      total.known_servers += taken.fresh ? 0 : 1;
      total.tools += taken.tools;
      total.scores += taken.scores;
    }
  }
  return total;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function checkHead(value: unknown, path: string): void {
  if (ownValue(value, 'mcptest_registry') === EXPORT_VERSION) return;
  const version = ownValue(value, 'mcptest_registry');
  throw new McptestError({
    code: 'bad-export',
    message:
      typeof version === 'number'
        ? `${oneLine(path)} is an export of version ${version}, and this mcptest reads version ${EXPORT_VERSION}`
        : `${oneLine(path)} is not an export of a registry`,
    hint: 'Name a file that `mcptest tdqs export` made; catalogues are taken in with `mcptest tdqs ingest`.',
  });
}

/** Only what the database itself would not find out. */
function asServer(value: unknown): ExportedServer | undefined {
  if (!isObject(value) || typeof ownValue(ownValue(value, 'server'), 'name') !== 'string') return undefined;
  const lists = (['captures', 'tools', 'figures', 'history'] as const).map((key) => ownValue(value, key));
  return lists.every(Array.isArray) ? (value as unknown as ExportedServer) : undefined;
}

interface Taken {
  fresh: boolean;
  tools: number;
  scores: number;
}

async function takeServer(sql: Sql, exported: ExportedServer): Promise<Taken> {
  const { server } = exported;
  const [made] = await sql.insert<{ id: number }>({
    table: 'servers',
    columns: EXPORTED.servers,
    rows: [valuesOf('servers', server)],
    after: 'on conflict (name) do nothing returning id',
  });
  if (made !== undefined) return takeWhole(sql, exported, made.id);
  const [known] = await sql.all<{ id: number }>('select id from servers where name = ?', [server.name ?? '']);
  const ids = await toolIds(sql, known?.id ?? 0);
  return { fresh: false, tools: 0, scores: await takeScores(sql, exported, ids) };
}

async function takeWhole(sql: Sql, exported: ExportedServer, id: number): Promise<Taken> {
  const owned = (table: keyof typeof EXPORTED, rows: readonly SqlRow[]) => ({
    table,
    columns: ['server_id', ...EXPORTED[table]],
    rows: rows.map((row) => [id, ...valuesOf(table, row)]),
  });
  await sql.insert(owned('captures', exported.captures));
  await sql.insert(
    owned(
      'tools',
      exported.tools.map(({ tool }) => tool),
    ),
  );
  await sql.insert(owned('server_scores', exported.figures));
  await sql.insert(owned('server_history', exported.history));
  const ids = await toolIds(sql, id);
  const spans = exported.tools.flatMap(({ tool, spans: rows }) =>
    rows.map((row) => [ids.get(String(tool.input_hash)) ?? 0, id, ...valuesOf('tool_spans', row)]),
  );
  await sql.insert({
    table: 'tool_spans',
    columns: ['tool_id', 'server_id', ...EXPORTED.tool_spans],
    rows: spans,
  });
  const parked = exported.tools.flatMap(({ tool, parked: rows }) =>
    rows.map((row) => [ids.get(String(tool.input_hash)) ?? 0, ...valuesOf('parked', row)]),
  );
  await sql.insert({ table: 'parked', columns: ['tool_id', ...EXPORTED.parked], rows: parked });
  return { fresh: true, tools: exported.tools.length, scores: await takeScores(sql, exported, ids) };
}

async function takeScores(
  sql: Sql,
  { tools }: ExportedServer,
  ids: ReadonlyMap<string, number>,
): Promise<number> {
  const rows = tools.flatMap(({ tool, scores }) => {
    const id = ids.get(String(tool.input_hash));
    return id === undefined ? [] : scores.map((row): SqlValue[] => [id, ...valuesOf('scores', row)]);
  });
  const made = await sql.insert({
    table: 'scores',
    columns: ['tool_id', ...EXPORTED.scores],
    rows,
    after: 'on conflict (tool_id, judge, rubric) do nothing returning tool_id',
  });
  return made.length;
}

async function toolIds(sql: Sql, server: number): Promise<Map<string, number>> {
  const rows = await sql.all<{ id: number; input_hash: string }>(
    'select id, input_hash from tools where server_id = ?',
    [server],
  );
  return new Map(rows.map(({ id, input_hash }) => [input_hash, id]));
}

function valuesOf(table: keyof typeof EXPORTED, row: SqlRow): SqlValue[] {
  return EXPORTED[table].map((column) => row[column] ?? null);
}
