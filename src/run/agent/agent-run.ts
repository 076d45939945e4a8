/**
 * One run of an agent test: its own connections, the tools that the agent sees, the conversation, and what
 * a judge says of it → the record that everything is scored from. Whether the ports lead to models and
 * servers or to a recording makes no difference here.
 */

import type { Spawned } from '../../client/stdio/server-process.js';
import type { Redactor } from '../../redact/redactor.js';
import type { RunRecord } from '../../score/score-row.js';
import type { RecordedDeeds } from '../../types/cassette.js';
import type { ToolDef } from '../../types/catalog.js';
import type { ConnectionInfo } from '../../types/connection.js';
import type { Driver, ModelSpec, Price } from '../../types/driver.js';
import type { PlannedGroup } from '../../types/plan.js';
import type { AgentSpec } from '../../types/suite.js';
import type { Trace } from '../../types/trace.js';
import type { Check } from '../../types/verdict.js';
import { plural } from '../../util/text.js';
import { interrupted } from '../attempt.js';
import { shownReason } from '../reason.js';
import { converse, DEFAULT_MAX_TURNS, type Ending, type RunClock, type Talked } from './agent-loop.js';
import type { Purse } from './budget.js';
import { type CommandAgent, type CommandEnding, runCommandAgent } from './command-agent.js';
import { handOffTo } from './hand-off.js';
import { judgeWith } from './judge-with.js';
import { listServers } from './list-servers.js';
import { playDeeds } from './own-agent-tape.js';
import { type ConnectionPort, RunConnections } from './run-connections.js';
import { RunLog } from './run-log.js';
import { asSeen, distractorsFor, pick } from './seen-tools.js';
import { systemPrompt } from './system-prompt.js';
import { createToolbox } from './toolbox.js';

/** Who thinks, and at what price. */
export interface Voice {
  driver: Driver;
  price?: Price;
}

export interface AgentPorts extends ConnectionPort {
  /** `by`: a worker's name or `judge`; absent for the agent itself. */
  voice(model: ModelSpec, agent: AgentSpec, by?: string): Voice;
  /** Starts an agent of the user's own. */
  start?(argv: string[], cwd: string, env: Record<string, string>): Promise<Spawned>;
  /** Nothing is asked, everything is played. */
  recorded: boolean;
  /** What an agent of the user's own did, when that was recorded. */
  deeds?: RecordedDeeds;
  /** Why a recording could not be played. */
  problem?(): string | undefined;
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
  purse?: Purse;
  /** The same catalogue as an earlier run's, and its redacted form. */
  share(catalog: Record<string, ToolDef[]>): SharedCatalog;
}

export interface SharedCatalog {
  raw: Record<string, ToolDef[]>;
  /** As it is written down. */
  kept: Record<string, ToolDef[]>;
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
    if ('unmade' in servers) return { record: unmade(input, log, servers.unmade), infos: {} };
    const catalog = input.share(servers.catalog);
    const made = await talkWith(input, log, connections, catalog, servers.infos);
    return { ...made, catalog, infos: servers.infos };
  } finally {
    await connections.close();
  }
}

async function talkWith(
  input: AgentRunInput,
  log: RunLog,
  connections: RunConnections,
  catalog: SharedCatalog,
  infos: AgentRun['infos'],
): Promise<Pick<AgentRun, 'record' | 'ending'>> {
  const { group, ports, redactor, model, purse } = input;
  const { suite, agent } = group;
  const started = performance.now();
  let queued = 0;
  const spent = () => performance.now() - started - queued;
  const clock: RunClock = {
    ...input.clock,
    recorded: ports.recorded,
    left: () => (ports.recorded ? input.clock.limit_ms : input.clock.limit_ms - spent()),
    queued: (ms) => {
      queued += ms;
    },
  };
  const distractors = distractorsFor(agent, input.run, catalog.kept);
  const send = (server: string, tool: string, args: Record<string, unknown>) =>
    connections.call(server, tool, args, {
      timeout_ms: Math.max(1, Math.min(suite.servers[server]!.request_timeout_ms, clock.left())),
      ...(clock.signal && { signal: clock.signal }),
    });
  const parts = { catalog: catalog.raw, seed: `${agent.name}\n${input.run}`, log, redactor, send };
  const toolbox = createToolbox({
    ...parts,
    catalog: pick(catalog.raw, agent.servers),
    distractors: distractors ?? [],
    workers: agent.delegates.flatMap((name) => suite.delegates[name] ?? []),
    handOff: handOffTo({ input, clock, parts, infos, chain: [agent] }),
  });
  const own =
    agent.command === undefined
      ? undefined
      : ports.deeds
        ? playDeeds(ports.deeds, log)
        : await ownAgent(input, {
            log,
            clock,
            send,
            infos,
            seen: toolbox.seen,
            distractors: distractors ?? [],
          });
  if (own?.unmade) return { record: unmade(input, log, own.unmade) };
  const talked: Talked = own
    ? { ending: { kind: 'answered' }, text: own.text }
    : await converse({
        ...ports.voice(model, agent),
        toolbox,
        prompt: agent.prompt ?? '',
        ...systemPrompt(agent, infos),
        ...(agent.temperature !== undefined && { temperature: agent.temperature }),
        max_turns: agent.max_turns ?? DEFAULT_MAX_TURNS,
        log,
        clock,
        purse,
      });
  const problem = ports.problem?.();
  const stop = problem === undefined ? stopped(talked.ending) : stale(problem);
  if (stop !== undefined) return { record: unmade(input, log, stop), ending: talked.ending };
  const seen = pick(asSeen(catalog, toolbox.seen, redactor), agent.servers);
  const trace: Trace = {
    ...traceHead(input),
    ...(own ? log.trace(false) : log.trace()),
    final_response: redactor.text(talked.text ?? ''),
    catalog: { ...catalog.kept, ...seen },
    ...(distractors !== undefined && { distractors: distractors.map(({ id }) => redactor.text(id)) }),
  };
  const duration_ms = spent();
  const judgements = await judgeWith(input, trace);
  const unplayed = ports.problem?.();
  if (unplayed !== undefined) return { record: unmade(input, log, stale(unplayed)), ending: talked.ending };
  return {
    ending: talked.ending,
    record: {
      trace: judgements.length > 0 ? { ...trace, judgements } : trace,
      ...(!ports.recorded && { duration_ms }),
      ...endingParts(talked, agent, log),
      ...(own?.check && { checks: [{ ...own.check, ...shownReason(own.check, redactor) }] }),
    },
  };
}

function ownAgent(
  { group, run, ports }: AgentRunInput,
  parts: Pick<CommandAgent, 'log' | 'clock' | 'send' | 'infos' | 'seen' | 'distractors'>,
): Promise<CommandEnding> {
  const { agent, suite, model } = group;
  return runCommandAgent({
    ...parts,
    argv: agent.command!,
    prompt: agent.prompt ?? '',
    env: {
      MCPTEST_RUN: String(run),
      ...(model !== undefined && { MCPTEST_MODEL: model }),
      ...(agent.system_prompt !== undefined && { MCPTEST_SYSTEM_PROMPT: agent.system_prompt }),
    },
    start: (argv, env) => ports.start!(argv, suite.dir, env),
  });
}

/** A judged run says how it ended where that is not plain. */
function endingParts({ ending }: Talked, agent: AgentSpec, log: RunLog): Pick<RunRecord, 'checks' | 'notes'> {
  if (ending.kind === 'max-turns')
    log.note(`stopped after ${plural(agent.max_turns ?? DEFAULT_MAX_TURNS, 'turn')} without an answer`);
  const { notes } = log;
  return {
    ...(ending.kind === 'deadline' && {
      checks: [{ target: 'run', matcher: 'deadline', outcome: 'fail' as const, message: ending.message }],
    }),
    ...(notes.length > 0 && { notes }),
  };
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

function unmade(input: AgentRunInput, log: RunLog, check: Check): RunRecord {
  const { notes } = log;
  return {
    trace: { ...traceHead(input), ...log.trace() },
    unmade: { ...check, ...shownReason(check, input.redactor) },
    ...(notes.length > 0 && { notes }),
  };
}

function traceHead({ group, redactor }: AgentRunInput): Partial<Trace> {
  const { agent, model } = group;
  return {
    agent: redactor.text(agent.name),
    ...(model !== undefined && { model: redactor.text(model) }),
    servers: agent.servers,
    prompt: redactor.text(agent.prompt ?? ''),
  };
}
