/**
 * The queue of a registry in PostgreSQL: `graphile-worker`, loaded only here. A job names a tool or a server, and
 * is there once at a time; what it does is worked out again from the tables when it begins, so that a job too many
 * costs a look at the scores. A job never asks for a repetition: the next sweep finds what is missing.
 */
import type { WorkerUtils } from 'graphile-worker';
import { sha256 } from '../../util/hash.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { loadGraphile } from '../db/load-package.js';
import type { PostgresDb } from '../db/postgres.js';
import { type Db, listOf } from '../db/types.js';
import type { PendingServer } from '../work/find-work.js';
import type { JudgeName } from '../work/types.js';

/** A job that lost so many workers is left alone; the tool is parked before that. */
export const MOST_RUNS = 25;

export interface Queue {
  addTools(tools: readonly { id: number; server: PendingServer }[]): Promise<void>;
  addServers(servers: readonly { id: number; server?: PendingServer }[]): Promise<void>;
  /** Jobs of this judge that wait or are under way. */
  waiting(): Promise<number>;
  /** Gives back what workers that are gone had in hand. */
  unlock(workers: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface TaskNames {
  tool: string;
  server: string;
}

/** Workers of one judge take no jobs of another. */
export function taskNames({ judge, rubric }: JudgeName): TaskNames {
  const key = sha256(JSON.stringify([judge, rubric])).slice(0, 12);
  return { tool: `tdqs_tool_${key}`, server: `tdqs_server_${key}` };
}

export async function openQueue(db: PostgresDb, name: JudgeName): Promise<Queue> {
  const { makeWorkerUtils, Logger } = await loadGraphile();
  const logger = new Logger(() => () => {});
  const utils = await makeWorkerUtils({ pgPool: db.pool, logger });
  await utils.migrate();
  const tasks = taskNames(name);
  return {
    addTools: (tools) =>
      add(
        db,
        utils,
        tools.map(({ id, server }) => job(tasks.tool, { tool_id: id }, `${tasks.tool}:${id}`, server)),
      ),
    addServers: (servers) =>
      add(
        db,
        utils,
        servers.map(({ id, server }) =>
          job(tasks.server, { server_id: id }, `${tasks.server}:${id}`, server),
        ),
      ),
    waiting: async () => {
      const [row] = await db.all<{ n: number }>(
        'select count(*) as n from graphile_worker.jobs where task_identifier in (?, ?) and attempts < max_attempts',
        [tasks.tool, tasks.server],
      );
      return row?.n ?? 0;
    },
    unlock: async (workers) => {
      if (workers.length > 0) await utils.forceUnlockWorkers([...workers]);
    },
    close: async () => {
      await utils.release();
    },
  };
}

type Job = ReturnType<typeof job>;

function job(identifier: string, payload: Record<string, number>, jobKey: string, server?: PendingServer) {
  return omitUndefined({
    identifier,
    payload,
    jobKey,
    maxAttempts: MOST_RUNS,
    priority: server === undefined ? undefined : priorityOf(server),
  });
}

/** Lower is sooner: what was never scored, then what is used most; of equals, what was queued first. */
export function priorityOf({ scored_before, uses }: Pick<PendingServer, 'scored_before' | 'uses'>): number {
  const used = Math.min(40, Math.floor(2 * Math.log2(1 + uses)));
  return (scored_before === 1 ? 100 : 0) + (40 - used);
}

/** A job that waits or is under way is left alone: one more of it would be done at the same time. */
async function add(db: Db, utils: WorkerUtils, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  const list = listOf(jobs.map(({ jobKey }) => jobKey));
  const there = await db.all<{ key: string }>(
    `select key from graphile_worker.jobs where attempts < max_attempts and key in ${list.text}`,
    list.values,
  );
  const known = new Set(there.map(({ key }) => key));
  const fresh = jobs.filter(({ jobKey }) => !known.has(jobKey));
  if (fresh.length > 0) await utils.addJobs(fresh, true);
}

/** Whether the store has a queue at all. */
export function isQueued(db: Db): db is PostgresDb {
  return db.kind === 'postgres';
}
