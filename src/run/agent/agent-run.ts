/**
 * One run of an agent test: its own connections, the tools that the agent sees, the conversation, and what
 * a judge says of it → the record that everything is scored from. Whether the ports lead to models and
 * servers or to a recording makes no difference here.
 */

import type { Distractor } from '../../catalog/choose-distractors.js';
import type { SpawnOptions, SpawnResult } from '../../client/stdio/server-process.js';
import { isJudged } from '../../match/llm-judge.js';
import { judgeNames } from '../../metrics/unknown-names.js';
import type { Redactor } from '../../redact/redactor.js';
import type { RunRecord } from '../../score/score-row.js';
import type { RecordedActions } from '../../types/cassette.js';
import type { ToolDef } from '../../types/catalog.js';
import type { ConnectionInfo, ServerSpec } from '../../types/connection.js';
import type { Driver, ModelSpec, Price } from '../../types/driver.js';
import type { PlannedGroup } from '../../types/plan.js';
import type { AgentSpec } from '../../types/suite.js';
import type { Judgement, Trace } from '../../types/trace.js';
import type { Check } from '../../types/verdict.js';
import { McptestError } from '../../util/errors.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { oneLine, plural } from '../../util/text.js';
import type { RowParents } from '../../util/trace-ids.js';
import { interrupted } from '../attempt.js';
import type { TestJudging } from '../judging/test-judging.js';
import { shownReason } from '../reason.js';
import { type ConversationEnd, converse, type Ending, type RunClock, usable } from './agent-loop.js';
import { DEFAULT_MAX_TURNS } from './bounds.js';
import type { Budget } from './budget.js';
import type { ClientSight } from './client-sight.js';
import type { CommandEnding } from './command-agent.js';
import { handOffTo } from './hand-off.js';
import { listServers } from './list-servers.js';
import { replayActions } from './own-agent-recording.js';
import { type ConnectionPort, RunConnections } from './run-connections.js';
import { RunLog } from './run-log.js';
import {
  asSeen,
  distractorsFor,
  mostDistractors,
  notThere,
  offeredOf,
  pick,
  type SharedCatalog,
} from './seen-tools.js';
import { systemPrompt } from './system-prompt.js';
import { createToolbox, type Toolbox, type ToolboxParts } from './toolbox.js';

/** Who thinks, and at what price. */
export interface PricedDriver {
  driver: Driver;
  price?: Price;
}

export interface AgentPorts extends ConnectionPort {
  /** `by`: a worker's name or `judge`; absent for the agent itself. */
  driverFor(model: ModelSpec, agent: AgentSpec, by?: string): PricedDriver;
  /** Starts an agent of the user's own. */
  start?(argv: string[], cwd: string, env: Record<string, string>): Promise<SpawnResult>;
  /** What an agent that somebody else wrote needs. */
  programs?: ProgramPort;
  /** Nothing is asked, everything is played. */
  recorded: boolean;
  /** What an agent of the user's own did, when that was recorded. */
  actions?: RecordedActions;
  /** Why a recording could not be played. */
  problem?(): string | undefined;
}

export interface ProgramPort {
  /** It inherits nothing but what every program needs. */
  start(argv: string[], cwd: string, env: Record<string, string>): Promise<SpawnResult>;
  spec(server: string): ServerSpec;
  spawn: SpawnOptions;
}

export interface AgentRunInput {
  group: PlannedGroup;
  /** Counted from 1. */
  run: number;
  model: ModelSpec;
  models: { of(name: string): ModelSpec };
  ports: AgentPorts;
  redactor: Redactor;
  clock: Omit<RunClock, 'left' | 'queued' | 'recorded'>;
  budget?: Budget;
  /** Asks judges; absent in a run that has none. */
  judging?: TestJudging;
  /** Where spans of the servers belong, in a run that writes spans. */
  parents?: RowParents;
  /** The same catalogue as an earlier run's, and its redacted form. */
  share(catalog: Record<string, ToolDef[]>): SharedCatalog;
}

export interface AgentRun {
  record: RunRecord;
  ending?: Ending;
  /** Of all servers that the run had to do with. */
  catalog?: SharedCatalog;
  infos: Record<string, ConnectionInfo>;
}

export async function runAgent(input: AgentRunInput): Promise<AgentRun> {
  const { group, ports, redactor } = input;
  const { suite, agent } = group;
  const log = new RunLog(redactor);
  const connections = new RunConnections(ports, agent.faults, log);
  try {
    const servers = await listServers(suite, agent, connections, log);
    if ('obstacle' in servers) return { record: recordObstacle(input, log, servers.obstacle), infos: {} };
    const catalog = input.share(servers.catalog);
    // A server may have other tools for another client, and only the run shows which.
    const unknown = ports.recorded || group.cli !== undefined ? [] : unknownNames(input, catalog);
    if (unknown.length > 0)
      return { record: recordUnknownNames(input, log, unknown), catalog, infos: servers.infos };
    const missing = notThere(agent, catalog.raw);
    if (missing.length > 0)
      return { record: recordObstacle(input, log, notOffered(missing)), catalog, infos: servers.infos };
    const sight = await sightOf(agent, catalog.raw);
    if (sight instanceof McptestError)
      return { record: recordObstacle(input, log, unknownClient(sight)), catalog, infos: servers.infos };
    const search = await searchOf(agent);
    const scene = setScene({ input, log, connections, catalog, infos: servers.infos, sight, search });
    return { ...(await playScene(scene)), catalog, infos: servers.infos };
  } finally {
    await connections.close();
  }
}

/** Loaded only where a test asks for it. */
async function sightOf(
  { client }: AgentSpec,
  catalog: Record<string, ToolDef[]>,
): Promise<ClientSight | McptestError | undefined> {
  if (client === undefined) return undefined;
  const { clientSight } = await import('./client-sight.js');
  const { tokenCounter } = await import('../../tokens/token-counter.js');
  try {
    return clientSight(client, catalog, await tokenCounter());
  } catch (error) {
    if (error instanceof McptestError) return error;
    throw error;
  }
}

async function searchOf({ tool_search }: AgentSpec): Promise<SceneParts['search']> {
  if (tool_search === undefined) return undefined;
  const { withToolSearch } = await import('./tool-search.js');
  return (box, log) => withToolSearch(box, tool_search, log);
}

function notOffered(names: readonly string[]): Check {
  const message = `no server of the test has ${names.map(oneLine).join(', ')}, which \`offer_tools\` names: see \`mcptest tools\``;
  return { target: 'offer_tools', matcher: 'known', outcome: 'inconclusive', message };
}

function unknownClient({ message, hint }: McptestError): Check {
  const whole = [message, hint].filter((part) => part !== undefined).join('. ');
  return { target: 'client', matcher: 'known', outcome: 'inconclusive', message: whole };
}

/** What a run starts from: its servers are listed and nobody was asked yet. */
interface SceneParts {
  input: AgentRunInput;
  log: RunLog;
  connections: RunConnections;
  catalog: SharedCatalog;
  infos: AgentRun['infos'];
  sight?: ClientSight;
  search?: (box: Toolbox, log: RunLog) => Toolbox;
}

export interface Scene extends SceneParts {
  clock: RunClock;
  /** Milliseconds that the run took so far, without those in line for a model. */
  spent(): number;
  toolbox: Toolbox;
  send: ToolboxParts['send'];
  /** Undefined where the suite asks for none. */
  distractors: Distractor[] | undefined;
}

function setScene(parts: SceneParts): Scene {
  const { input, log, connections, catalog, infos, sight, search } = parts;
  const { redactor } = input;
  const { suite, agent } = input.group;
  const { clock, spent } = startClock(input);
  const distractors = distractorsFor(agent, input.run, catalog.kept);
  const send: ToolboxParts['send'] = (server, tool, args) => {
    const most = suite.servers[server]?.request_timeout_ms ?? clock.left();
    const timeout_ms = Math.max(1, Math.min(most, clock.left()));
    // An agent of the user's own may call side by side, so that the number of a call is not known yet.
    const own = agent.command !== undefined || input.group.cli !== undefined;
    const traceparent = own ? input.parents?.agent : input.parents?.call(log.calls);
    return connections.call(server, tool, args, { timeout_ms, signal: clock.signal, traceparent });
  };
  const { raw, shelves } = catalog;
  const shared = { catalog: raw, shelves, seed: `${agent.name}\n${input.run}`, log, redactor, send };
  const toolbox = createToolbox({
    ...shared,
    // Those of one case alone are not kept for other runs.
    shelves: agent.offer_tools === undefined ? shelves : new Map(),
    catalog: offeredOf(pick(raw, agent.servers), agent.offer_tools),
    distractors: distractors ?? [],
    client: sight,
    search: search && ((box) => search(box, log)),
    workers: agent.delegates.flatMap((name) => suite.delegates[name] ?? []),
    handOff: handOffTo({ input, clock, parts: shared, infos, chain: [agent] }),
  });
  return { ...parts, clock, spent, toolbox, send, distractors };
}

function startClock({ clock, ports }: AgentRunInput): { clock: RunClock; spent(): number } {
  const started = performance.now();
  let inLine = 0;
  const spent = () => performance.now() - started - inLine;
  return {
    spent,
    clock: {
      ...clock,
      recorded: ports.recorded,
      left: () => (ports.recorded ? clock.limit_ms : usable(clock.limit_ms - spent())),
      queued: (ms) => {
        inLine += ms;
      },
    },
  };
}

async function playScene(scene: Scene): Promise<Pick<AgentRun, 'record' | 'ending'>> {
  const { input, log } = scene;
  const { group, ports, redactor } = input;
  const own = await playOwnAgent(scene);
  if (own?.obstacle) return { record: recordObstacle(input, log, own.obstacle) };
  const end: ConversationEnd = own
    ? { ending: { kind: 'answered' }, text: own.text }
    : await playModel(scene);
  const problem = ports.problem?.();
  const stop = problem === undefined ? stopped(end.ending) : stale(problem);
  if (stop !== undefined) return { record: recordObstacle(input, log, stop), ending: end.ending };
  const trace = traceOf(scene, end, own);
  const duration_ms = scene.spent();
  const judgements = [...(await judge(input, trace)), ...(await judgeExpectations(input, trace))];
  const unplayed = ports.problem?.();
  if (unplayed !== undefined)
    return { record: recordObstacle(input, log, stale(unplayed)), ending: end.ending };
  const record: RunRecord = {
    trace: judgements.length > 0 ? { ...trace, judgements } : trace,
    ...endingParts(end, group.agent, log),
  };
  if (!ports.recorded) record.duration_ms = duration_ms;
  if (own?.check) record.checks = [{ ...own.check, ...shownReason(own.check, redactor) }];
  return { ending: end.ending, record };
}

function playModel({ input, toolbox, infos, log, clock }: Scene): Promise<ConversationEnd> {
  const { group, ports, model, budget } = input;
  const { agent } = group;
  return converse({
    ...ports.driverFor(model, agent),
    toolbox,
    prompt: agent.prompt ?? '',
    ...systemPrompt(agent, infos),
    temperature: agent.temperature,
    max_turns: agent.max_turns ?? DEFAULT_MAX_TURNS,
    log,
    clock,
    budget,
  });
}

/** Undefined where it is a model that plays. */
async function playOwnAgent(scene: Scene): Promise<CommandEnding | undefined> {
  const { input, log, clock, send, infos, toolbox, distractors = [] } = scene;
  const { group, run, ports } = input;
  if (group.agent.command === undefined && group.cli === undefined) return undefined;
  if (ports.actions) return replayActions(ports.actions, log);
  const { agent, suite, model } = group;
  if (group.cli !== undefined) {
    const { runCliAgent } = await import('./cli-agent.js');
    return runCliAgent(scene, group.cli);
  }
  const { start } = ports;
  if (start === undefined || agent.command === undefined)
    throw new Error('your own agent needs a command and a starter');
  const { runCommandAgent } = await import('./command-agent.js');
  return runCommandAgent({
    log,
    clock,
    send,
    infos,
    seen: toolbox.seen,
    distractors,
    argv: agent.command,
    prompt: agent.prompt ?? '',
    env: omitUndefined({
      MCPTEST_RUN: String(run),
      MCPTEST_MODEL: model,
      MCPTEST_SYSTEM_PROMPT: agent.system_prompt,
    }) as Record<string, string>,
    start: (argv, env) => start(argv, suite.dir, env),
  });
}

/** Loaded only where a model judges. */
async function judge(input: AgentRunInput, trace: Trace): Promise<Judgement[]> {
  if (input.group.agent.judged?.model === undefined) return [];
  const { judgeWith } = await import('./judge-with.js');
  return judgeWith(input, trace);
}

/** What judges say of what `expect` looks at. */
async function judgeExpectations(input: AgentRunInput, trace: Trace): Promise<Judgement[]> {
  const { judging, redactor } = input;
  const { expect } = input.group.agent;
  if (judging === undefined || !expect.assertions.some(({ matcher }) => isJudged(matcher))) return [];
  const { judgeTrace } = await import('../../score/score-row.js');
  const { judgements } = await judging.judge((book) => judgeTrace(input.group, trace, redactor, book));
  return judgements;
}

function traceOf(
  { input, log, catalog, toolbox, distractors }: Scene,
  end: ConversationEnd,
  own: CommandEnding | undefined,
): Trace {
  const { redactor } = input;
  const offered = asSeen(catalog, toolbox.seen, redactor);
  const { catalog: known, ...rest } = own?.known ?? {};
  return omitUndefined({
    ...traceHead(input),
    ...(own ? log.trace(false) : log.trace()),
    final_response: redactor.text(end.text ?? ''),
    ...rest,
    catalog: known === undefined ? offered : { ...offered, ...known },
    distractors: distractors?.map(({ id }) => redactor.text(id)),
  });
}

/** A judged run says how it ended where that is not plain. */
function endingParts(
  { ending }: ConversationEnd,
  agent: AgentSpec,
  log: RunLog,
): Pick<RunRecord, 'checks' | 'notes'> {
  if (ending.kind === 'max-turns')
    log.note(`stopped after ${plural(agent.max_turns ?? DEFAULT_MAX_TURNS, 'turn')} without an answer`);
  const parts: Pick<RunRecord, 'checks' | 'notes'> = {};
  if (ending.kind === 'deadline')
    parts.checks = [{ target: 'run', matcher: 'deadline', outcome: 'fail', message: ending.message }];
  if (log.notes.length > 0) parts.notes = log.notes;
  return parts;
}

/** Why a run cannot be judged at all. */
function stopped(ending: Ending): Check | undefined {
  if (ending.kind === 'interrupted') return interrupted();
  if (ending.kind === 'model')
    return { target: 'model', matcher: 'answers', outcome: 'inconclusive', message: ending.message };
  if (ending.kind === 'budget')
    return { target: 'budget', matcher: 'within', outcome: 'inconclusive', message: ending.message };
  return undefined;
}

function stale(message: string): Check {
  return { target: 'cassette', matcher: 'fresh', outcome: 'inconclusive', message };
}

function recordObstacle(input: AgentRunInput, log: RunLog, check: Check): RunRecord {
  return omitUndefined({
    trace: { ...traceHead(input), ...log.trace() },
    obstacle: { ...check, ...shownReason(check, input.redactor) },
    notes: log.notes.length > 0 ? log.notes : undefined,
  });
}

/** Before anybody is asked: a test that names tools that are not there would prove nothing. */
function unknownNames({ group, redactor }: AgentRunInput, { kept }: SharedCatalog): Check[] {
  const metrics = group.agent.metrics.map((spec) => ({ ...spec, config: redactor.operand(spec.config) }));
  const distractors = mostDistractors(group.agent, kept).map(({ id }) => redactor.text(id));
  const tools = { servers: Object.keys(kept), catalog: kept, distractors };
  return judgeNames(metrics, tools, redactor.operand(group.agent.expect.assertions)).checks;
}

function recordUnknownNames(input: AgentRunInput, log: RunLog, [first, ...more]: Check[]): RunRecord {
  const record = recordObstacle(input, log, first as Check);
  return more.length > 0 ? { ...record, checks: more } : record;
}

function traceHead({ group, redactor }: AgentRunInput): Partial<Trace> {
  const { agent, model } = group;
  return omitUndefined({
    agent: redactor.text(agent.name),
    model: model === undefined ? undefined : redactor.text(model),
    servers: agent.servers,
    prompt: redactor.text(agent.prompt ?? ''),
  });
}
