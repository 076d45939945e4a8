/** One round: what has no score is found, and judged here (SQLite) or put in the queue (PostgreSQL). */

import type { SweepProgress, SweepRound } from '../../types/registry.js';
import type { Db } from '../db/types.js';
import { anyoneAtWork, reclaim } from '../queue/lost-workers.js';
import { isQueued, openQueue } from '../queue/queue.js';
import { askAboutServer } from '../work/ask-model.js';
import { missingTools, type PendingServer, pendingServers, staleServers } from '../work/find-work.js';
import { freeReserved, MICROS } from '../work/gate.js';
import type { JudgeName } from '../work/types.js';
import { workList } from '../work/work-list.js';
import type { RegistryJudge } from './open-registry-judge.js';

export interface SweepOptions {
  /** Jobs that are queued in one transaction. */
  batch: number;
  signal?: AbortSignal;
  on_progress?(progress: SweepProgress): void;
}

export async function sweepOnce(db: Db, judge: RegistryJudge, options: SweepOptions): Promise<SweepRound> {
  const before = await standing(db, judge.name);
  const { queued, judged, failed } = isQueued(db)
    ? { queued: await enqueue(db, judge, options), judged: 0, failed: 0 }
    : { queued: 0, ...(await workHere(db, judge, options)) };
  const after = await standing(db, judge.name);
  return {
    judge: judge.name.judge,
    rubric: judge.name.rubric,
    judged,
    carried: before.scored,
    failed,
    queued,
    parked: after.parked,
    missing: after.missing,
    cost_usd: (after.spent - before.spent) / MICROS,
    driver: db.driver,
  };
}

async function workHere(
  db: Db,
  judge: RegistryJudge,
  options: SweepOptions,
): Promise<{ judged: number; failed: number }> {
  const { name, offline, model, concurrency } = judge;
  await freeReserved(db, name);
  const { signal, on_progress } = options;
  if (model === undefined) {
    if (offline === undefined) return { judged: 0, failed: 0 };
    return workList(db, { name, judge: offline, concurrency: concurrency * 2, signal, on_progress });
  }
  let asked = 0;
  // Servers side by side and tools of a server side by side: together as many as may be under way.
  const lanes = Math.max(1, Math.floor(Math.sqrt(concurrency)));
  const { failed } = await workList(db, {
    name,
    concurrency: Math.max(1, Math.floor(concurrency / lanes)),
    signal,
    on_progress,
    judge: async (work) => {
      const judged = await askAboutServer(model, work, lanes);
      asked += judged.asked;
      return judged;
    },
  });
  return { judged: asked, failed };
}

async function enqueue(db: Db, judge: RegistryJudge, { batch, signal }: SweepOptions): Promise<number> {
  if (!isQueued(db)) return 0;
  const { name } = judge;
  const queue = await openQueue(db, name);
  try {
    await reclaim(db, queue);
    if (!(await anyoneAtWork(db))) await freeReserved(db, name);
    const pending = await pendingServers(db, name);
    const byId = new Map(pending.map((server) => [server.server_id, server]));
    const stale = (await staleServers(db, name)).filter((id) => !byId.has(id));
    let queued = 0;
    for (const part of partsOf(pending, batch)) {
      if (signal?.aborted) return queued;
      queued += judge.model === undefined ? await addServers(part) : await addTools(part);
    }
    for (const part of partsOf(stale, batch)) {
      await queue.addServers(part.map((id) => ({ id })));
      queued += part.length;
    }
    return queued;
  } finally {
    await queue.close();
  }

  async function addServers(part: readonly PendingServer[]): Promise<number> {
    await queue.addServers(part.map((server) => ({ id: server.server_id, server })));
    return part.length;
  }

  async function addTools(part: readonly PendingServer[]): Promise<number> {
    const servers = new Map(part.map((server) => [server.server_id, server]));
    const tools = await missingTools(db, name, [...servers.keys()]);
    const jobs = tools.flatMap(({ id, server_id }) => {
      const server = servers.get(server_id);
      return server === undefined ? [] : [{ id, server }];
    });
    for (const some of partsOf(jobs, batch)) await queue.addTools(some);
    return jobs.length;
  }
}

function* partsOf<T>(items: readonly T[], size: number): Iterable<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

interface Standing {
  scored: number;
  missing: number;
  parked: number;
  spent: number;
}

async function standing(db: Db, { judge, rubric }: JudgeName): Promise<Standing> {
  const [row] = await db.all<Omit<Standing, 'spent'>>(
    `select count(scores.tool_id) as scored, count(*) - count(scores.tool_id) as missing,
      coalesce(sum(case when scores.tool_id is null and (tools.definition is null or parked.parked = 1) then 1 else 0 end), 0) as parked
     from tools
     left join scores on scores.tool_id = tools.id and scores.judge = ? and scores.rubric = ?
     left join parked on parked.tool_id = tools.id and parked.judge = ? and parked.rubric = ?
     where tools.current = 1`,
    [judge, rubric, judge, rubric],
  );
  const [books] = await db.all<{ spent: number }>('select spent from judges where judge = ? and rubric = ?', [
    judge,
    rubric,
  ]);
  return { scored: 0, missing: 0, parked: 0, ...row, spent: books?.spent ?? 0 };
}
