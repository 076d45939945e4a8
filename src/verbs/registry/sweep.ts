/** `mcptest tdqs sweep | worker`: what has no score gets one, here or by workers. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isQueued } from '../../registry/queue/queue.js';
import { openStore } from '../../registry/store.js';
import { estimateSweep } from '../../registry/sweep/estimate.js';
import { openRegistryJudge, type RegistryJudge } from '../../registry/sweep/open-registry-judge.js';
import { sweepOnce } from '../../registry/sweep/sweep.js';
import type { SweepEstimate, SweepProgress, SweepRound, WorkerEvent } from '../../types/registry.js';
import { type JudgeContext, judgeInput } from '../judge-input.js';

export interface SweepInput extends JudgeContext {
  store: string;
  cwd?: string;
  /** Calls of a model a minute, over all workers. */
  per_minute?: number;
  /** Questions under way at a time. */
  concurrency?: number;
  /** Jobs that are queued in one transaction. */
  batch?: number;
  /** Sweep again after so many milliseconds, until stopped. */
  every_ms?: number;
  on_round?: (round: SweepRound) => void;
  on_progress?: (progress: SweepProgress) => void;
}

type Db = Awaited<ReturnType<typeof openStore>>['db'];

/** The sum of all rounds. */
export async function sweepRegistry(input: SweepInput): Promise<SweepRound> {
  return withJudge(input, (db, judge) => rounds(db, judge, input));
}

export async function estimateRegistry(input: SweepInput): Promise<SweepEstimate> {
  return withJudge(input, (db, judge) => estimateSweep(db, judge, input.per_minute));
}

export interface WorkerInput extends SweepInput {
  /** Stop when nothing is left to do. */
  until_empty?: boolean;
  on_event?: (event: WorkerEvent) => void;
}

export interface WorkerResult {
  judged: number;
  failed: number;
  driver: string;
}

/** On PostgreSQL one of many; on SQLite the process itself sweeps. Resolves when it was told to stop. */
export async function runRegistryWorker(input: WorkerInput): Promise<WorkerResult> {
  return withJudge(input, async (db, judge) => {
    if (!isQueued(db)) {
      const every_ms = input.until_empty ? undefined : (input.every_ms ?? 5000);
      const { judged, failed, driver } = await rounds(db, judge, { ...input, every_ms });
      return { judged, failed, driver };
    }
    const { runWorker } = await import('../../registry/queue/run-worker.js');
    const total = { judged: 0, failed: 0, driver: db.driver };
    const { name, concurrency, offline, model } = judge;
    const { until_empty, signal } = input;
    const on_event = (event: WorkerEvent): void => {
      if (event.kind === 'judged') {
        total.judged += event.tools;
        total.failed += event.failed;
      }
      input.on_event?.(event);
    };
    await runWorker({ db, name, concurrency, offline, model, until_empty, signal, on_event });
    return total;
  });
}

async function rounds(db: Db, judge: RegistryJudge, input: SweepInput): Promise<SweepRound> {
  const { signal, on_progress, every_ms, batch = 100 } = input;
  let total: SweepRound | undefined;
  for (;;) {
    const round = await sweepOnce(db, judge, { batch, signal, on_progress });
    total = total === undefined ? round : added(total, round);
    input.on_round?.(round);
    if (every_ms === undefined || signal?.aborted) return total;
    await sleep(every_ms, undefined, { signal }).catch(() => {});
    if (signal?.aborted) return total;
  }
}

function added(total: SweepRound, round: SweepRound): SweepRound {
  return {
    ...round,
    carried: total.carried,
    judged: total.judged + round.judged,
    queued: total.queued + round.queued,
    cost_usd: total.cost_usd + round.cost_usd,
  };
}

/** Opens the store, which must be there, and the judge, and closes both. */
async function withJudge<T>(
  input: SweepInput,
  work: (db: Db, judge: RegistryJudge) => Promise<T>,
): Promise<T> {
  const named = await judgeInput(input, resolve(input.cwd ?? process.cwd()));
  const store = await openStore(input.store, {
    must_exist: true,
    connections: (input.concurrency ?? 40) + 10,
  });
  try {
    const { max_cost, per_minute, concurrency } = input;
    const judge = await openRegistryJudge(store.db, named, { max_cost, per_minute, concurrency });
    try {
      return await work(store.db, judge);
    } finally {
      await judge.close();
    }
  } finally {
    await store.close();
  }
}
