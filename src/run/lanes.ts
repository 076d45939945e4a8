/**
 * Which tests may run side by side. File order holds within a server, so the tests of one server form a
 * lane; servers that share a test or a capture share a lane. With `isolate: test` every test that
 * depends on no other is a lane of its own.
 */

import { capturesIn } from '../match/captures.js';
import type { PlannedCase } from '../types/plan.js';
import type { Suite, TestSpec } from '../types/suite.js';

export function lanesOf(suite: Suite, cases: PlannedCase[]): PlannedCase[][] {
  const parent = new Map<string, string>();
  const find = (key: string): string => {
    let root = key;
    while (parent.has(root)) root = parent.get(root)!;
    return root;
  };
  const join = (a: string, b: string): void => {
    const [x, y] = [find(a), find(b)];
    if (x !== y) parent.set(x, y);
  };

  const keys = cases.map((planned, index) => {
    const servers = serversOf(planned.test);
    const own = servers.map((name) =>
      suite.servers[name]!.isolate === 'test' ? `case ${index}` : `server ${name}`,
    );
    for (const key of own) join(own[0]!, key);
    for (const name of capturesIn(planned.test.steps)) join(own[0]!, `capture ${name}`);
    for (const step of planned.test.steps) {
      for (const name of Object.keys(step.capture)) join(own[0]!, `capture ${name}`);
    }
    return own[0]!;
  });

  const lanes = new Map<string, PlannedCase[]>();
  for (const [index, planned] of cases.entries()) {
    const root = find(keys[index]!);
    const lane = lanes.get(root);
    if (lane) lane.push(planned);
    else lanes.set(root, [planned]);
  }
  return [...lanes.values()];
}

export function serversOf(test: TestSpec): string[] {
  return [...new Set(test.steps.map((step) => step.call.server))];
}

/** Run the jobs, at most `limit` and at least one at a time, in order of start. */
export async function pool(jobs: (() => Promise<void>)[], limit: number): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < jobs.length) await jobs[next++]!();
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(limit, 1), jobs.length) }, worker));
}
