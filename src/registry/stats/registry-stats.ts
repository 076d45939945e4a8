/** The figures of a whole registry. They read every score once or twice: for a command, not for a request. */
import type { RegistryStats, Snapshot } from '../../types/registry-stats.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import type { Db } from '../db/types.js';
import type { Scope } from '../read/scope.js';
import { shareOf } from './figures.js';
import { serverFigures } from './server-figures.js';
import { toolFigures } from './tool-figures.js';

export interface StatsOptions {
  /** Moments in ISO 8601, in UTC. */
  since?: string | undefined;
  until?: string | undefined;
  now: Date;
}

export async function registryStats(
  db: Db,
  scope: Scope,
  { since, until, now }: StatsOptions,
): Promise<RegistryStats> {
  const made_at = now.toISOString();
  const current = await toolFigures(db, scope, 'now');
  const all = await toolFigures(db, scope, 'ever');
  const servers = await serverFigures(db, scope, 'now');
  const tools = await count(db, 'tools where current = 1');
  return omitUndefined({
    version: 1 as const,
    made_at,
    ...scope,
    counts: {
      servers: await count(db, 'servers'),
      tools,
      scored: shareOf(current?.scored ?? 0, tools),
      definitions: await count(db, 'tools'),
      definitions_scored: all?.scored ?? 0,
    },
    current,
    all,
    servers,
    trend:
      since === undefined
        ? undefined
        : { since: await snapshot(db, scope, since), until: await snapshot(db, scope, until ?? made_at) },
  });
}

async function snapshot(db: Db, scope: Scope, at: string): Promise<Snapshot> {
  return {
    at,
    tools: await toolFigures(db, scope, { at }),
    servers: await serverFigures(db, scope, { at }),
  };
}

async function count(db: Db, what: string): Promise<number> {
  const [row] = await db.all<{ n: number }>(`select count(*) as n from ${what}`);
  return row?.n ?? 0;
}
