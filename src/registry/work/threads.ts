/**
 * Threads for the offline judge, each with one server at a time. A thread that dies or does not answer is
 * replaced, and its server judged tool by tool, so that the definition that did it is known.
 */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FailedTool, JudgedWork, ServerWork } from './types.js';

export interface Threads {
  judge(work: ServerWork): Promise<JudgedWork>;
  close(): Promise<void>;
}

/** Far above what the largest server takes. */
const PATIENCE_MS = 60_000;

/** The bundle that this code is in; undefined when it runs from its sources, which threads cannot load. */
export function bundleFile(): string | undefined {
  const file = fileURLToPath(import.meta.url);
  return file.endsWith('.cjs') ? file : undefined;
}

export function openThreads(bundle: string, count: number, patience_ms = PATIENCE_MS): Threads {
  const pool = startPool(bundle, count);
  async function once(work: ServerWork): Promise<JudgedWork | { lost: string }> {
    const thread = await pool.take();
    const answer = await answerOf(thread, work, patience_ms);
    if ('lost' in answer) await pool.replace(thread);
    else pool.free(thread);
    return answer;
  }

  /** Each missing tool by itself, after the whole was too much for a thread. */
  async function oneByOne(work: ServerWork): Promise<JudgedWork> {
    const { server_id, set_hash } = work;
    const judged: JudgedWork = { server_id, set_hash, scored: [], failed: [] };
    for (const id of work.missing) {
      const part = await once({ ...work, missing: [id], judge_set: false });
      if ('lost' in part) judged.failed.push(parkable(id, part.lost));
      else {
        judged.scored.push(...part.scored);
        judged.failed.push(...part.failed);
      }
    }
    if (!work.judge_set) return judged;
    const set = await once({ ...work, missing: [] });
    return {
      ...judged,
      set: 'lost' in set ? { unscored: set.lost } : (set.set ?? { unscored: 'not judged' }),
    };
  }

  return {
    judge: async (work) => {
      const whole = await once(work);
      return 'lost' in whole ? oneByOne(work) : whole;
    },
    close: () => pool.close(),
  };
}

function startPool(bundle: string, count: number) {
  const idle: Worker[] = [];
  const waiting: ((thread: Worker) => void)[] = [];
  const all = new Set<Worker>();
  const start = (): Worker => {
    const thread = new Worker(`require(${JSON.stringify(bundle)}).judgeThread()`, { eval: true });
    all.add(thread);
    return thread;
  };
  const free = (thread: Worker): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(thread);
    else next(thread);
  };
  for (let i = 0; i < count; i += 1) idle.push(start());
  const take = (): Promise<Worker> => {
    const thread = idle.pop();
    return thread === undefined ? new Promise((done) => waiting.push(done)) : Promise.resolve(thread);
  };
  const replace = async (thread: Worker): Promise<void> => {
    all.delete(thread);
    await thread.terminate();
    free(start());
  };
  const close = async (): Promise<void> => {
    await Promise.all([...all].map((thread) => thread.terminate()));
  };
  return { take, free, replace, close };
}

function parkable(tool_id: number, reason: string): FailedTool {
  return { tool_id, reason, passing: false };
}

function answerOf(
  thread: Worker,
  work: ServerWork,
  patience_ms: number,
): Promise<JudgedWork | { lost: string }> {
  return new Promise((done) => {
    const finish = (answer: JudgedWork | { lost: string }): void => {
      clearTimeout(timer);
      thread.off('message', finish);
      thread.off('error', died);
      thread.off('exit', ended);
      done(answer);
    };
    const died = (error: Error): void =>
      finish({ lost: `the thread that judged it broke: ${error.message}` });
    const ended = (): void => finish({ lost: 'the thread that judged it ended' });
    const timer = setTimeout(
      () => finish({ lost: `was not judged within ${patience_ms / 1000} s` }),
      patience_ms,
    );
    thread.on('message', finish);
    thread.on('error', died);
    thread.on('exit', ended);
    thread.postMessage(work);
  });
}
