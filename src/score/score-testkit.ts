/** Agent tests as they are planned, made up for the tests of this room. */
import type { PlannedGroup } from '../types/plan.js';
import type { AgentSpec, Suite } from '../types/suite.js';

export function plannedGroup(runs: number, keys: Partial<AgentSpec> = {}): PlannedGroup {
  const agent: AgentSpec = {
    name: 'asks',
    place: { file: 'mcptest.yml', line: 3, column: 1 },
    tags: [],
    only: false,
    models: [],
    servers: ['api'],
    runs,
    delegates: [],
    scripts: [],
    faults: [],
    metrics: [],
    expect: { assertions: [] },
    ...keys,
  };
  return {
    suite: { display_file: 'mcptest.yml', run_options: {}, agents: [agent] } as unknown as Suite,
    agent,
    name: agent.name,
    runs: Array.from({ length: runs }, (_, i) => ({
      id: `r${i + 1}`,
      name: `asks #${i + 1}`,
      run: i + 1,
      repro: '',
    })),
    complete: true,
  };
}
