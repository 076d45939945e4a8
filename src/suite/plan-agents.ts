/** The rows of agent tests: one for each model and run, named so that each can be selected. */
import type { PlannedGroup } from '../types/plan.js';
import type { AgentSpec, Suite } from '../types/suite.js';
import { sha256 } from '../util/hash.js';

/** How often a test is run with a model. */
export interface AgentRuns {
  model?: string;
  runs: number;
}

/** What a suite asks for: every model, `runs` times. */
export function declaredRuns(agent: AgentSpec): AgentRuns[] {
  if (agent.models.length === 0) return [{ runs: agent.runs }];
  return [...new Set(agent.models)].map((model) => ({ model, runs: agent.runs }));
}

export function planAgents(
  suite: Suite,
  runsOf: (suite: Suite, agent: AgentSpec) => AgentRuns[],
  reproOf: (row: { name: string; id: string }) => string,
): PlannedGroup[] {
  return suite.agents.flatMap((agent) => {
    const all = runsOf(suite, agent);
    return all.map(({ model, runs: wanted }): PlannedGroup => {
      // A skipped test is one row, however often it would run.
      const runs = agent.skip === undefined ? wanted : 1;
      const name = all.length > 1 && model !== undefined ? `${agent.name} [${model}]` : agent.name;
      return {
        suite,
        agent,
        name,
        ...(model !== undefined && { model }),
        runs: Array.from({ length: runs }, (_, index) => {
          const row = runs > 1 ? `${name} #${index + 1}` : name;
          const id = sha256(`${suite.display_file}\0${row}`).slice(0, 12);
          return { id, name: row, run: index + 1, repro: reproOf({ name: row, id }) };
        }),
        complete: true,
      };
    });
  });
}
