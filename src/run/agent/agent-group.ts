/**
 * An agent test with one model: its runs, side by side, live or from a cassette, then the rows, figures
 * and floor of them all. What was recorded is handed over as data.
 */
import { createRecorder, type Recorder } from '../../cassette/record.js';
import { priceOf } from '../../drivers/prices.js';
import type { Redactor } from '../../redact/redactor.js';
import { type ScoredGroup, scoreGroup } from '../../score/score-group.js';
import { type RunRecord, unscoredRows } from '../../score/score-row.js';
import type { Cassette, RecordedEvent, RecordedRun } from '../../types/cassette.js';
import type { ToolDef } from '../../types/catalog.js';
import type { ConnectionInfo } from '../../types/connection.js';
import type { ModelSpec, Price } from '../../types/driver.js';
import type { CaseResult, EarlierAttempt } from '../../types/envelope.js';
import type { PlannedGroup, PlannedRun } from '../../types/plan.js';
import type { Check } from '../../types/verdict.js';
import { oneLine, plural } from '../../util/text.js';
import { interrupted } from '../attempt.js';
import { type AgentRun, runAgent } from './agent-run.js';
import type { GroupContext, GroupOutcome, GroupRecording, KeptRun } from './group-types.js';
import type { LiveWorld } from './live-ports.js';
import { type Actor, actionsOf, actorOf } from './own-agent-recording.js';

const DEFAULT_TIMEOUT_MS = 300_000;
const TURN_TIMEOUT_MS = 120_000;

/** Stands where a model would; nobody asks it. */
const OWN_AGENT: ModelSpec = { name: 'command', provider: 'scripted', model: 'command', api_key_env: [] };

/** Whether a test asks models and servers. */
export function isLive(planned: PlannedGroup, { agents }: Pick<GroupContext, 'agents'>): boolean {
  return planned.agent.skip === undefined && agents.replay(planned) === undefined;
}

export class GroupRun {
  readonly #records: (RunRecord | undefined)[] = [];
  readonly #drafts: (GroupRecording['runs'][number] | undefined)[] = [];
  readonly #warnings: string[] = [];
  readonly #cassette: Cassette | undefined;
  readonly #infos: Record<string, ConnectionInfo> = Object.create(null);
  /** What failed before the attempt that counts. */
  readonly #earlier: EarlierAttempt[] = [];
  #tools: Record<string, ToolDef[]> = {};
  /** Runs that are not over yet. */
  #left: number;

  constructor(
    readonly planned: PlannedGroup,
    private readonly context: GroupContext,
  ) {
    this.#cassette = context.agents.replay(planned);
    this.#left = planned.runs.length;
  }

  /** Whether it asks models and servers. */
  get live(): boolean {
    return isLive(this.planned, this.context);
  }

  /** One run of it. The one that ends last gives the outcome of all. */
  async run(run: PlannedRun): Promise<GroupOutcome | undefined> {
    await this.#runOne(run);
    this.#left -= 1;
    return this.#left === 0 ? this.#score() : undefined;
  }

  /** Of a test that is not run. */
  skipped(): GroupOutcome {
    return this.#outcome({ results: unscoredRows(this.planned, '') });
  }

  async #runOne(run: PlannedRun): Promise<void> {
    const { context, planned } = this;
    const { kept } = context.agents;
    const known = await kept?.of(planned, run);
    if (known) return this.#takeOver(run, known);
    await this.#make(run);
    const record = this.#records[run.run - 1];
    if (kept && record && record.obstacle === undefined)
      await kept.add(planned, run, {
        record,
        infos: this.#infos,
        tools: this.#tools,
        earlier: this.#earlier,
      });
  }

  #takeOver(run: PlannedRun, { record, infos, tools = {}, earlier }: KeptRun): void {
    this.context.started(run);
    Object.assign(this.#infos, infos);
    this.#tools = tools;
    this.#records[run.run - 1] = record;
    this.#earlier.push(...earlier);
  }

  async #make(run: PlannedRun): Promise<void> {
    const { context, planned } = this;
    const refusal = await this.#refusal();
    if (refusal !== undefined) {
      const skipped = refusal.matcher === 'bail' && { skipped: refusal.message };
      this.#records[run.run - 1] = { trace: { calls: [] }, obstacle: refusal, ...skipped };
      return;
    }
    context.started(run);
    const retries = context.retries ?? planned.agent.retries ?? planned.suite.run_options.retries ?? 0;
    // A rate over runs that were tried until they pass is no rate.
    const attempts = planned.agent.runs === 1 && this.live ? 1 + retries : 1;
    for (let attempt = 1; ; attempt += 1) {
      await this.#attempt(run);
      if (attempt >= attempts || context.signal?.aborted) return;
      const [row] = (await scoreGroup(planned, this.#records, context.agents.score)).results;
      if (row?.verdict !== 'fail') return;
      const { verdict, duration_ms, checks, notes, trace } = row;
      this.#earlier.push({ verdict, duration_ms, checks, notes, trace });
    }
  }

  async #attempt(run: PlannedRun): Promise<void> {
    const { context, planned } = this;
    const { agents, redactor } = context;
    const { suite, agent } = planned;
    const own = agent.command !== undefined || planned.cli !== undefined;
    const asked = this.#asked();
    const model = asked === undefined ? OWN_AGENT : agents.modelOf(planned, asked);
    const recorded = this.#cassette?.models[this.#actor().name]?.runs[run.run - 1];
    const world = this.#cassette && recorded && (await openRecording(this.#cassette, recorded, redactor));
    const recorder =
      world === undefined && agents.record ? createRecorder(redactor, isTimed(planned)) : undefined;
    // What an agent of the user's own got from its servers is kept with its calls.
    const heard = recorder && (own ? deedsOnly(recorder) : recorder);
    const made = await runAgent({
      group: planned,
      run: run.run,
      model,
      models: { of: (name) => agents.modelOf(planned, name) },
      ports:
        world?.ports ??
        (await openLive({
          ...agents,
          servers: context.servers,
          shared: agent.share_servers === true,
          run: run.run,
          recorder: heard,
        })),
      redactor,
      clock: {
        limit_ms:
          context.timeout_ms ?? agent.timeout_ms ?? suite.run_options.timeout_ms ?? DEFAULT_TIMEOUT_MS,
        turn_timeout_ms: TURN_TIMEOUT_MS,
        signal: context.signal,
      },
      budget: world === undefined ? context.budget : undefined,
      judging: context.judging?.(agent, world !== undefined),
      parents: context.parentsOf?.(run.id, this.#earlier.length),
      share: (catalog) => context.catalogs.share(catalog),
    });
    Object.assign(this.#infos, made.infos);
    if (made.catalog) this.#tools = made.catalog.kept;
    this.#records[run.run - 1] = {
      ...made.record,
      duration_ms: recorded?.duration_ms ?? made.record.duration_ms,
      notes: [...(made.record.notes ?? []), ...curveNote(planned, made)],
    };
    this.#drafts[run.run - 1] = recorder && this.#draft(made, recorder.events);
    const unused = world?.player.unused() ?? 0;
    if (unused > 0)
      this.#warnings.push(`${oneLine(run.name)}: ${plural(unused, 'recorded interaction')} went unused`);
  }

  #draft(made: AgentRun, events: RecordedEvent[]): GroupRecording['runs'][number] | undefined {
    if (made.record.obstacle !== undefined || made.catalog === undefined) return undefined;
    const { ending, record } = made;
    const timed = isTimed(this.planned);
    const draft: GroupRecording['runs'][number] = { catalog: made.catalog, events };
    if (this.planned.agent.command || this.planned.cli) draft.deeds = actionsOf(record, timed);
    if (ending?.kind === 'deadline') draft.ended = { kind: 'deadline', message: ending.message };
    if (timed && record.duration_ms !== undefined) draft.duration_ms = Math.round(record.duration_ms);
    return draft;
  }

  /** What keeps a run from being made, whatever the run. */
  async #refusal(): Promise<Check | undefined> {
    const { context, planned } = this;
    if (context.signal?.aborted) return interrupted();
    if (context.stop.after !== undefined)
      return { ...unready('run', `not run: stopped after ${oneLine(context.stop.after)}`), matcher: 'bail' };
    if (!this.live) return undefined;
    const { judged } = planned.agent;
    const { missingKey } = await import('../../drivers/create.js');
    for (const name of [this.#asked(), judged?.model]) {
      if (name === undefined) continue;
      const missing = missingKey(context.agents.modelOf(planned, name), context.agents.env);
      if (missing !== undefined) return unready('model', missing);
    }
    const refused = context.budget?.refusal;
    if (refused !== undefined) return { ...unready('budget', `not run: ${refused}`), matcher: 'within' };
    const problem = await context.ready();
    return problem === undefined
      ? undefined
      : { ...unready('setup', problem.message), stderr: problem.stderr };
  }

  async #score(): Promise<GroupOutcome> {
    const scored = await scoreGroup(this.planned, this.#records, this.context.agents.score);
    // Of thousands of tests only the rows stay.
    this.#records.length = 0;
    const [row] = scored.results;
    const [first] = this.#earlier;
    if (first !== undefined && row !== undefined) {
      row.attempts = this.#earlier.length + 1;
      row.earlier_attempts = this.#earlier;
      row.flaky = row.verdict === 'pass';
      if (row.dataset) {
        row.dataset = await this.#datasetOf(first);
        row.notes = [...(row.notes ?? []), 'the figures of all cases count the first attempt'];
      }
    }
    return this.#outcome(scored);
  }

  /** A share of cases that were tried until they pass would be none. */
  async #datasetOf({ trace = { calls: [] } }: EarlierAttempt): Promise<CaseResult['dataset']> {
    const { results } = await scoreGroup(this.planned, [{ trace }], this.context.agents.score);
    return results[0]?.dataset;
  }

  #outcome(scored: ScoredGroup): GroupOutcome {
    const { planned } = this;
    return {
      ...scored,
      planned,
      replayed: this.#cassette !== undefined,
      recording: this.#recording(),
      warnings: this.#warnings,
      infos: this.#infos,
      tools: this.#tools,
    };
  }

  /** The model that is asked, by whomever. */
  #asked(): string | undefined {
    const { cli, agent, model } = this.planned;
    if (cli !== undefined) return cli.model;
    return agent.command ? undefined : model;
  }

  #actor(): Actor {
    return actorOf(this.planned, (name) => this.context.agents.modelOf(this.planned, name));
  }

  #recording(): GroupRecording | undefined {
    const { planned, context } = this;
    const runs = this.#drafts.filter((draft) => draft !== undefined);
    if (!planned.complete || runs.length === 0 || runs.length < planned.runs.length) return undefined;
    const of = (name: string) => context.agents.modelOf(planned, name);
    const workers = Object.values(planned.suite.delegates).flatMap(({ models }) => models.slice(0, 1));
    const judge = planned.agent.judged?.model;
    const prices: Record<string, Price> = {};
    for (const name of new Set([this.#asked(), ...workers, judge])) {
      const price = name && priceOf(of(name));
      if (name && price) prices[name] = price;
    }
    return { model: this.#actor(), prices, infos: this.#infos, runs };
  }
}

/** Of an agent of its own only what a judge says is an event; the rest is in its calls. */
function deedsOnly(recorder: Recorder): Recorder {
  return {
    ...recorder,
    connection: (connection) => connection,
    driver: (driver, by) => (by === undefined ? driver : recorder.driver(driver, by)),
  };
}

/** A replay loads no driver, and a live run no player. */

async function openRecording(cassette: Cassette, recorded: RecordedRun, redactor: Redactor) {
  const { recordedPorts } = await import('./recorded-ports.js');
  return recordedPorts(cassette, recorded, redactor);
}

async function openLive(world: LiveWorld) {
  const { livePorts } = await import('./live-ports.js');
  return livePorts(world);
}

function unready(target: string, message: string): Check {
  return { target, matcher: 'ready', outcome: 'inconclusive', message };
}

/** Whether a test is judged by how long things take. */
function isTimed({ agent }: PlannedGroup): boolean {
  const { max_duration_ms, assertions } = agent.expect;
  return max_duration_ms !== undefined || assertions.some(({ target }) => target.includes('duration_ms'));
}

/** On a curve it matters at which count a row stands. */
function curveNote({ agent }: PlannedGroup, { record }: AgentRun): string[] {
  const block = agent.metrics.find((metric) => metric.block === 'distractors')?.config;
  const curve = typeof block === 'object' && block !== null && 'counts' in block;
  const { distractors } = record.trace;
  return curve && distractors ? [`with ${plural(distractors.length, 'distractor')}`] : [];
}
