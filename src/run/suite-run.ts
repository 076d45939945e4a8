/**
 * One suite while it runs: its servers, captures and snapshots, setup before the first test and teardown
 * after the last, whatever happens between.
 */
import type { Captures } from '../match/captures.js';
import { SnapshotBook } from '../match/snapshot-book.js';
import type { ListedTools } from '../score/coverage.js';
import type { Connection, Listing } from '../types/connection.js';
import type { CaseResult, RunError } from '../types/envelope.js';
import type { PlannedCase } from '../types/plan.js';
import type { Suite } from '../types/suite.js';
import type { Reason } from '../types/verdict.js';
import { duty } from '../util/awaited.js';
import { fullMessage } from '../util/full-message.js';
import type { ActionServers } from './actions.js';
import type { AgentJobs } from './agent/agent-jobs.js';
import { type AttemptContext, interrupted } from './attempt.js';
import type { Budgets } from './budgets.js';
import { runCase, type StopSign, skippedCase, unjudgedCase } from './case.js';
import { ToolLists } from './catalog/tool-lists.js';
import type { Trials } from './find-earlier.js';
import type { StartProgram } from './judging/run-scorer.js';
import type { TestJudging } from './judging/test-judging.js';
import { callsTools, lanesOf, startedFor, usedBy, usedByActions } from './lanes.js';
import { reasonOf, shownReason } from './reason.js';
import type { RunSettings } from './run-settings.js';
import { Servers } from './servers.js';

/** A list that nobody asked for by name is not waited for longer. */
const LIST_MS = 5000;

/** What a suite is told beside its plan. */
export interface SuiteSettings extends RunSettings {
  budgets?: Budgets;
}

export interface SuiteRunInit {
  suite: Suite;
  cases: PlannedCase[];
  settings: SuiteSettings;
  stop: StopSign;
  /** Told each result as soon as it is there. */
  report(planned: PlannedCase, result: CaseResult): void;
}

/** What a test is done with. */
interface TestWorld {
  servers: Servers;
  captures: Captures;
  snapshots: SnapshotBook;
  signal?: AbortSignal;
  retries: number;
  /** Told of each process that it shares with others. */
  used?(connection: Connection): void;
}

export class SuiteRun {
  readonly servers: Servers;
  /** In the order in which the servers came to their end. */
  readonly listed: ListedTools[] = [];
  private readonly errors: RunError[] = [];
  readonly #captures: Captures = new Map();
  readonly #snapshots: SnapshotBook;
  readonly #lists = new ToolLists();
  readonly #told = new Set<string>();
  /** Which tests each process that they share has answered, in order. */
  readonly #answered = new WeakMap<Connection, PlannedCase[]>();
  readonly #latest = new Map<string, Connection>();
  /** Tests, and tests of which some case, did not pass. */
  readonly #notPassed = new Set<string>();
  #trials: Trials | undefined;
  /** Set before the jobs are asked for, when the suite has agent tests. */
  agents: AgentJobs | undefined;
  #ready: Promise<Reason | undefined> | undefined;
  #jobsLeft = 0;

  readonly suite: Suite;
  readonly cases: PlannedCase[];
  private readonly settings: SuiteSettings;
  private readonly stop: StopSign;
  private readonly report: (planned: PlannedCase, result: CaseResult) => void;

  constructor({ suite, cases, settings, stop, report }: SuiteRunInit) {
    this.suite = suite;
    this.cases = cases;
    this.settings = settings;
    this.stop = stop;
    this.report = report;
    this.servers = new Servers(suite.servers, settings.connect, settings.progress, settings.wait_ms);
    this.#snapshots =
      settings.snapshots?.get(suite) ?? SnapshotBook.load(undefined, { file: suite.file, mode: 'frozen' });
  }

  /** One job a lane; the first to run does the setup, the last the teardown. Each is made when its turn comes. */
  *jobs(): Generator<() => Promise<void>> {
    const lanes = lanesOf(this.suite, this.cases);
    this.#jobsLeft = lanes.length + (this.agents?.count ?? 0);
    const ended = async (): Promise<void> => {
      this.#jobsLeft -= 1;
      if (this.#jobsLeft === 0 && (lanes.length > 0 || this.#ready)) await this.#tearDown();
    };
    for (const lane of lanes)
      yield async () => {
        await this.#runLane(lane);
        const used = this.suite.teardown.length === 0 ? usedBy(lane) : [];
        const idle = used.filter((name) => !startedFor(this.suite, this.agents !== undefined).includes(name));
        await Promise.all(idle.map((name) => this.#finish(name)));
        await ended();
      };
    for (const job of this.agents?.jobs ?? [])
      yield async () => {
        await job();
        await ended();
      };
  }

  agentContext() {
    const { settings } = this;
    return {
      agents: settings.agents!,
      servers: this.servers,
      redactor: settings.redactor,
      signal: settings.signal,
      timeout_ms: settings.timeout_ms,
      retries: settings.retries,
      parentsOf: settings.parentsOf,
      budgets: settings.budgets,
      judging: settings.judges && ((test: object, replayed: boolean) => this.#judging(test, replayed)),
      ready: () => {
        this.#ready ??= this.#setUp();
        return this.#ready;
      },
      stop: this.stop,
      started: ({ id, name }: { id: string; name: string }) =>
        settings.progress({ type: 'case-start', id, name }),
    };
  }

  async #runLane(lane: PlannedCase[]): Promise<void> {
    for (const name of usedBy(lane)) this.servers.warm(name);
    this.#ready ??= this.#setUp();
    for (const planned of lane) {
      const result = await this.#runOne(planned, await this.#ready);
      if (result.verdict !== 'pass')
        for (const name of [planned.name, planned.test.case?.of ?? planned.name]) this.#notPassed.add(name);
      this.report(planned, result);
    }
  }

  async #runOne(planned: PlannedCase, problem: Reason | undefined): Promise<CaseResult> {
    const { test } = planned;
    const { settings } = this;
    if (test.skip !== undefined) return skippedCase(planned, test.skip);
    if (settings.signal?.aborted) return unjudgedCase(planned, 'run', { message: interrupted().message });
    if (problem !== undefined) return unjudgedCase(planned, 'setup', problem);
    if (this.stop.after !== undefined)
      return skippedCase(planned, `not run: stopped after ${this.stop.after}`);
    const unmet = test.depends_on?.find((name) => this.#notPassed.has(name));
    if (unmet !== undefined)
      return skippedCase(planned, `not run: it depends on ${unmet}, which did not pass`);
    settings.progress({ type: 'case-start', id: planned.id, name: planned.name });
    const answered = new Map<Connection, number>();
    const result = await this.#tryCase(planned, {
      servers: this.servers,
      captures: this.#captures,
      snapshots: this.#snapshots,
      signal: settings.signal,
      // Who writes a flag means this run; a key of the suite means every run.
      retries: settings.retries ?? test.retries ?? this.suite.run_options.retries ?? 0,
      used: (connection) => {
        const known = this.#answered.get(connection) ?? [];
        this.#answered.set(connection, known);
        answered.set(connection, known.length);
        if (known.at(-1) !== planned) known.push(planned);
        this.#latest.set(connection.name, connection);
      },
    });
    if (result.verdict !== 'fail' || settings.signal?.aborted) return result;
    const before = new Set(
      [...answered].flatMap(([connection, count]) => this.#answered.get(connection)!.slice(0, count)),
    );
    before.delete(planned);
    if (before.size === 0) return result;
    const inOrder = this.cases.filter((one) => before.has(one));
    return this.#withRepro(planned, result, inOrder);
  }

  /** Does a test on these servers. */
  async #tryCase(planned: PlannedCase, world: TestWorld): Promise<CaseResult> {
    const { servers, used } = world;
    const { settings } = this;
    const fresh = new Map<string, ReturnType<Servers['getFresh']>>();
    const connect = async (server: string) => {
      if (servers.spec(server).isolate === 'suite') {
        const got = await servers.get(server);
        if (got.connection) used?.(got.connection);
        return got;
      }
      if (!fresh.has(server)) fresh.set(server, servers.getFresh(server));
      return fresh.get(server)!;
    };
    const result = await runCase(planned, world.retries, {
      connection: connect,
      around: await this.#around({
        get: connect,
        spec: (name) => servers.spec(name),
        startProgram: (argv, cwd) => servers.startProgram(argv, cwd),
      }),
      requestTimeout: (server) => servers.spec(server).request_timeout_ms,
      server: (name) => {
        const { command, url } = servers.spec(name);
        return { command, url, open: () => servers.openOwn(name) };
      },
      reach: (server) => ({ ...servers.reach(server), dir: this.suite.dir }),
      tool: async (connection, name) => {
        const listing = await this.#tools(connection);
        const [def, ...others] = listing.items.filter((tool) => tool.name === name);
        if (listing.failed?.kind === 'died' && servers.spec(connection.name).isolate === 'suite')
          return { lost: reasonOf(listing.failed) };
        const unlisted = def === undefined ? this.#unlisted(connection.name, listing) : undefined;
        return { def, twins: others.length, unlisted };
      },
      measure: settings.measure?.(this.suite, settings.budgets?.of(this.suite, planned.test)),
      captures: world.captures,
      redactor: settings.redactor,
      snapshots: world.snapshots,
      signal: world.signal,
      timeout_ms: settings.timeout_ms ?? planned.test.timeout_ms ?? this.suite.run_options.timeout_ms,
      lenient_stdout: settings.lenient_stdout,
      parentsOf: settings.parentsOf,
      judging: settings.judges && this.#judging(planned.test, false),
    });
    for (const got of fresh.values()) {
      const { connection } = await got;
      if (connection) servers.release(connection);
    }
    return result;
  }

  #judging(test: object, replayed: boolean): TestJudging {
    const { judges: desk, budgets } = this.settings;
    if (desk === undefined) throw new Error('nobody asks judges in this run');
    const budget = replayed ? undefined : budgets?.of(this.suite, test);
    const start: StartProgram = (argv, cwd) => this.servers.startProgram(argv, cwd);
    const asker = { suite: this.suite, replayed, budget, start };
    return {
      judge: (evaluate) => desk.judgeAll(asker, evaluate),
      calibrate: async (call) => (await import('./judging/calibrate.js')).calibrate(call, desk, asker),
    };
  }

  /** What a test before left in a process may be why one fails: the command to do it again then names those too. */
  async #withRepro(planned: PlannedCase, result: CaseResult, before: PlannedCase[]): Promise<CaseResult> {
    const { reproAfter, connect, redactor } = this.settings;
    if (reproAfter === undefined) return result;
    const finder = await import('./find-earlier.js');
    this.#trials ??= new finder.Trials({
      suite: this.suite,
      connect,
      wait_ms: this.settings.wait_ms,
      tools: async (name) => {
        const connection = this.#latest.get(name);
        const listing = connection && (await this.#tools(connection));
        return listing?.failed === undefined ? listing?.items : undefined;
      },
      tryCase: (one, { servers, captures, signal }) => {
        const snapshots = SnapshotBook.load(this.#snapshots.serialize(), {
          file: this.suite.file,
          mode: 'frozen',
        });
        return this.#tryCase(one, { servers, captures, snapshots, signal, retries: 0 });
      },
    });
    const { earlier, note } = await finder.findEarlier(planned, result, before, this.#trials);
    if (earlier.length === 0 && note === undefined) return result;
    const notes = note === undefined ? result.notes : [...(result.notes ?? []), redactor.text(note)];
    const all = earlier.length === before.length;
    return { ...result, ...(notes && { notes }), repro: reproAfter(planned, earlier, all) };
  }

  /** Resolves when the last server has left. */
  async closed(): Promise<void> {
    await Promise.all([this.servers.closed(), this.#trials?.closed()]);
  }

  /** Loaded only where something is done around each test. */
  async #around(servers: ActionServers): Promise<AttemptContext['around']> {
    const { suite, settings } = this;
    if (suite.before_each === undefined && suite.after_each === undefined) return undefined;
    const { aroundEach } = await import('./around.js');
    const failed = (error: RunError) => this.errors.push(error);
    return aroundEach({ suite, servers, redactor: settings.redactor, signal: settings.signal, failed });
  }

  async #setUp(): Promise<Reason | undefined> {
    if (this.suite.setup.length === 0) return undefined;
    const { runAction } = await import('./actions.js');
    for (const action of this.suite.setup) {
      const problem = await runAction(action, this.servers, this.settings.signal);
      if (problem === undefined) continue;
      const where = `${this.suite.display_file}:${action.place.line}`;
      const reason = shownReason(problem, this.settings.redactor);
      this.errors.push({ where: `setup ${where}`, ...reason });
      return { ...reason, message: `setup failed at ${where}: ${reason.message}` };
    }
    return undefined;
  }

  async #tearDown(): Promise<void> {
    if (this.suite.teardown.length > 0) await duty(this.#runTeardown());
    const used = [...usedBy(this.cases), ...usedByActions(this.suite)];
    const names = new Set([...used, ...startedFor(this.suite, this.agents !== undefined)]);
    await Promise.all([...names].map((name) => this.#finish(name)));
  }

  async #runTeardown(): Promise<void> {
    const { runAction } = await import('./actions.js');
    for (const action of this.suite.teardown) {
      const problem = await runAction(action, this.servers);
      if (problem === undefined) continue;
      const where = `teardown ${this.suite.display_file}:${action.place.line}`;
      this.errors.push({ where, ...shownReason(problem, this.settings.redactor) });
    }
  }

  /** What went wrong outside of any test. */
  allErrors(): RunError[] {
    const { redactor } = this.settings;
    const found = [...this.servers.endedUnasked(), ...this.servers.refusedByClients()];
    const ofServers = found.map(({ server, message }) => ({
      where: `server ${server} in ${this.suite.display_file}`,
      message: redactor.text(message),
    }));
    return [...this.errors, ...ofServers];
  }

  readonly #finished = new Set<string>();

  /** List the tools of a server for coverage, then let it go. */
  async #finish(name: string): Promise<void> {
    if (this.#finished.has(name)) return;
    this.#finished.add(name);
    // A server of its own for each test has none left to ask; start one only for a threshold.
    const asked = this.suite.coverage?.tools !== undefined;
    const listable = asked || (this.servers.spec(name).isolate === 'suite' && this.#calls(name));
    if (listable && !this.settings.signal?.aborted) this.listed.push(await this.#list(name));
    this.servers.releaseShared(name);
  }

  async #list(server: string): Promise<ListedTools> {
    const got = await this.servers.get(server);
    const file = this.suite.display_file;
    if (!got.connection) return { file, server, reason: { message: 'the server could not be reached' } };
    const listing = await this.#tools(got.connection);
    const problem = listingProblem(listing);
    if (problem !== undefined) {
      const reason = shownReason(problem, this.settings.redactor);
      // One that had died before was asked in a fresh process, so that it is the list that kills it.
      if (listing.failed?.kind === 'died')
        this.errors.push({ where: `tools/list of ${server} in ${file}`, ...reason });
      return { file, server, reason };
    }
    return {
      file,
      server,
      same_as: this.suite.same_servers?.find((names) => names.includes(server)),
      lent_by: this.suite.lent_by?.[server],
      names: listing.items.map((tool) => this.settings.redactor.text(String(tool.name))),
      tools: listing.items.map((tool) => ({ ...tool, name: String(tool.name) })),
    };
  }

  /** Told once of each server. One that answers with an error does not list tools, which is its right. */
  #unlisted(server: string, listing: Listing): string | undefined {
    const problem = listingProblem(listing);
    if (problem === undefined || listing.failed?.kind === 'error' || this.#told.has(server)) return undefined;
    this.#told.add(server);
    return fullMessage(problem);
  }

  #tools(connection: Connection): Promise<Listing> {
    const strict = this.suite.coverage?.tools !== undefined;
    const own = this.servers.spec(connection.name).request_timeout_ms;
    const timeout_ms = strict ? own : Math.min(own, LIST_MS);
    return this.#lists.of(connection, { timeout_ms, signal: this.settings.signal });
  }

  #calls(server: string): boolean {
    return this.cases.some(({ test }) =>
      test.steps.some(({ call }) => callsTools(call) && call.server === server && test.skip === undefined),
    );
  }
}

function listingProblem({ failed, fault }: Listing): Reason | undefined {
  if (fault !== undefined) return { message: fault };
  return failed && reasonOf(failed);
}
