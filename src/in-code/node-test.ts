/** `mcptest/node-test`: suites as tests of `node:test`, and servers, agents and matchers for tests in code. */
import { AssertionError } from 'node:assert';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
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

/** Every test of these suites as a test of `node:test`: `await suites('mcptest.yml')`. */
export async function suites(paths: string | readonly string[], options?: SuiteOptions): Promise<void> {
  const native = await nativeSuites(paths, options);
  const count = native.suites.reduce((sum, { rows }) => sum + rows.length, 0);
  // All at once, so that those which a pattern chose can be told before the run begins.
  const together = { concurrency: Math.max(1, count) };
  const [only, ...others] = native.suites;
  const choice = collector(native);
  if (only !== undefined && others.length === 0)
    describe(only.file, together, () => {
      after(() => native.finish());
      declareRows(native, only, choice);
    });
  else
    describe('mcptest', together, () => {
      after(() => native.finish());
      for (const one of native.suites) describe(one.file, together, () => declareRows(native, one, choice));
    });
}

/** How long tests that begin together may take to begin. */
const GATHER_MS = 50;

/** Says which rows run: all, or where a pattern chooses, those that ask for their result. */
function collector(native: NativeSuites): (id: string) => Promise<void> {
  const asked: string[] = [];
  return async (id) => {
    if (!isNarrowed()) return native.start(isUpdating());
    asked.push(id);
    for (let known = 0; known < asked.length; ) {
      known = asked.length;
      await wait(GATHER_MS);
    }
    native.choose(asked);
    native.start(isUpdating());
  };
}

function declareRows(
  native: NativeSuites,
  { rows }: NativeSuites['suites'][number],
  choice: (id: string) => Promise<void>,
): void {
  for (const { id, name } of rows)
    test(name, async (context) => {
      await choice(id);
      const { skipped } = await native.row(id);
      if (skipped !== undefined) context.skip(skipped);
    });
}

/** What Node was told, on the command line or in NODE_OPTIONS. */
function isTold(flag: RegExp): boolean {
  return [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)].some((word) =>
    flag.test(word),
  );
}

function isNarrowed(): boolean {
  return isTold(/^--test-(?:name-pattern|skip-pattern|only)\b/);
}

function isUpdating(): boolean {
  return isTold(/^--test-update-snapshots$/);
}

/** Starts a server, which ends when all tests of the file have ended; `t.after(notes.close)` ends it with a test. */
export async function server<Tools = AnyTools>(options: ServerOptions): Promise<McpServer<Tools>> {
  const opening = openServer<Tools>(options);
  open.add(opening);
  return opening;
}

const open = new Set<Promise<{ close(): Promise<void> }>>();

// Set here, where the file is read: in a hook it would belong to the test that happens to run.
after(async () => {
  const servers = await Promise.allSettled(open);
  await Promise.all(servers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.close()] : [])));
});

/** Runs an agent. */
export function agent(options: AgentOptions): Promise<AgentRun> {
  return runAgent(options);
}

/** `expect(answer).toReturnText(/…/)`, `expect(answer).not.toBeToolError()` and the rest. */
export function expect(received: unknown): McpMatchers & { not: McpMatchers } {
  return { ...matchersOf(received, false), not: matchersOf(received, true) };
}

function matchersOf(received: unknown, isNot: boolean): McpMatchers {
  const entries = Object.entries(MATCHERS).map(([name, judge]) => {
    const hold = (...args: unknown[]): void => {
      const judged = settle((judge as (...all: unknown[]) => Judged)(received, ...args), isNot);
      if (judged.pass === isNot)
        throw new AssertionError({ message: judged.message(), operator: name, stackStartFn: hold });
    };
    return [name, hold];
  });
  return Object.fromEntries(entries) as McpMatchers;
}
