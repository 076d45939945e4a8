/** `/v1/servers/NAME/badge.svg`: the score of a server for a README. A server that nobody knows has none. */
import type { RegistryDrawing } from '../../types/registry-pages.js';
import { serverId, serverItems } from '../read/servers.js';
import type { Served } from './lists.js';
import { notFound } from './problem.js';

export async function badgeAt(
  { db, pair }: Served,
  draw: RegistryDrawing,
  path: readonly string[],
): Promise<string | undefined> {
  const [, kind, name, file] = path;
  if (path.length !== 4 || kind !== 'servers' || name === undefined || file !== 'badge.svg') return undefined;
  const id = await serverId(db, name);
  const [server] = id === undefined ? [] : await serverItems(db, pair, [id]);
  if (server === undefined) throw notFound('server of this name');
  return draw.badge(server.overall);
}
