/** OpenCode: `opencode run`, its settings in its home. */
import type { ProviderName } from '../types/driver.js';
import type { AgentProgram, AgentSetup } from './program.js';
import { json } from './server-entries.js';

/** How long a server may take to list its tools. */
const LIST_MS = 60_000;

/** The package that speaks to a provider; each is part of the program. */
const PACKAGES: Partial<Record<ProviderName, string>> = {
  openai: '@ai-sdk/openai',
  google: '@ai-sdk/google',
  'openai-compatible': '@ai-sdk/openai-compatible',
};

export const agent: AgentProgram = {
  name: 'opencode',
  output: 'opencode',
  launch: (setup) => ({
    args: ['run', '--format', 'json', '--model', `mcptest/${setup.model.model}`, setup.prompt],
    env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
    files: { '.config/opencode/opencode.json': settings(setup) },
  }),
};

/** Those of Kilo are the same. */
export function settings({ model, servers }: AgentSetup): string {
  const options = {
    apiKey: model.key,
    ...(model.base_url !== undefined && { baseURL: `${model.base_url}/v1` }),
  };
  const provider = {
    npm: PACKAGES[model.provider] ?? '@ai-sdk/anthropic',
    name: 'mcptest',
    options,
    models: { [model.model]: { name: model.model, tool_call: true } },
  };
  const entries = servers.map(({ name, argv }) => [
    name,
    { type: 'local', command: argv, enabled: true, timeout: LIST_MS },
  ]);
  return json({
    autoupdate: false,
    share: 'disabled',
    provider: { mcptest: provider },
    permission: { '*': 'allow', bash: 'deny', edit: 'deny', webfetch: 'deny' },
    mcp: Object.fromEntries(entries),
  });
}
