/**
 * The suite language. The top level is a map of blocks, one file each in `blocks/`; a new capability
 * adds a file there and a line here. Imported files and profiles are written in the same blocks. The
 * shapes of agent tests are many, and few suites have such tests: they come from `agent-language.ts`.
 */
import * as z from 'zod/mini';
import type { AgentEntry, agentTests } from './agent-entries.js';
import { afterEach, beforeEach, setup, teardown } from './blocks/actions.js';
import { tdqs, toolQuality } from './blocks/catalog-checks.js';
import { compat } from './blocks/compat.js';
import { compliance } from './blocks/compliance.js';
import { coverage } from './blocks/coverage.js';
import { faults } from './blocks/faults.js';
import { budget, models } from './blocks/models.js';
import { rules } from './blocks/rules.js';
import { runOptions } from './blocks/run-options.js';
import { security } from './blocks/security.js';
import { servers } from './blocks/server.js';
import { strength } from './blocks/strength.js';
import {
  apps,
  capabilities,
  completions,
  prompts,
  requests,
  resources,
  resourceTemplates,
  subscriptions,
  tasks,
  testsWith,
  tools,
} from './blocks/tests.js';
import { variables } from './blocks/variables.js';
import type { checkAgents } from './check-agents.js';
import type { withJudging } from './judging.js';
import type { normaliseAgents } from './normalise/agents.js';
import { anyText, block, list, map, optional, type Shape, text } from './shape.js';

export interface AgentShapes {
  agents: Shape;
  typedAgentTest: (type: Shape) => Shape;
  evals: Shape;
  scorers: Shape;
  calibration: Shape;
}

/** What only agent tests need to be read. */
export interface AgentReading {
  check: typeof checkAgents;
  normalise: typeof normaliseAgents;
  tests: typeof agentTests;
  /** Everything that may have an `expect:` of its own: the agents and their metric blocks. */
  expecting(suite: Record<string, unknown>): AgentEntry[];
  /** Whether an assertion may look at this. */
  isTarget(key: string): boolean;
  /** Puts evals and calibrations into the tests. */
  judging: typeof withJudging;
}

/** What a profile may replace. */
const blocksWith = ({ agents, typedAgentTest, evals, scorers, calibration }: AgentShapes) => ({
  servers: optional(servers),
  variables: optional(variables),
  imports: optional(
    list(
      'Files up to the root of the repository, relative to this one, whose `servers`, `variables`, `models` and `agents` are added; servers start in the folder of their file.',
      text('A path.'),
    ),
  ),
  models: optional(models),
  run_options: optional(runOptions),
  budget: optional(budget),
  setup: optional(setup),
  teardown: optional(teardown),
  before_each: optional(beforeEach),
  after_each: optional(afterEach),
  tools: optional(tools),
  resources: optional(resources),
  prompts: optional(prompts),
  requests: optional(requests),
  completions: optional(completions),
  resource_templates: optional(resourceTemplates),
  subscriptions: optional(subscriptions),
  tasks: optional(tasks),
  apps: optional(apps),
  capabilities: optional(capabilities),
  agents: optional(agents),
  tests: optional(testsWith(typedAgentTest)),
  evals: optional(evals),
  scorers: optional(scorers),
  calibration: optional(calibration),
  tool_quality: optional(toolQuality),
  tdqs: optional(tdqs),
  compliance: optional(compliance),
  compat: optional(compat),
  security: optional(security),
  faults: optional(faults),
  coverage: optional(coverage),
  strength: optional(strength),
  rules: optional(rules),
});

const schemaKey = optional(anyText('Address of the JSON Schema, for editors.'));

export interface Language {
  suite: Shape;
  profile: Shape;
  /** The keys of a suite. */
  keys: readonly string[];
  /** Absent for a suite without agent tests. */
  agents?: AgentReading;
}

export function languageWith(agentShapes: AgentShapes, agents?: AgentReading): Language {
  const blocks = blocksWith(agentShapes);
  const profile = block(
    'Top-level keys that are merged over the suite: maps deeply, lists as a whole.',
    () => blocks,
  );
  const keys = {
    $schema: schemaKey,
    ...blocks,
    profiles: optional(map('Variations of the suite, chosen with `--profile`.', profile)),
  };
  const suite = block('A suite of tests for MCP servers.', () => keys);
  return { suite, profile, keys: Object.keys(keys), agents };
}

/** For a suite that has no agent test. */
export const plainLanguage = languageWith({
  agents: z.unknown(),
  typedAgentTest: () => z.unknown(),
  evals: z.unknown(),
  scorers: z.unknown(),
  calibration: z.unknown(),
});

export const SUITE_KEYS = plainLanguage.keys;

/** What a file named in `imports:` may hold. */
export const IMPORTED_KEYS: readonly string[] = ['$schema', 'servers', 'variables', 'models', 'agents'];

/** What `mcptest.config.yml` holds for all suites of a workspace. */
export const CONFIG_KEYS: readonly string[] = [...IMPORTED_KEYS, 'rules', 'run_options'];

/** Keys that are ignored; a place for YAML anchors. */
export const EXTENSION_KEY = /^x-/;
