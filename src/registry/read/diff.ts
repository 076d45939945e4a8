/** Two captures of a server beside each other: which tools came, went or changed, with both definitions. */
import type { DiffSide, ServerDiff, ToolDifference } from '../../types/registry-read.js';
import type { Tier } from '../../types/tdqs.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { type Db, listOf } from '../db/types.js';
import type { Scope } from './scope.js';
import { serverId, serverVersions } from './servers.js';
import { dimensionsOf, present, type ScoreColumns, scoreOf } from './values.js';

const MOST = 200;

interface Span {
  id: number;
  name: string;
}

/** Undefined where the server or a version is not there. */
export async function serverDiff(
  db: Db,
  scope: Scope,
  asked: { server: string; from: number; to: number },
): Promise<ServerDiff | undefined> {
  const server = await serverId(db, asked.server);
  if (server === undefined) return undefined;
  const [from] = await serverVersions(db, scope, { server, version: asked.from });
  const [to] = await serverVersions(db, scope, { server, version: asked.to });
  if (from === undefined || to === undefined) return undefined;
  const [before, after] = [await toolsAt(db, server, from.version), await toolsAt(db, server, to.version)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const differing = names.filter((name) => before.get(name) !== after.get(name));
  const listed = differing.slice(0, MOST);
  const ids = listed.flatMap((name) => [before.get(name), after.get(name)]).filter((id) => id !== undefined);
  const sides = await sidesOf(db, scope, ids);
  const sideOf = (id: number | undefined): DiffSide | undefined =>
    id === undefined ? undefined : sides.get(id);
  return {
    server: asked.server,
    from,
    to,
    unchanged: names.length - differing.length,
    tools: listed.map(
      (name): ToolDifference =>
        omitUndefined({ name, before: sideOf(before.get(name)), after: sideOf(after.get(name)) }),
    ),
    more: differing.length - listed.length,
  };
}

/** Name → id of the definition. */
async function toolsAt(db: Db, server: number, version: number): Promise<Map<string, number>> {
  const rows = await db.all<Span>(
    `select tools.id, name from tool_spans join tools on tools.id = tool_id
     where tool_spans.server_id = ? and from_version <= ? and (until_version is null or until_version > ?)`,
    [server, version, version],
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function sidesOf(db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, DiffSide>> {
  const list = listOf(ids);
  const rows = await db.all<
    ScoreColumns & { id: number; description: string | null; definition: string | null }
  >(
    `select tools.id, description, definition, tdqs, tier, purpose_clarity, usage_guidelines, behavioral_transparency,
       parameter_semantics, conciseness_structure, contextual_completeness
     from tools left join scores on tool_id = tools.id and judge = ? and rubric = ? where tools.id in ${list.text}`,
    [scope.judge, scope.rubric, ...list.values],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      omitUndefined({
        id: row.id,
        description: present(row.description),
        tdqs: scoreOf(row.tdqs),
        tier: present<Tier>(row.tier),
        scores: dimensionsOf(row),
        definition: present(row.definition),
      }),
    ]),
  );
}
