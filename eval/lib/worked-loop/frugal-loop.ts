/**
 * The same loop as the instructions of the front door tell it: outlines first, and a draft that the front door holds, so
 * that the agent sends what it changes and not the suite. It makes a slip and the same mistake.
 */
import type { Use } from './meter.js';
import { failureOf } from './plain-loop.js';
import type { LoopServer } from './servers.js';

const detail = 'summary';

export async function frugalLoop({ target, observed, mistake }: LoopServer, use: Use): Promise<void> {
  await use('learn the server', 'list_tools', { ...target, detail });
  const { draft } = await use('scaffold a suite', 'scaffold_suite', { ...target, detail });
  const tests: string[] = [];
  for (const call of observed)
    tests.push((await use('observe three tools', 'propose_assertions', { ...target, ...call, draft })).test);
  const budgets = [...new Set(tests.join('').match(/max_duration_ms: \d+$/gm))];
  const slip = await use('validate, with a slip', 'validate_suite', {
    suite: draft,
    edits: [
      ...budgets.map((old) => ({ old, new: 'max_duration: 10000', all: true })),
      { old: mistake.right, new: mistake.wrong, all: true },
    ],
  });
  if (slip.valid) throw new Error('a slip passed');
  await use('validate', 'validate_suite', {
    suite: draft,
    edits: [{ old: 'max_duration:', new: 'max_duration_ms:', all: true }],
  });
  const failed = await use('run', 'run_tool_test', { suite: draft, detail });
  await use('look at the failure', 'explain_failure', { test: failureOf(failed) });
  const mended = await use('fix, run again', 'run_tool_test', {
    suite: draft,
    edits: [{ old: mistake.wrong, new: mistake.right, all: true }],
    detail,
  });
  if (mended.failed !== 0) throw new Error(`still failing: ${JSON.stringify(mended.failures)}`);
  await use('read the run', 'get_run', { id: mended.run_id, detail });
}
