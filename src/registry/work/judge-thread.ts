/** What runs in a thread: the offline judge, asked about one server after the other. */
import { parentPort } from 'node:worker_threads';
import { openJudge } from '../../tdqs/open-judge.js';
import { judgeWork } from './judge-work.js';
import type { ServerWork } from './types.js';

export async function serveThread(): Promise<void> {
  const { judge } = await openJudge({ workspace: '', env: {} });
  let last: Promise<void> = Promise.resolve();
  // In the order in which they were asked, which is how the answers are told apart.
  parentPort?.on('message', (work: ServerWork) => {
    last = last.then(async () => parentPort?.postMessage(await judgeWork(work, judge)));
  });
}
