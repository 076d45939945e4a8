/** The judge of a registry: the offline one in threads, or a model whose limits all workers share. */
import { availableParallelism } from 'node:os';
import { type JudgeInput, openJudge } from '../../tdqs/open-judge.js';
import type { TdqsJudge } from '../../types/tdqs.js';
import type { Db } from '../db/types.js';
import type { ModelWork } from '../work/ask-model.js';
import { type Limits, noteJudge, openGate } from '../work/gate.js';
import { judgeWork } from '../work/judge-work.js';
import { bundleFile, openThreads } from '../work/threads.js';
import type { JudgedWork, JudgeName, ServerWork } from '../work/types.js';

export interface RegistryJudge {
  name: JudgeName;
  judge: TdqsJudge;
  /** Questions under way at a time. */
  concurrency: number;
  /** Absent for a model. */
  offline?: (work: ServerWork) => Promise<JudgedWork>;
  /** Absent for the offline judge. */
  model?: ModelWork;
  close(): Promise<void>;
}

/** As a registry of 15,000 servers does it. */
const MODEL_CONCURRENCY = 40;

export async function openRegistryJudge(
  db: Db,
  input: JudgeInput,
  options: Limits & { concurrency?: number },
): Promise<RegistryJudge> {
  // A kept answer belongs to a definition; here a score belongs to a definition of a server.
  const { judge } = await openJudge({ ...input, fresh: true, attempts: 1 });
  const name: JudgeName = { judge: judge.id, rubric: judge.rubric };
  await noteJudge(db, name, options);
  if (judge.estimate !== undefined) {
    const { signal } = input;
    const gate = openGate(db, name, () => judge.books?.());
    const model: ModelWork = { db, name, judge, gate, signal };
    return {
      name,
      judge,
      concurrency: options.concurrency ?? MODEL_CONCURRENCY,
      model,
      close: async () => {},
    };
  }
  const concurrency = options.concurrency ?? availableParallelism();
  const bundle = bundleFile();
  if (bundle === undefined)
    return { name, judge, concurrency, offline: (work) => judgeWork(work, judge), close: async () => {} };
  const threads = openThreads(bundle, concurrency);
  return { name, judge, concurrency, offline: threads.judge, close: threads.close };
}
