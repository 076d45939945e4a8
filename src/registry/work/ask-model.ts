/**
 * A model as the judge of a registry: one question a tool, written down as soon as it is answered, so that a
 * worker that is killed loses the questions in hand and nothing else. Asks nothing where a score is there already.
 */
import type { TdqsJudge } from '../../types/tdqs.js';
import { inParallel } from '../../util/in-parallel.js';
import type { Db } from '../db/types.js';
import type { Gate } from './gate.js';
import { judgeSet, judgeTool, type Subject, subjectsOf } from './judge-work.js';
import type { FailedTool, JudgedSet, JudgedWork, JudgeName, ServerWork } from './types.js';
import { writeFailures, writeScores } from './write-work.js';

export interface ModelWork {
  db: Db;
  name: JudgeName;
  judge: TdqsJudge;
  gate: Gate;
  signal?: AbortSignal;
}

/** `kept`: it had a score already. */
export type Asked = 'scored' | 'kept' | FailedTool;

export async function askAboutTool(work: ModelWork, { id, subject }: Subject): Promise<Asked> {
  const { db, name, judge } = work;
  const known = await db.all('select 1 from scores where tool_id = ? and judge = ? and rubric = ?', [
    id,
    name.judge,
    name.rubric,
  ]);
  if (known.length > 0) return 'kept';
  const cost = judge.estimate?.([subject], [])?.cost_usd ?? 0;
  const asked = await guarded(work, cost, () => judgeTool(id, subject, judge));
  if ('stopped' in asked) return { tool_id: id, reason: asked.stopped, passing: true };
  const { answer } = asked;
  if ('reason' in answer) {
    await db.transaction((sql) => writeFailures(sql, name, [answer]));
    return answer;
  }
  await db.transaction((sql) => writeScores(sql, name, [answer]));
  return 'scored';
}

/** Undefined where nobody could be asked now. */
export async function askAboutSet(
  work: ModelWork,
  server: string,
  subjects: readonly Subject[],
): Promise<JudgedSet | undefined> {
  const tools = subjects.map(({ subject: { tool, signals } }) => ({ tool, signals }));
  const cost = work.judge.estimate?.([], [{ server, tools, candidates: [] }])?.cost_usd ?? 0;
  const asked = await guarded(work, cost, () => judgeSet(server, subjects, work.judge));
  if ('stopped' in asked) return undefined;
  return 'passing' in asked.answer ? undefined : asked.answer;
}

/** Of a whole server, for a store that has no queue. The tools are written already when it returns. */
export async function askAboutServer(
  work: ModelWork,
  server: ServerWork,
  lanes: number,
): Promise<JudgedWork & { asked: number }> {
  const subjects = subjectsOf(server);
  const missing = new Set(server.missing);
  const results = await inParallel(
    subjects.filter(({ id }) => missing.has(id)),
    lanes,
    async (subject) => (work.signal?.aborted ? undefined : askAboutTool(work, subject)),
  );
  const { server_id, set_hash } = server;
  const asked = results.filter((one) => one === 'scored').length;
  const judged = { server_id, set_hash, scored: [], failed: [], asked };
  if (!server.judge_set || work.signal?.aborted) return judged;
  const set = await askAboutSet(work, server.server, subjects);
  return set === undefined ? judged : { ...judged, set };
}

async function guarded<T>(
  { gate, signal }: ModelWork,
  cost: number,
  ask: () => Promise<T>,
): Promise<{ answer: T } | { stopped: string }> {
  const stopped = await gate.enter(cost, signal);
  if (stopped !== undefined) return { stopped };
  try {
    return { answer: await ask() };
  } finally {
    await gate.leave(cost);
  }
}
