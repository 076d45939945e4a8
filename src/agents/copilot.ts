/** GitHub Copilot CLI: `copilot -p` with a provider of one's own, without an account. */
import { join } from 'node:path';
import type { AgentProgram } from './program.js';
import { mcpServers } from './server-entries.js';

const SERVERS = 'mcp.json';

export const agent: AgentProgram = {
  name: 'copilot',
  output: 'copilot',
  launch: ({ prompt, model, home, servers }) => ({
    args: [
      ...['-p', prompt, '--allow-all-tools', '--deny-tool', 'shell', '--deny-tool', 'write'],
      ...['--output-format', 'json', '--additional-mcp-config', `@${join(home, SERVERS)}`],
    ],
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_TYPE: model.provider === 'openai' ? 'openai' : 'anthropic',
      COPILOT_PROVIDER_BASE_URL: model.base_url ?? baseOf(model.provider),
      COPILOT_PROVIDER_API_KEY: model.key,
      COPILOT_MODEL: model.model,
    },
    files: { [SERVERS]: mcpServers(servers, { type: 'local', tools: ['*'] }) },
  }),
};

function baseOf(provider: string): string {
  return provider === 'openai' ? 'https://api.openai.com/v1' : 'https://api.anthropic.com';
}
