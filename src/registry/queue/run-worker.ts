/**
 * A worker on PostgreSQL: takes jobs of its judge until it is told to stop, finishes what it has in hand, and
 * goes on after the connection was cut.
 */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobHelpers, Runner } from 'graphile-worker';
import type { WorkerEvent } from '../../types/registry.js';
import type { TdqsJudge } from '../../types/tdqs.js';
import { ownValue } from '../../util/plain.js';
import { loadGraphile } from '../db/load-package.js';
import type { PostgresDb } from '../db/postgres.js';
import { askAboutSet, askAboutTool, type ModelWork } from '../work/ask-model.js';
import { loadWork } from '../work/find-work.js';
import { subjectsOf } from '../work/judge-work.js';
import type { JudgedWork, JudgeName, ServerWork } from '../work/types.js';
import { rollUp, writeFailures, writeWork } from '../work/write-work.js';
import { reclaim, SIGN_OF_LIFE_MS, signOff, signOfLife } from './lost-workers.js';
import { openQueue, type Queue, taskNames } from './queue.js';
import { queuePool } from './queue-pool.js';

export interface WorkerOptions {
  db: PostgresDb;
  name: JudgeName;
  concurrency: number;
  /** Absent for a model. */
  offline?: (work: ServerWork) => Promise<JudgedWork>;
  model?: ModelWork & { judge: TdqsJudge };
  until_empty?: boolean;
  signal?: AbortSignal;
  on_event?(event: WorkerEvent): void;
}

/** A definition that was in hand so often when a worker was lost is parked. */
const MOST_LOST = 5;
const AFTER_A_CUT_MS = 500;

export async function runWorker(options: WorkerOptions): Promise<void> {
  const { signal } = options;
  while (!signal?.aborted) {
    try {
      await runOnce(options);
      return;
    } catch (error) {
      if (signal?.aborted) return;
      options.on_event?.({ kind: 'cut', message: error instanceof Error ? error.message : String(error) });
      await sleep(AFTER_A_CUT_MS);
    }
  }
}

/** Until it is stopped, or a connection was cut: then jobs may be locked that nobody does. */
async function runOnce(options: WorkerOptions): Promise<void> {
  const { db, name, signal } = options;
  const { run, Logger } = await loadGraphile();
  const queue = await openQueue(db, name);
  const cut: { error?: Error } = {};
  const pool = await queuePool(db.url, options.concurrency + 4, (error) => {
    cut.error ??= error;
  });
  const ids = new Set<string>();
  const { EventEmitter } = await import('node:events');
  const events = new EventEmitter();
  // Jobs are locked in the name of the pool.
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => ids.add(workerPool.id));
  const tasks = taskNames(name);
  const runner = await run({
    pgPool: pool,
    concurrency: options.concurrency,
    pollInterval: 500,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    events: events as never,
    taskList: {
      [tasks.tool]: (payload, helpers) => toolJob(options, queue, idIn(payload, 'tool_id'), helpers),
      [tasks.server]: (payload) => serverJob(options, idIn(payload, 'server_id')),
    },
  });
  const stop = (): void => void runner.stop().catch(() => {});
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  try {
    await Promise.all([runner.promise, watch({ ...options, queue, runner, ids, cut })]);
    if (cut.error !== undefined) throw cut.error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await runner.stop().catch(() => {});
    await giveBack(db, queue, [...ids]);
    await pool.end().catch(() => {});
  }
}

/** Signs of life, the jobs of lost workers, and the end when there is nothing left. */
async function watch(
  options: WorkerOptions & {
    queue: Queue;
    runner: Runner;
    ids: ReadonlySet<string>;
    cut: { error?: Error };
  },
): Promise<void> {
  const { db, name, queue, runner, ids, cut } = options;
  let running = true;
  const over = (): void => {
    running = false;
  };
  const ended = runner.promise.then(over, over);
  while (running) {
    await signOfLife(db, [...ids], { place: `${hostname()} ${process.pid}`, judge: name.judge });
    const workers = await reclaim(db, queue);
    if (workers > 0) options.on_event?.({ kind: 'lost', workers });
    if (cut.error !== undefined || (options.until_empty && (await queue.waiting()) === 0))
      await runner.stop();
    await Promise.race([ended, sleep(options.until_empty ? 250 : SIGN_OF_LIFE_MS)]);
  }
}

/** After a cut the same process comes back under new names; its old jobs need not wait. */
async function giveBack(db: PostgresDb, queue: Queue, ids: readonly string[]): Promise<void> {
  try {
    await queue.unlock(ids);
    await signOff(db, ids);
    await queue.close();
  } catch {
    // The database is out of reach; others find out by the missing sign of life.
  }
}

function idIn(payload: unknown, key: string): number {
  return Number(ownValue(payload, key));
}

async function toolJob(options: WorkerOptions, queue: Queue, id: number, helpers: JobHelpers): Promise<void> {
  const { db, name, model } = options;
  const [tool] = await db.all<{ server_id: number }>(
    'select server_id from tools where id = ? and current = 1',
    [id],
  );
  if (tool === undefined || model === undefined) return;
  const [work] = await loadWork(db, name, [tool.server_id]);
  if (work === undefined) return;
  if (work.missing.includes(id)) {
    if (helpers.job.attempts > MOST_LOST) await park(options, id);
    else await askOne(options, model, work, id);
  }
  const [after] = await loadWork(db, name, [tool.server_id]);
  if (after?.missing.length === 0) await queue.addServers([{ id: tool.server_id }]);
}

async function askOne(options: WorkerOptions, model: ModelWork, work: ServerWork, id: number): Promise<void> {
  const subject = subjectsOf(work).find((one) => one.id === id);
  if (subject === undefined) return;
  const asked = await askAboutTool(model, subject);
  const tools = asked === 'scored' ? 1 : 0;
  options.on_event?.({ kind: 'judged', tools, failed: typeof asked === 'string' ? 0 : 1 });
}

async function park({ db, name }: WorkerOptions, id: number): Promise<void> {
  const reason = `${MOST_LOST} workers were lost while they judged it`;
  await db.transaction(async (sql) => {
    await writeFailures(sql, name, [{ tool_id: id, reason, passing: false }]);
    await sql.run('update parked set parked = 1 where tool_id = ? and judge = ? and rubric = ?', [
      id,
      name.judge,
      name.rubric,
    ]);
  });
}

async function serverJob(options: WorkerOptions, id: number): Promise<void> {
  const { db, name, offline, model } = options;
  const [work] = await loadWork(db, name, [id]);
  if (work === undefined) return;
  if (offline !== undefined) {
    const judged = await offline(work);
    await db.transaction((sql) => writeWork(sql, name, [judged]));
    options.on_event?.({ kind: 'judged', tools: judged.scored.length, failed: judged.failed.length });
    return;
  }
  if (model === undefined) return;
  const { server_id, set_hash } = work;
  const set = work.judge_set ? await askAboutSet(model, work.server, subjectsOf(work)) : undefined;
  await db.transaction((sql) =>
    rollUp(sql, name, [set === undefined ? { server_id, set_hash } : { server_id, set_hash, set }]),
  );
}
