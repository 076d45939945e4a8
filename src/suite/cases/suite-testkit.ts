/** Suites as users write them, read without a file, for the tests of this room. */

import type { Suite, SuiteProblem } from '../../types/suite.js';
import { type LoadOptions, parseSuite } from '../parse-suite.js';

type ReadOptions = Partial<LoadOptions & { file: string }>;

/** With one server, unless the suite has its own. */
export function textOf(suite: object): string {
  return JSON.stringify({ servers: { api: { command: ['x'] } }, ...suite });
}

export function readSuite(suite: object, { cwd = '/project', ...options }: ReadOptions = {}) {
  return parseSuite(textOf(suite), {
    cwd,
    workspace: cwd,
    env: {},
    file: 'mcptest.yml',
    ...options,
  });
}

/** The suite, in which nothing may be wrong. */
export async function suiteOf(suite: object, options?: ReadOptions): Promise<Suite> {
  const { suites, problems } = await readSuite(suite, options);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return suites[0] as Suite;
}

/** Everything that is wrong with it: where, what, and the next step. */
export async function problemsOf(
  suite: object,
  options?: ReadOptions,
): Promise<Pick<SuiteProblem, 'path' | 'message' | 'hint'>[]> {
  const { problems } = await readSuite(suite, options);
  return problems.map(({ path, message, hint }) => ({ path, message, hint }));
}
