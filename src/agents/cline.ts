/** Cline: `cline --json`, its provider and its servers in `.cline` of its home. */
import type { AgentProgram } from './program.js';
import { json, mcpServers } from './server-entries.js';

const OWN = 'openai-compatible';

export const agent: AgentProgram = {
  name: 'cline',
  output: 'cline',
  launch: ({ prompt, model, work, servers }) => ({
    args: ['--json', '--auto-approve', 'true', '--cwd', work, '-P', OWN, '-m', model.model, prompt],
    env: { CLINE_TELEMETRY_DISABLED: '1' },
    files: {
      '.cline/data/settings/providers.json': json({
        version: 1,
        lastUsedProvider: OWN,
        modes: {},
        providers: {
          [OWN]: {
            settings: {
              provider: OWN,
              apiKey: model.key,
              model: model.model,
              baseUrl: model.base_url === undefined ? 'https://api.openai.com/v1' : `${model.base_url}/v1`,
            },
            updatedAt: '2025-01-01T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      }),
      '.cline/data/settings/cline_mcp_settings.json': mcpServers(servers, { disabled: false, timeout: 60 }),
    },
  }),
};
