/**
 * What must hold before an agent test can be run: a model that somebody serves, a prompt, a script where
 * one is played, a price where there is a budget. Everything that is missing is told at once.
 */
import { KNOWN_AGENTS } from '../agents/known-agents.js';
import { resolveModel } from '../drivers/models.js';
import { PRICES_AS_OF, priceOf } from '../drivers/prices.js';
import type { ModelSpec } from '../types/driver.js';
import type { PlannedCli, PlannedGroup } from '../types/plan.js';
import type { AgentSpec, Suite } from '../types/suite.js';
import { takesSystemPrompt } from '../util/agent-names.js';
import { EXIT, McptestError } from '../util/errors.js';
import { clip, oneLine } from '../util/text.js';

export type ModelOf = (group: Pick<PlannedGroup, 'suite'>, name: string) => ModelSpec;

/** Looks each name up once. */
export function modelLookup(): ModelOf {
  const known = new Map<Suite, Map<string, ModelSpec>>();
  return ({ suite }, name) => {
    const names = known.get(suite) ?? new Map<string, ModelSpec>();
    known.set(suite, names);
    const found = names.get(name) ?? resolveModel(name, suite.models);
    names.set(name, found);
    return found;
  };
}

/** Throws `agent-not-runnable` with every problem, or what `resolveModel` throws; exit 2. `live`: not replayed. */
export function checkAgents(
  groups: readonly PlannedGroup[],
  modelOf: ModelOf,
  live: (group: PlannedGroup) => boolean,
  max_cost?: number,
): void {
  const problems = new Set<string>();
  for (const group of groups) {
    if (group.agent.skip !== undefined) continue;
    const { suite, agent } = group;
    const at = `${suite.display_file}:${agent.place.line}: \`${oneLine(clip(agent.name, 80))}\``;
    const prices = live(group) ? priceProblems(group, modelOf, max_cost) : [];
    for (const problem of [...problemsOf(group, modelOf), ...prices]) problems.add(`${at} ${problem}`);
  }
  if (problems.size === 0) return;
  throw new McptestError({
    code: 'agent-not-runnable',
    message: [...problems].join('\n'),
    hint: 'docs/agent-tests.md says what an agent test needs.',
    exitCode: EXIT.usage,
  });
}

function problemsOf(group: PlannedGroup, modelOf: ModelOf): string[] {
  const { agent, model } = group;
  const out: string[] = [];
  if (agent.prompt === undefined) out.push('has no `prompt`');
  if (agent.command !== undefined)
    return [...out, ...ownAgentProblems(agent), ...judgeProblems(group, modelOf)];
  if (group.cli !== undefined)
    return [...out, ...cliProblems(group, group.cli, modelOf), ...judgeProblems(group, modelOf)];
  if (model === undefined) return [...out, 'names no `model`; name one, or pass --models'];
  const speakers: [AgentSpec, string][] = [
    [agent, model],
    ...workers(group).map((worker): [AgentSpec, string] => [worker, worker.models[0] ?? model]),
  ];
  for (const [speaker, name] of speakers) {
    const spec = modelOf(group, name);
    if (spec.provider === 'scripted' && speaker.scripts.length === 0)
      out.push(
        speaker === agent
          ? 'is `scripted` and has no `script`'
          : `hands work to \`${oneLine(speaker.name)}\`, which is \`scripted\` and has no \`script\``,
      );
  }
  return [...out, ...judgeProblems(group, modelOf)];
}

function judgeProblems(group: PlannedGroup, modelOf: ModelOf): string[] {
  const judge = group.agent.judged?.model;
  const isNoModel = judge !== undefined && ['scripted', 'lexical'].includes(modelOf(group, judge).provider);
  return isNoModel ? [`is judged by \`${oneLine(judge)}\`, which is not a model`] : [];
}

/** What an agent that somebody else wrote cannot be told. */
function cliProblems({ suite, agent }: PlannedGroup, cli: PlannedCli, modelOf: ModelOf): string[] {
  const { providers, title } = KNOWN_AGENTS[cli.name];
  const { provider } = modelOf({ suite }, cli.model);
  const isBuiltIn = provider === 'scripted' || provider === 'lexical';
  const out: string[] = [];
  if (!isBuiltIn && !providers.includes(provider))
    out.push(`asks \`${oneLine(cli.model)}\` of ${provider}, and ${title} speaks to ${providers.join(', ')}`);
  if (!isBuiltIn && agent.cli?.network !== undefined)
    out.push(`asks \`${oneLine(cli.model)}\`, which \`network: loopback\` does not let it reach`);
  if (provider === 'scripted' && agent.scripts.length === 0) out.push('is `scripted` and has no `script`');
  if (agent.system_prompt !== undefined && !takesSystemPrompt(cli.name))
    out.push(`has a \`system_prompt\`, which ${title} cannot be given`);
  for (const key of ['temperature', 'max_turns', 'server_instructions'] as const)
    if (agent[key] !== undefined) out.push(`has \`${key}\`, which ${title} cannot be given`);
  if (agent.delegates.length > 0)
    out.push('has `agent: { cli }` and `delegates`: who it hands work to is its own affair');
  for (const name of agent.servers)
    if (suite.servers[name]?.auth?.oauth !== undefined)
      out.push(
        `uses \`${oneLine(name)}\`, whose login by OAuth cannot be handed to ${title}; use bearer_token_env`,
      );
  return out;
}

function ownAgentProblems({ delegates, scripts }: AgentSpec): string[] {
  if (delegates.length > 0)
    return ['has `agent: { command }` and `delegates`: who it hands work to is its own affair'];
  return scripts.length > 0 ? ['has `agent: { command }` and a `script`'] : [];
}

function priceProblems(group: PlannedGroup, modelOf: ModelOf, max_cost?: number): string[] {
  const { budget } = group.suite;
  if (budget?.per_test_usd === undefined && budget?.per_suite_usd === undefined && max_cost === undefined)
    return [];
  const names = [
    group.agent.command ? undefined : (group.cli?.model ?? group.model),
    ...workers(group).map(({ models }) => models[0]),
    group.agent.judged?.model,
  ].filter((name) => name !== undefined);
  return [...new Set(names)]
    .filter((name) => priceOf(modelOf(group, name)) === undefined)
    .map((name) => {
      const shown = oneLine(name);
      return `has a budget, and the price of \`${shown}\` is not known (the table is of ${PRICES_AS_OF}); write it as \`models.${shown}.price\``;
    });
}

function workers({ suite, agent }: PlannedGroup, found: AgentSpec[] = []): AgentSpec[] {
  for (const name of agent.delegates) {
    const worker = suite.delegates[name];
    if (worker === undefined || found.includes(worker)) continue;
    found.push(worker);
    workers({ suite, agent: worker } as PlannedGroup, found);
  }
  return found;
}
