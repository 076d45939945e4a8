/** The rows of agent tests: one for each model and run, named so that each can be selected. */
import type { PlannedCli, PlannedGroup, PlannedRun } from '../types/plan.js';
import type { AgentSpec, MetricSpec, Suite } from '../types/suite.js';
import type { AgentCli } from '../util/agent-names.js';
import { sha256 } from '../util/hash.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { ownValue } from '../util/plain.js';

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

export function planAgents(
  suite: Suite,
  runsOf: (suite: Suite, agent: AgentSpec) => AgentRuns[],
  reproOf: ReproOf,
): PlannedGroup[] {
  return suite.agents.flatMap((agent) => {
    const all = runsOf(suite, agent);
    return all.map(({ model, cli, runs: wanted }): PlannedGroup => {
      // A skipped test is one row, however often it would run.
      const runs = agent.skip === undefined ? wanted : 1;
      const name = all.length > 1 && model !== undefined ? `${agent.name} [${model}]` : agent.name;
      return new Group({ suite, agent, name, model, cli }, runs, reproOf) as unknown as PlannedGroup;
    });
  });
}

type ReproOf = (row: { name: string; id: string }) => string;

/** What each run is called is made when somebody asks: of thousands of tests it would be most of the plan. */
class Group {
  declare readonly suite: Suite;
  declare readonly name: string;
  readonly #count: number;
  readonly #reproOf: ReproOf;

  constructor(own: Omit<PlannedGroup, 'runs' | 'complete'>, count: number, reproOf: ReproOf) {
    this.#count = count;
    this.#reproOf = reproOf;
    Object.assign(this, omitUndefined(own));
    // Of its own, so that a copy has it too.
    Object.defineProperty(this, 'runs', RUNS);
    Object.assign(this, { complete: true });
  }

  makeRuns(): PlannedRun[] {
    return Array.from({ length: this.#count }, (_, index) => {
      const name = this.#count > 1 ? `${this.name} #${index + 1}` : this.name;
      const id = sha256(`${this.suite.display_file}\0${name}`).slice(0, 12);
      return { id, name, run: index + 1, repro: this.#reproOf({ name, id }) };
    });
  }
}

/** Whoever asks for the runs of a test mostly asks again, and tests run side by side. */
const lately = new Map<Group, PlannedRun[]>();
const MOST_LATELY = 64;

const RUNS = {
  enumerable: true,
  get(this: Group): PlannedRun[] {
    const known = lately.get(this);
    if (known) return known;
    const runs = this.makeRuns();
    if (lately.size >= MOST_LATELY) lately.clear();
    lately.set(this, runs);
    return runs;
  },
};
