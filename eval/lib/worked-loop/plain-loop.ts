/**
 * The loop as the page about the agent interface tells it, with no argument that a verb does not need: the suite is
 * sent as text each time. It runs on every build, so that one can be held beside another.
 */

import type { Use } from './meter.js';
import type { LoopServer } from './servers.js';

export async function plainLoop({ target, observed, mistake }: LoopServer, use: Use): Promise<void> {
  await use('learn the server', 'list_tools', { ...target });
  const { suite } = await use('scaffold a suite', 'scaffold_suite', { ...target });
  const tests: string[] = [];
  for (const call of observed)
    tests.push((await use('observe three tools', 'propose_assertions', { ...target, ...call })).test);
  const draft = (suite + tests.join('')).replace(/max_duration_ms: \d+/g, 'max_duration_ms: 10000');
  const mistaken = draft.replaceAll(mistake.right, mistake.wrong);
  const slip = await use('validate, with a slip', 'validate_suite', {
    suite: mistaken.replace('servers:', 'serverz:'),
  });
  if (slip.valid) throw new Error('a slip passed');
  await use('validate', 'validate_suite', { suite: mistaken });
  const failed = await use('run', 'run_tool_test', { suite: mistaken });
  const test = failureOf(failed);
  await use('look at the failure', 'explain_failure', { test });
  const mended = await use('fix, run again', 'run_tool_test', { suite: draft });
  if (mended.failed !== 0) throw new Error(`still failing: ${JSON.stringify(mended.failures)}`);
  await use('read the run', 'get_run', { id: mended.run_id });
}

/** The test that the mistake broke; the only one that may fail. */
// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is looked at, not typed.
export function failureOf({ failed, failures }: Record<string, any>): string {
  if (failed !== 1) throw new Error(`${failed} tests failed, not one: ${JSON.stringify(failures)}`);
  return failures[0].test;
}
