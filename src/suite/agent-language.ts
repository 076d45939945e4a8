/** The whole suite language, agent tests and their metric blocks among it, and how such tests are read. */
import { METRIC_BLOCKS } from '../metrics/blocks.js';
import { isObject, ownValue } from '../util/plain.js';
import { type AgentEntry, agentDefinitions, agentTests, typedAgents } from './agent-entries.js';
import { judgeAgentTarget } from './agent-targets.js';
import { agents, typedAgentTest } from './blocks/agents.js';
import { calibration, evals, scorers } from './blocks/judging.js';
import { checkAgents } from './check-agents.js';
import { isToolTarget } from './complaints.js';
import { checkJudging, withJudging } from './judging.js';
import { languageWith } from './language.js';
import { normaliseAgents } from './normalise/agents.js';

export const fullLanguage = languageWith(
  { agents, typedAgentTest, evals, scorers, calibration },
  {
    check: (suite, context) => [...checkAgents(suite, context), ...checkJudging(suite, context.imported)],
    normalise: normaliseAgents,
    tests: agentTests,
    expecting,
    judging: withJudging,
    isTarget: (key) => isToolTarget(key) || judgeAgentTarget(key).length === 0,
  },
);

function expecting(suite: Record<string, unknown>): AgentEntry[] {
  const written = [...agentDefinitions(suite), ...typedAgents(suite)];
  const blocks = written.flatMap(({ path, value }) =>
    METRIC_BLOCKS.flatMap((block) => {
      const config = ownValue(value, block);
      return isObject(config) ? [{ path: [...path, block], value: config }] : [];
    }),
  );
  return [...written, ...blocks];
}
