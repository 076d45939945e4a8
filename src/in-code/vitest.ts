/** `mcptest/vitest`: suites as tests of Vitest, and servers, agents and matchers for tests in code. */
import { afterAll, beforeAll, describe, expect, onTestFinished, TestRunner, test } from 'vitest';
import type { AgentOptions, AgentRun } from './agent.js';
import { MATCHERS, nativeSuites, openServer, runAgent, settle } from './engine.js';
import type { Judged, McpMatchers } from './matchers.js';
import type { NativeSuites, SuiteOptions } from './native-suites.js';
import type { AnyTools, McpServer, ServerOptions } from './server.js';

export type { AgentOptions, AgentRun } from './agent.js';
export type { ToolAnswer } from './answer.js';
export type { McpMatchers } from './matchers.js';
export type { SuiteOptions } from './native-suites.js';
export type { CallOptions, McpServer, ServerOptions, ToolTypes } from './server.js';

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: as Vitest declares it; another parameter would not be the same interface
  interface Matchers<T = any> extends McpMatchers<void> {}
  interface TaskMeta {
    /** Of a row of a suite. */
    mcptest?: { id: string; file: string; line: number; repro: string };
  }
}

expect.extend(
  Object.fromEntries(
    Object.entries(MATCHERS).map(([name, judge]) => [
      name,
      function (this: { isNot: boolean }, received: unknown, ...args: unknown[]) {
        return settle((judge as (...all: unknown[]) => Judged)(received, ...args), this.isNot);
      },
    ]),
  ),
);

/** Every test of these suites as a test of Vitest: `await suites('mcptest.yml')`. */
export async function suites(paths: string | readonly string[], options?: SuiteOptions): Promise<void> {
  const native = await nativeSuites(paths, options);
  const [only, ...others] = native.suites;
  if (only !== undefined && others.length === 0) describe(only.file, () => declare(native, [only]));
  else
    describe('mcptest', () => {
      declare(native, []);
      for (const one of native.suites) describe(one.file, () => declareRows(native, one));
    });
}

/** Starts a server, which ends with the test, or with the file where it was started outside of one. */
export async function server<Tools = AnyTools>(options: ServerOptions): Promise<McpServer<Tools>> {
  const opened = openServer<Tools>(options);
  const close = async (): Promise<void> => (await opened.catch(() => undefined))?.close();
  if (TestRunner.getCurrentTest() === undefined) afterAll(close, NO_LIMIT);
  else onTestFinished(close, NO_LIMIT);
  return opened;
}

/** Runs an agent; its test needs a limit that fits the model. */
export function agent(options: AgentOptions): Promise<AgentRun> {
  return runAgent(options);
}

/** The run has deadlines of its own for all that it waits for. */
const NO_LIMIT = 0;

function declare(native: NativeSuites, own: NativeSuites['suites']): void {
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern to see which fixtures a hook needs
  beforeAll(({}, suite) => {
    const chosen = chosenIn(suite as Task);
    const all = native.suites.flatMap(({ rows }) => rows).length;
    if (chosen.length < all) native.choose(chosen);
  });
  afterAll(() => native.finish(), NO_LIMIT);
  for (const one of own) declareRows(native, one);
}

function declareRows(native: NativeSuites, { rows }: NativeSuites['suites'][number]): void {
  for (const { id, name, file, line, repro } of rows)
    test(name, { timeout: NO_LIMIT, meta: { mcptest: { id, file, line, repro } } }, async ({ skip }) => {
      native.start(isUpdating());
      const { skipped } = await native.row(id);
      if (skipped !== undefined) skip(skipped);
    });
}

interface Task {
  mode?: string;
  meta?: { mcptest?: { id: string } };
  tasks?: Task[];
}

/** The ids of the rows that Vitest will run: a filter or `only` marks the others before the first hook. */
function chosenIn(task: Task): string[] {
  if (task.tasks !== undefined) return task.tasks.flatMap(chosenIn);
  const { mcptest } = task.meta ?? {};
  return mcptest !== undefined && (task.mode === 'run' || task.mode === 'queued') ? [mcptest.id] : [];
}

/** `vitest -u`, which is known in a test and not before. */
function isUpdating(): boolean {
  const { snapshotState } = expect.getState() as unknown as { snapshotState?: { _updateSnapshot?: string } };
  return snapshotState?._updateSnapshot === 'all';
}
