/** What runs in a thread: the offline judge, asked about one server after the other. */
import { parentPort } from 'node:worker_threads';
import { openJudge } from '../../tdqs/open-judge.js';
import { judgeWork } from './judge-work.js';
import type { ServerWork } from './types.js';

export async function serveThread(): Promise<void> {
  const { judge } = await openJudge({ workspace: '', env: {} });
  parentPort?.on('message', (work: ServerWork) => {
    void judgeWork(work, judge).then((judged) => parentPort?.postMessage(judged));
  });
}
