/**
 * `run --dry-run`: what each agent test would come to. Tools are known where a file says them (a mock, a saved run, the lock);
 * what nobody can know before is taken, and said.
 */
import { join } from 'node:path';
import { catalogsOfLock, readLock } from '../catalog/lock.js';
import { tokenSurface } from '../catalog/token-surface.js';
import { costOf, priceOf } from '../drivers/prices.js';
import { DEFAULT_MAX_TURNS } from '../run/agent/bounds.js';
import { readText } from '../source/read-text.js';
import { readSavedRun } from '../store/read-run.js';
import { listRuns } from '../store/workspace.js';
import { tokenCounter } from '../tokens/token-counter.js';
import type { ToolDef } from '../types/catalog.js';
import type { RunEnvelope } from '../types/envelope.js';
import type { PlannedGroup } from '../types/plan.js';
import type { AgentSpec, Suite } from '../types/suite.js';
import { groupBy } from '../util/group-by.js';
import { planHalfWidth, planRuns } from '../util/intervals.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { baseName } from './base-side.js';
import { modelLookup } from './check-agents.js';
import { TOKENS_OF_A_CALL } from './estimate.js';
import { knownServers } from './known-servers.js';
import type { PreparedRun } from './prepare-run.js';

/** What one turn of a model is taken to write, a result to hold, and a turn to last. */
export const TAKEN = { output: 150, result: 300, turn_ms: 3000 };
const DEFAULT_CONCURRENCY = 4;

export interface TestEstimate {
  file: string;
  test: string;
  cases: number;
  runs: number;
  models: ModelShare[];
  /** Tokens of the tools that a model is shown at each turn; absent where some are not known. */
  tools_tokens?: number;
  /** Servers whose tools no file says. */
  unknown_tools: string[];
  duration_ms: number;
  /** Whether a saved run says how long a run takes with each of the models. */
  measured: boolean;
  /** Half of the widest 95 % interval that a share of the cases can have, in points. */
  half_width: number;
  /** Cases that plan-runs asks for, for five points. */
  cases_for_5: number;
}

export interface ModelShare {
  model: string;
  runs: number;
  turns: number;
  input: number;
  output: number;
  cost_usd?: number;
  /** Played from cassettes, or built in: it costs nothing. */
  free?: 'recorded' | 'built in';
}

export async function estimateTests(
  prepared: PreparedRun,
  concurrency: number | undefined,
): Promise<TestEstimate[]> {
  const groups = prepared.plan.groups.filter(({ agent }) => agent.skip === undefined);
  const world: World = {
    prepared,
    before: await newestRun(prepared.workspace),
    locked: await lockedTools(prepared.workspace),
    count: await tokenCounter(),
  };
  const byTest = groupBy(groups, ({ suite, agent }) =>
    JSON.stringify([suite.display_file, agent.case?.of ?? agent.name]),
  );
  const out: TestEstimate[] = [];
  for (const own of byTest.values()) out.push(await estimateTest(own, world, concurrency));
  return out;
}

interface World {
  prepared: PreparedRun;
  /** The newest run that is saved here. */
  before?: RunEnvelope;
  locked: Map<string, ToolDef[]>;
  count(text: string): number;
}

async function estimateTest(
  groups: readonly PlannedGroup[],
  world: World,
  concurrency: number | undefined,
): Promise<TestEstimate> {
  const { suite, agent } = groups[0]!;
  const name = agent.case?.of ?? agent.name;
  const tools = await toolsOf(suite, agent, world);
  const models = groupBy(groups, ({ model }) => model ?? 'command');
  const shares = [...models].map(([model, own]) => shareOf(model, own, tools.tokensFor, world));
  const cases = new Set(groups.map((group) => group.agent.name)).size;
  const asked = shares.filter(({ free }) => free === undefined);
  const known = new Map(asked.map((share) => [share, durationBefore(world.before, groups[0]!, share.model)]));
  const each = (share: ModelShare) => {
    const ms = known.get(share);
    return ms === undefined ? share.turns * TAKEN.turn_ms : ms * share.runs;
  };
  const width = Math.max(1, concurrency ?? suite.run_options.concurrency ?? DEFAULT_CONCURRENCY);
  return omitUndefined<TestEstimate>({
    file: suite.display_file,
    test: agent.recorded_as === undefined ? name : baseName(name),
    cases,
    runs: Math.max(...groups.map(({ runs }) => runs.length)),
    models: shares,
    tools_tokens: tools.unknown.length > 0 ? undefined : meanOf(groups, tools.tokensFor),
    unknown_tools: tools.unknown,
    duration_ms: asked.reduce((sum, share) => sum + each(share), 0) / width,
    measured: [...known.values()].every((ms) => ms !== undefined),
    // Several runs of one case do not pass for several cases.
    half_width: planHalfWidth(cases) * 100,
    cases_for_5: planRuns(0.05),
  });
}

function shareOf(
  name: string,
  groups: readonly PlannedGroup[],
  tokensFor: (agent: AgentSpec) => number,
  { prepared, count }: World,
): ModelShare {
  const share: ModelShare = { model: name, runs: 0, turns: 0, input: 0, output: 0 };
  const { agent, suite, cli } = groups[0]!;
  const spec = agent.command ? undefined : modelLookup()({ suite }, cli?.model ?? name);
  if (groups.every((group) => prepared.agents?.settings.replay(group))) share.free = 'recorded';
  else if (spec && (spec.provider === 'scripted' || spec.provider === 'lexical')) share.free = 'built in';
  for (const group of groups) {
    const runs = group.runs.length;
    share.runs += runs;
    if (prepared.agents?.settings.replay(group)) continue;
    const turns = turnsOf(group.agent);
    const { prompt = '', system_prompt = '' } = group.agent;
    const said = count(prompt) + count(system_prompt);
    // Each turn reads everything before it again.
    const read =
      turns * (tokensFor(group.agent) + said) + ((turns * (turns - 1)) / 2) * (TAKEN.output + TAKEN.result);
    share.turns += runs * turns;
    share.input += runs * read;
    share.output += runs * turns * TAKEN.output;
  }
  const price = spec && priceOf(spec);
  const { input, output } = share;
  if (share.free === undefined && price)
    share.cost_usd = costOf({ input, output, total: input + output }, price);
  return share;
}

/** A turn for each expected tool and one for the answer. */
function turnsOf({ expected, max_turns = DEFAULT_MAX_TURNS }: AgentSpec): number {
  return Math.min(max_turns, 1 + (expected?.tools.length ?? 1));
}

async function toolsOf(
  suite: Suite,
  agent: AgentSpec,
  { before, locked, count }: World,
): Promise<{ tokensFor(agent: AgentSpec): number; unknown: string[] }> {
  const servers = agent.servers.flatMap((name) => suite.servers[name] ?? []);
  const known = await knownServers(servers, new Set());
  const unknown: string[] = [];
  let guessed = 0;
  const sizes = new Map<string, { name: string; tokens: number }>();
  for (const { name: server } of servers) {
    const tools = known[server]?.tools ?? toolsBefore(before, suite, server) ?? locked.get(server);
    if (tools === undefined) {
      unknown.push(server);
      guessed += TOKENS_OF_A_CALL.input;
    } else for (const one of tokenSurface(tools, count).by_tool) sizes.set(`${server}.${one.name}`, one);
  }
  return {
    unknown,
    tokensFor: ({ offer_tools }) => {
      const wanted = offer_tools && new Set(offer_tools);
      let sum = guessed;
      for (const [id, { name, tokens }] of sizes)
        if (wanted === undefined || wanted.has(name) || wanted.has(id)) sum += tokens;
      return sum;
    },
  };
}

/** Cases may be offered tools of their own. */
function meanOf(groups: readonly PlannedGroup[], tokensFor: (agent: AgentSpec) => number): number {
  return Math.round(groups.reduce((sum, { agent }) => sum + tokensFor(agent), 0) / groups.length);
}

/** Of all rows: a case may have been offered a few of them only. */
function toolsBefore(before: RunEnvelope | undefined, suite: Suite, server: string): ToolDef[] | undefined {
  const lists = new Set<ToolDef[]>();
  for (const { file, trace } of before?.results ?? []) {
    const tools = file === suite.display_file ? trace?.catalog?.[server] : undefined;
    if (tools !== undefined) lists.add(tools);
  }
  if (lists.size === 0) return undefined;
  const byName = new Map([...lists].flatMap((tools) => tools.map((tool) => [tool.name, tool] as const)));
  return [...byName.values()];
}

/** The mean of a saved run with the same model, in milliseconds. */
function durationBefore(
  before: RunEnvelope | undefined,
  { suite, agent }: PlannedGroup,
  model: string,
): number | undefined {
  const rows = (before?.results ?? []).filter(
    (row) =>
      row.file === suite.display_file &&
      (row.case?.of ?? row.test) === (agent.case?.of ?? agent.name) &&
      row.kind === 'agent' &&
      (row.model ?? 'command') === model &&
      row.trace !== undefined,
  );
  if (before?.provenance.mode !== 'live' || rows.length === 0) return undefined;
  return rows.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / rows.length;
}

/** What cannot be read is as if it were not there: an estimate needs it not. */
async function newestRun(workspace: string): Promise<RunEnvelope | undefined> {
  const [newest] = await listRuns(workspace);
  return newest === undefined ? undefined : readSavedRun(newest, { workspace }).catch(() => undefined);
}

async function lockedTools(workspace: string): Promise<Map<string, ToolDef[]>> {
  const path = join(workspace, 'mcptest.lock');
  try {
    const catalogs = catalogsOfLock(readLock(await readText(path, 'mcptest.lock'), 'mcptest.lock'));
    return new Map(catalogs.map(({ server, tools }) => [server, tools]));
  } catch {
    return new Map();
  }
}
