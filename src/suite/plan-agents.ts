/** The rows of agent tests: one for each model and run, named so that each can be selected. */
import type { PlannedCli, PlannedGroup } from '../types/plan.js';
import type { AgentSpec, MetricSpec, Suite } from '../types/suite.js';
import type { AgentCli } from '../util/agent-names.js';
import { sha256 } from '../util/hash.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { MANY, ownValue } from '../util/plain.js';

/** How often a test is run with a model. */
export interface AgentRuns {
  /** `NAME/MODEL` where `cli` asks the model. */
  model?: string;
  cli?: PlannedCli;
  runs: number;
}

/** At how many counts of distractors a test runs: its `runs` are made at each of them. */
export function pointsOf(metrics: readonly MetricSpec[]): number {
  const counts = ownValue(metrics.find(({ block }) => block === 'distractors')?.config, 'counts');
  return Array.isArray(counts) ? Math.max(1, counts.length) : 1;
}

/** Other models or another number of runs than the suite says. */
export function overrideRuns(suite: Suite, models: string[] | undefined, runs: number | undefined): Suite {
  if (models === undefined && runs === undefined) return suite;
  const agents = suite.agents.map((agent) => ({
    ...agent,
    models: models ?? agent.models,
    runs: runs === undefined ? agent.runs : Math.max(1, runs) * pointsOf(agent.metrics),
  }));
  return { ...suite, agents };
}

/** What a suite asks for: every model, `runs` times. */
export function declaredRuns(agent: AgentSpec): AgentRuns[] {
  const models = [...new Set(agent.models)];
  if (agent.cli !== undefined) return cliRuns(agent, agent.cli.names, models);
  if (models.length === 0) return [{ runs: agent.runs }];
  return models.map((model) => ({ model, runs: agent.runs }));
}

/** Every agent with every model; a script needs no word that it is played. */
function cliRuns({ runs, scripts }: AgentSpec, names: readonly AgentCli[], models: string[]): AgentRuns[] {
  const asked = models.length === 0 && scripts.length > 0 ? ['scripted'] : models;
  return names.flatMap((name) =>
    asked.length === 0
      ? [{ runs }]
      : asked.map((model) => ({ model: `${name}/${model}`, cli: { name, model }, runs })),
  );
}

export async function planAgents(
  suite: Suite,
  runsOf: (suite: Suite, agent: AgentSpec) => AgentRuns[],
  reproOf: (row: { name: string; id: string }) => string,
): Promise<PlannedGroup[]> {
  const packed = suite.agents.length > MANY ? await openPacker() : undefined;
  return suite.agents.flatMap((agent) => {
    const all = runsOf(suite, agent);
    const groups = all.map(({ model, cli, runs: wanted }): PlannedGroup => {
      // A skipped test is one row, however often it would run.
      const runs = agent.skip === undefined ? wanted : 1;
      const name = all.length > 1 && model !== undefined ? `${agent.name} [${model}]` : agent.name;
      return omitUndefined<PlannedGroup>({
        suite,
        agent,
        name,
        model,
        cli,
        runs: Array.from({ length: runs }, (_, index) => {
          const row = runs > 1 ? `${name} #${index + 1}` : name;
          const id = sha256(`${suite.display_file}\0${row}`).slice(0, 12);
          return { id, name: row, run: index + 1, repro: reproOf({ name: row, id }) };
        }),
        complete: true,
      });
    });
    return packed === undefined ? groups : groups.map((group) => packed.put(group, suite.display_file));
  });
}

/** Of very many tests what each run is called is packed. */
async function openPacker() {
  const { Packed } = await import('../util/packed.js');
  return new Packed<PlannedGroup>({ keep: ['suite', 'agent', 'name'] });
}
