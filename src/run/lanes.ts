/**
 * Which tests may run side by side. File order holds within a server, so the tests of one server form a
 * lane; servers that share a test or a capture share a lane. With `isolate: test` every test that
 * depends on no other is a lane of its own. What is done around each test must not meet another test: then all form one.
 */

import { capturesIn } from '../match/captures.js';
import type { PlannedCase } from '../types/plan.js';
import type { Step, Suite, TestSpec } from '../types/suite.js';

export function lanesOf(suite: Suite, cases: PlannedCase[]): PlannedCase[][] {
  const groups = new JoinedKeys();
  const keyOf = new Map<PlannedCase, string>();
  const depended = new Set(cases.flatMap(({ test }) => test.depends_on ?? []));
  for (const [index, planned] of cases.entries()) {
    const key = `case ${index}`;
    keyOf.set(planned, key);
    const { name, case: one, depends_on = [] } = planned.test;
    const tests = [...depends_on, ...[name, one?.of ?? name].filter((own) => depended.has(own))];
    for (const other of [...needsOf(suite, planned), ...tests.map((own) => `test ${own}`)])
      groups.join(key, other);
  }
  const lanes = new Map<string, PlannedCase[]>();
  for (const [planned, key] of keyOf) {
    const root = groups.find(key);
    const lane = lanes.get(root);
    if (lane) lane.push(planned);
    else lanes.set(root, [planned]);
  }
  return [...lanes.values()];
}

/** What a test shares with others: servers that are not its own, and captures that it sets or reads. */
function needsOf({ servers, before_each, after_each }: Suite, { test }: PlannedCase): string[] {
  const shared = serversOf(test).filter((name) => servers[name]?.isolate !== 'test');
  const set = test.steps.flatMap(({ capture }) => Object.keys(capture));
  const captures = [...capturesIn(test.steps), ...set];
  return [
    ...shared.map((name) => `server ${name}`),
    ...captures.map((name) => `capture ${name}`),
    ...(before_each || after_each ? ['what is done around each'] : []),
  ];
}

/** Keys in groups that grow together. */
class JoinedKeys {
  readonly #parent = new Map<string, string>();

  find(key: string): string {
    let root = key;
    for (let next = this.#parent.get(root); next !== undefined; next = this.#parent.get(root)) root = next;
    return root;
  }

  join(a: string, b: string): void {
    const [x, y] = [this.find(a), this.find(b)];
    if (x !== y) this.#parent.set(x, y);
  }
}

export function serversOf(test: TestSpec): string[] {
  return [...new Set(test.steps.map((step) => step.call.server))].filter((name) => name !== '');
}

/** Jobs of which at most `limit` may run at a time. */
export interface Queue {
  jobs: Iterable<() => Promise<void>>;
  limit: number;
  /** Of queues with the same word the next begins when one is over. */
  takes_turns?: string;
  /** Resolves when what the last job leaves behind is gone; waited for where others have their turn. */
  over?: () => Promise<void>;
}

interface Line extends Queue {
  /** The job that is next; there may be thousands behind it. */
  next: (() => Promise<void>) | undefined;
  advance(): void;
  running: number;
}

function lineOf(queue: Queue): Line {
  const jobs = queue.jobs[Symbol.iterator]();
  const line: Line = {
    ...queue,
    next: undefined,
    advance: () => {
      line.next = jobs.next().value;
    },
    running: 0,
  };
  line.advance();
  return line;
}

/** Run the jobs in order of start: at most `limit` of all, and at least one, at a time; each queue keeps to its own. */
export async function pool(queues: readonly Queue[], limit: number): Promise<void> {
  const lines = queues.map(lineOf);
  const running = new Set<Promise<void>>();
  const turns = new Map<string, Line>();
  const isFree = (line: Line): boolean =>
    line.takes_turns === undefined || (turns.get(line.takes_turns) ?? line) === line;
  const next = () =>
    lines.find((line) => line.next !== undefined && line.running < Math.max(line.limit, 1) && isFree(line));
  for (;;) {
    const line = running.size < Math.max(limit, 1) ? next() : undefined;
    const job = line?.next;
    if (line === undefined || job === undefined) {
      if (running.size === 0) return;
      await Promise.race(running);
      continue;
    }
    line.advance();
    line.running += 1;
    if (line.takes_turns !== undefined) turns.set(line.takes_turns, line);
    const done = job()
      .then(() => (isLast(line) ? line.over?.() : undefined))
      .finally(() => {
        if (isLast(line) && line.takes_turns !== undefined) turns.delete(line.takes_turns);
        line.running -= 1;
        running.delete(done);
      });
    running.add(done);
  }
}

/** Whether it has one job left, and that runs. */
function isLast({ next, running }: Line): boolean {
  return next === undefined && running === 1;
}

/** Servers that are asked something around the tests. */
export function usedByActions({ setup, teardown, before_each = [], after_each = [] }: Suite): string[] {
  const actions = [...setup, ...teardown, ...before_each, ...after_each];
  return actions.flatMap((action) => (action.kind === 'call' ? [action.call.server] : []));
}

/** Kinds that need the list of tools, or that count for its coverage. */
export function callsTools({ kind }: Step['call']): boolean {
  return kind === 'tool' || kind === 'task' || kind === 'app' || kind === 'subscription';
}

/** Servers of tests that are not skipped. */
export function usedBy(cases: readonly PlannedCase[]): string[] {
  const run = cases.filter(({ test }) => test.skip === undefined);
  return [...new Set(run.flatMap(({ test }) => serversOf(test)))];
}

/** Servers that `start` brings up, or that a test says it shares: agent runs need them to the very end. */
export function startedFor({ servers, agents }: Suite, hasAgents: boolean): string[] {
  if (!hasAgents) return [];
  const shared = new Set(agents.flatMap((agent) => (agent.share_servers ? agent.servers : [])));
  return Object.values(servers).flatMap(({ name, start }) =>
    start === undefined && !shared.has(name) ? [] : [name],
  );
}
