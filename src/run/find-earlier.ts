/**
 * Which of the tests before it a failure needs. A process that answers several tests may remember, so the command that
 * does a failed test again must do those before it too, unless it is known to fail alone. Where all calls only read it is
 * tried, each time in fresh processes; a server with tools that may change something is never called again for this.
 */
import { setMaxListeners } from 'node:events';
import { safetyClass } from '../catalog/safety-class.js';
import type { ConnectOptions } from '../client/connect.js';
import { type Captures, capturesIn } from '../match/captures.js';
import type { CaseResult } from '../types/envelope.js';
import type { PlannedCase } from '../types/plan.js';
import type { Step, Suite } from '../types/suite.js';
import { oneLine, plural } from '../util/text.js';
import { serversOf } from './lanes.js';
import { Servers } from './servers.js';

/** Over all failures of a suite: a run that fails is late by this at most. */
const MOST_TRIALS = 32;
const MOST_MS = 5000;
/** A test that took longer is not done again. */
const MOST_TEST_MS = 1000;
const MOST_NAMES = 3;

interface TrialWorld {
  servers: Servers;
  captures: Captures;
  signal: AbortSignal;
}

export interface TrialsInit {
  suite: Suite;
  connect: ConnectOptions;
  wait_ms?: number;
  /** As the server lists them; undefined when that is not known. */
  tools(server: string): Promise<readonly Record<string, unknown>[] | undefined>;
  tryCase(planned: PlannedCase, world: TrialWorld): Promise<CaseResult>;
}

/** `unknown`: it was not tried to the end. */
export type TrialOutcome = 'shown' | 'not shown' | 'unknown';

/** Tries of one suite, with what they may cost together. */
export class Trials {
  #left = MOST_TRIALS;
  #ms = MOST_MS;
  readonly #closing: Promise<void>[] = [];

  constructor(private readonly init: TrialsInit) {}

  /** Whether nothing can come of doing these tests again, and a fresh process is as good as the first. */
  async mayTry(tests: readonly PlannedCase[]): Promise<boolean> {
    const { suite } = this.init;
    if (suite.setup.some(({ kind }) => kind === 'call')) return false;
    if (tests.some(({ test }) => capturesIn(test.steps).size > 0)) return false;
    const names = new Set(tests.flatMap(({ test }) => serversOf(test)));
    if ([...names].some((name) => suite.servers[name]?.start !== undefined)) return false;
    for (const { test } of tests)
      for (const { call } of test.steps) if (!(await this.#changesNothing(call))) return false;
    return true;
  }

  async #changesNothing(call: Step['call']): Promise<boolean> {
    if (call.kind === 'request' || call.kind === 'subscription') return false;
    const callsTool = call.kind === 'tool' || call.kind === 'task';
    return !callsTool || this.#onlyReads(call.server, call.tool);
  }

  async #onlyReads(server: string, name: string): Promise<boolean> {
    const tools = await this.init.tools(server);
    const def = tools?.find((tool) => tool.name === name);
    return tools !== undefined && safetyClass({ ...def, name }) === 'read-only';
  }

  /** Does the tests in fresh processes and tells whether the last one fails as it did. */
  async fails(
    planned: PlannedCase,
    failed: CaseResult,
    earlier: readonly PlannedCase[],
  ): Promise<TrialOutcome> {
    if (this.#left <= 0 || this.#ms <= 0 || failed.duration_ms > MOST_TEST_MS) return 'unknown';
    this.#left -= 1;
    const { suite, connect, wait_ms, tryCase } = this.init;
    const began = performance.now();
    const signal = AbortSignal.any([
      AbortSignal.timeout(Math.ceil(this.#ms)),
      ...(connect.signal ? [connect.signal] : []),
    ]);
    setMaxListeners(0, signal);
    const servers = new Servers(suite.servers, { ...connect, signal }, () => {}, wait_ms);
    const world: TrialWorld = { servers, captures: new Map(), signal };
    const tests = [...earlier, planned];
    let last: CaseResult | undefined;
    for (const one of tests) last = await tryCase(one, world);
    for (const name of new Set(tests.flatMap(({ test }) => serversOf(test)))) servers.releaseShared(name);
    this.#closing.push(servers.closed());
    this.#ms -= performance.now() - began;
    if (signal.aborted) return 'unknown';
    return last !== undefined && isSameFailure(last, failed) ? 'shown' : 'not shown';
  }

  async closed(): Promise<void> {
    await Promise.all(this.#closing);
  }
}

function isSameFailure(a: CaseResult, b: CaseResult): boolean {
  const [first, second] = [a, b].map(({ checks }) => checks.find(({ outcome }) => outcome === 'fail'));
  return a.verdict === 'fail' && first?.target === second?.target && first?.matcher === second?.matcher;
}

export interface Earlier {
  /** In order; none when the test fails alone. */
  earlier: PlannedCase[];
  note?: string;
}

export async function findEarlier(
  planned: PlannedCase,
  failed: CaseResult,
  before: PlannedCase[],
  trials: Pick<Trials, 'mayTry' | 'fails'>,
): Promise<Earlier> {
  if (!(await trials.mayTry([...before, planned]))) return { earlier: before };
  const fails = (tests: PlannedCase[]) => trials.fails(planned, failed, tests);
  const alone = await fails([]);
  if (alone === 'shown') return { earlier: [] };
  const all = alone === 'unknown' ? 'unknown' : await fails(before);
  if (all === 'unknown') return { earlier: before };
  if (all === 'not shown')
    return {
      earlier: [],
      note: 'it did not fail again in a fresh process, neither alone nor after the tests before it',
    };
  const earlier = await smallest(before, fails);
  return { earlier, note: `it passes alone, and fails after ${named(earlier)}` };
}

/** Leaves out ever smaller stretches, as long as the failure still shows. */
export async function smallest<T>(tests: T[], fails: (tests: T[]) => Promise<TrialOutcome>): Promise<T[]> {
  let kept = tests;
  for (let length = Math.floor(tests.length / 2); length >= 1; length = Math.floor(length / 2)) {
    let at = 0;
    while (at < kept.length && kept.length > 1) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + length)];
      const outcome = fewer.length === 0 ? 'not shown' : await fails(fewer);
      if (outcome === 'unknown') return kept;
      if (outcome === 'shown') kept = fewer;
      else at += length;
    }
  }
  return kept;
}

function named(tests: PlannedCase[]): string {
  if (tests.length > MOST_NAMES) return plural(tests.length, 'other test');
  return tests.map(({ name }) => `"${oneLine(name)}"`).join(', ');
}
