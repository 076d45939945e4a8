/** What an ingest tells of captures that were taken whole: two of a server at once, and tools under another name. */
import type { IngestProblem } from '../../types/registry.js';
import { clip, oneLine } from '../../util/text.js';
import { listOf, type Sql } from '../db/types.js';
import type { Capture } from './capture.js';
import type { Change, ServerRow, Superseded } from './write-captures.js';

const SHOWN = 80;
const MOST_LOOKED_UP = 1024;

/** Servers whose capture before was taken by the same ingest, or by another one at the same time. */
export function takenTwice(
  pairs: readonly { capture: Capture; server: ServerRow }[],
  before: readonly Superseded[],
  began: string,
): IngestProblem[] {
  const close = new Map(
    before.filter(({ captured_at }) => captured_at >= began).map((row) => [row.server_id, row.source]),
  );
  return pairs.flatMap(({ capture: { source, server }, server: { id, version } }) => {
    const other = close.get(id);
    if (other === undefined) return [];
    const message = `was taken twice at the same time, also from ${shown(other)}: versions ${version} and ${version + 1}`;
    return [{ source, server, kind: 'noted' as const, message }];
  });
}

/** Tools that are gone under one name, and new under another with all else the same. */
export async function renamedIn(sql: Sql, changes: readonly Change[]): Promise<IngestProblem[]> {
  const both = changes.filter(({ fresh, gone }) => fresh.length > 0 && gone.length > 0);
  const lost = both.flatMap(({ gone, capture }) => {
    const names = new Set(capture.tools.map(({ name }) => name));
    return gone.filter(({ name }) => !names.has(name));
  });
  if (lost.length === 0) return [];
  const list = listOf(lost.slice(0, MOST_LOOKED_UP).map(({ id }) => id));
  const rows = await sql.all<{ server_id: number; name: string; definition: string }>(
    `select server_id, name, definition from tools where definition is not null and id in ${list.text} order by id`,
    list.values,
  );
  const earlier = new Map(
    rows.map(({ server_id, name, definition }) => [`${server_id} ${nameless(definition)}`, name]),
  );
  return both.flatMap(({ server, capture: { source, server: of }, fresh }) =>
    fresh.flatMap(({ name, definition }) => {
      const before = definition === null ? undefined : earlier.get(`${server.id} ${nameless(definition)}`);
      if (before === undefined) return [];
      const message = `was called ${shown(before)} before; it is judged again under its new name`;
      return [{ source, server: of, tool: shown(name), kind: 'noted' as const, message }];
    }),
  );
}

/** The definition as if it had no name; keys are in one order. */
function nameless(definition: string): string {
  return JSON.stringify({ ...(JSON.parse(definition) as object), name: '' });
}

function shown(text: string): string {
  return clip(oneLine(text), SHOWN);
}
