/**
 * Works off what has no score, in this process: on SQLite always. Servers are judged side by side, and written
 * several in one transaction; whatever was written stays when the process is killed, and the next sweep finds
 * the rest.
 */
import type { SweepProgress } from '../../types/registry.js';
import type { Db } from '../db/types.js';
import { loadWork, pendingServers, staleServers } from './find-work.js';
import type { JudgedWork, JudgeName, ServerWork } from './types.js';
import { writeWork } from './write-work.js';

export interface WorkOptions {
  name: JudgeName;
  /** Judges one server; never throws for what a judge does. */
  judge(work: ServerWork): Promise<JudgedWork>;
  /** Servers under way at a time. */
  concurrency: number;
  signal?: AbortSignal;
  on_progress?(progress: SweepProgress): void;
}

/** Servers that are loaded at a time, and results that are written at a time. */
const LOADED = 64;
const MOST_TOOLS_WRITTEN = 1000;

export async function workList(db: Db, options: WorkOptions): Promise<SweepProgress> {
  const { name, signal } = options;
  const pending = (await pendingServers(db, name)).map(({ server_id }) => server_id);
  const known = new Set(pending);
  const stale = (await staleServers(db, name)).filter((id) => !known.has(id));
  const progress: SweepProgress = { judged: 0, failed: 0, servers: 0 };
  const done: JudgedWork[] = [];
  const flush = async (): Promise<void> => {
    const some = done.splice(0);
    if (some.length === 0) return;
    await db.transaction((sql) => writeWork(sql, name, some));
    for (const { scored, failed } of some) {
      progress.judged += scored.length;
      progress.failed += failed.length;
    }
    progress.servers += some.length;
    options.on_progress?.(progress);
  };
  const waiting = workIn(db, name, [...pending, ...stale])[Symbol.asyncIterator]();
  const worker = async (): Promise<void> => {
    while (!signal?.aborted) {
      const next = await waiting.next();
      if (next.done) return;
      done.push(await options.judge(next.value));
      if (done.reduce((sum, { scored }) => sum + scored.length, 0) >= MOST_TOOLS_WRITTEN) await flush();
    }
  };
  try {
    await Promise.all(Array.from({ length: options.concurrency }, worker));
  } finally {
    // What was judged is kept, also when something else failed.
    await flush();
  }
  return progress;
}

async function* workIn(db: Db, name: JudgeName, servers: readonly number[]): AsyncIterable<ServerWork> {
  for (let from = 0; from < servers.length; from += LOADED)
    yield* await loadWork(db, name, servers.slice(from, from + LOADED));
}
