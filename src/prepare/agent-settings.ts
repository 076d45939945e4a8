/** Agent tests before they run: everything that could stop them is told now, and cassettes are at hand. */
import { createPaces } from '../drivers/pace.js';
import type { Redactor } from '../redact/redactor.js';
import type { AgentSettings } from '../run/agent/group-types.js';
import { scoreOptions } from '../score/score-options.js';
import { refuseLinkedCassettes } from '../store/cassette-file.js';
import type { Plan } from '../types/plan.js';
import type { SideInput } from './base-side.js';
import { loadCassettes } from './cassettes.js';
import { checkAgents, modelLookup } from './check-agents.js';

export interface AgentPreparation {
  settings: AgentSettings;
  warnings: string[];
  /** Whether some test asks a model or a server. */
  live: boolean;
}

export interface CassetteFlags {
  /** Ask models and servers, and write down what they say. */
  record?: boolean;
  /** Ask models and servers, whatever is recorded. */
  live?: boolean;
  /** Go on with a run that was stopped: what it has is not asked again. */
  resume?: boolean;
}

export async function agentSettings(
  { groups }: Plan,
  flags: CassetteFlags & SideInput & { max_cost?: number },
  redactor: Redactor,
  env: NodeJS.ProcessEnv,
): Promise<AgentPreparation> {
  const modelOf = modelLookup();
  // Who goes on recording has the cassettes of what is done.
  const replays = flags.live !== true && (flags.record !== true || flags.resume === true);
  // First what is wrong with the suite itself: a cassette cannot be looked up for a model that nobody knows.
  checkAgents(groups, modelOf, () => false);
  if (flags.record) for (const { suite } of groups) await refuseLinkedCassettes(suite.file);
  const deck = replays ? await loadCassettes(groups, modelOf, redactor, flags.record === true) : undefined;
  const replay = (group: Plan['groups'][number]) => deck?.of(group);
  checkAgents(groups, modelOf, (group) => replay(group) === undefined, flags.max_cost);
  return {
    settings: {
      env,
      paceOf: flags.pace_of ?? createPaces(),
      score: await scoreOptions(groups, redactor),
      modelOf,
      replay,
      record: flags.record === true,
      judgeTurns: new Map(),
    },
    warnings: deck?.warnings ?? [],
    live: groups.some((group) => group.agent.skip === undefined && replay(group) === undefined),
  };
}
