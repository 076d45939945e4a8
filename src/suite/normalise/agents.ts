/** Agent tests in their one spelling. Takes only what passed validation. */

import { isDeepStrictEqual } from 'node:util';
import { fillCaptures } from '../../match/captures.js';
import { METRIC_BLOCKS, METRICS } from '../../metrics/blocks.js';
import type { Path } from '../../source/spots.js';
import type { AgentSpec, CliSpec, FaultSpec, MetricSpec, Place } from '../../types/suite.js';
import { parseDuration } from '../../util/duration.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { isObject } from '../../util/plain.js';
import { type AgentTest, agentDefinitions, agentTests, pathOf } from '../agent-entries.js';
import type { RawAgent, RawCli } from '../blocks/agents.js';
import type { RawExpectation } from '../blocks/expect.js';
import type { RawFault } from '../blocks/faults.js';
import { caseExpectation, offeredNames } from '../cases/normalise-dataset.js';
import { skipReason } from '../entries.js';
import { caseSpec } from '../interpolate.js';
import { pointsOf } from '../plan-agents.js';
import { normaliseExpect } from './expect.js';

export interface AgentContext {
  servers: string[];
  placeOf(path: Path): Place;
  lineOf(path: Path): number;
  /** Faults of the whole suite. */
  faults?: RawFault[];
  imported(path: Path): boolean;
}

export interface NormalisedAgents {
  agents: AgentSpec[];
  delegates: Record<string, AgentSpec>;
}

export function normaliseAgents(suite: Record<string, unknown>, context: AgentContext): NormalisedAgents {
  const agents = agentTests(suite, context.imported).map((test) => normaliseAgent(test, context));
  for (const [at, agent] of agents.entries()) if (at > 0) shareValues(agent, agents[at - 1]!);
  const delegates: Record<string, AgentSpec> = Object.create(null);
  const definitions = agentDefinitions(suite).map((entry) =>
    normaliseAgent({ ...entry, whole: entry.value }, context),
  );
  const wanted = new Set([...agents, ...definitions].flatMap((agent) => agent.delegates));
  for (const agent of definitions) if (wanted.has(agent.name)) delegates[agent.name] = agent;
  return { agents, delegates };
}

/** Cases of one test differ in little: what is the same is there once, for there may be thousands. */
function shareValues(agent: AgentSpec, before: AgentSpec): void {
  if (agent.case === undefined || agent.case.of !== before.case?.of) return;
  for (const key of Object.keys(agent) as (keyof AgentSpec)[]) {
    const value = agent[key];
    if (typeof value === 'object' && isDeepStrictEqual(value, before[key]))
      Object.assign(agent, { [key]: before[key] });
  }
}

function normaliseAgent(test: AgentTest, context: AgentContext): AgentSpec {
  // Agent tests read no captures, but an escaped one still has to lose its escape.
  const raw = fillCaptures(test.whole, new Map()) as unknown as RawAgent & Record<string, unknown>;
  const servers = raw.servers ?? context.servers;
  const metrics = normaliseMetrics(raw, test, context);
  return omitUndefined<AgentSpec>({
    name: raw.name,
    case: caseSpec(test.value),
    agent: typeof test.value.agent === 'string' ? test.value.agent : undefined,
    place: context.placeOf(test.path),
    tags: raw.tags ?? [],
    only: raw.only ?? false,
    skip: skipReason(raw.skip),
    timeout_ms: raw.timeout === undefined ? undefined : parseDuration(raw.timeout),
    retries: raw.retries,
    models: oneOrMore(raw.model, raw.models),
    servers,
    offer_tools: offeredNames(raw.offer_tools),
    share_servers: raw.share_servers === true ? true : undefined,
    prompt: raw.prompt,
    system_prompt: raw.system_prompt,
    client: raw.client,
    tool_search: raw.tool_search,
    max_turns: raw.max_turns,
    server_instructions: raw.server_instructions,
    temperature: raw.temperature,
    runs: Math.max(1, raw.runs ?? 1) * pointsOf(metrics),
    delegates: raw.delegates ?? [],
    scripts: oneOrMore(raw.script, raw.scripts),
    command: isObject(raw.agent) ? raw.agent.command : undefined,
    cli: cliOf(raw.agent),
    watch: isObject(raw.agent) ? raw.agent.watch : undefined,
    faults: (raw.faults ?? context.faults ?? []).map((fault) => normaliseFault(fault, servers)),
    metrics,
    expected: caseExpectation(raw),
    dataset_gates: datasetGates(raw, test, context),
    judged: raw.judged,
    expect: normaliseExpect(raw.expect as RawExpectation | undefined, pathOf(test, 'expect'), context.lineOf),
  });
}

function datasetGates(
  raw: Record<string, unknown>,
  test: AgentTest,
  context: AgentContext,
): AgentSpec['dataset_gates'] {
  if (!isObject(raw.dataset)) return undefined;
  const path = [...pathOf(test, 'dataset'), 'expect'];
  return normaliseExpect(raw.dataset.expect as RawExpectation, path, context.lineOf).assertions;
}

function cliOf(agent: RawAgent['agent']): CliSpec | undefined {
  if (!isObject(agent) || agent.cli === undefined) return undefined;
  const { cli, path, network } = agent as RawCli;
  return omitUndefined<CliSpec>({ names: [...new Set([cli].flat())], path, network });
}

function oneOrMore<T>(one: T | undefined, several: T[] | undefined): T[] {
  if (several !== undefined) return several;
  return one === undefined ? [] : [one];
}

function normaliseFault(raw: RawFault, servers: string[]): FaultSpec {
  return omitUndefined<FaultSpec>({
    server: raw.server ?? servers[0] ?? '',
    tool: raw.tool,
    kind: raw.kind,
    after: raw.after ?? 0,
    times: raw.times ?? 1,
    ms: raw.ms,
  });
}

/** In the order of the registry, so that both spellings of a test give the same. */
/** `80%` is 0.8 to whoever measures. */
function withRate(block: Record<string, unknown>): Record<string, unknown> {
  const { min_selection_rate: rate } = block;
  return typeof rate === 'string' ? { ...block, min_selection_rate: Number.parseFloat(rate) / 100 } : block;
}

function normaliseMetrics(
  raw: Record<string, unknown>,
  test: AgentTest,
  context: AgentContext,
): MetricSpec[] {
  return METRIC_BLOCKS.flatMap((block) => {
    const written = raw[block];
    if (!isObject(written)) return [];
    const { expect, ...config } = withRate(written);
    const { assertions } = normaliseExpect(
      expect as RawExpectation | undefined,
      [...pathOf(test, block), 'expect'],
      context.lineOf,
    );
    // Where each case says what it needs, the classes only name what is alike.
    const named = block === 'equal_function_sets' && raw.expect_tools !== undefined;
    const defaults = named ? [] : METRICS[block].defaults(config);
    return [{ block, config, gates: assertions.length > 0 ? assertions : defaults }];
  });
}
