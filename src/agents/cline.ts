/** Cline: `cline --json`, set up by a first call. It leaves a daemon, which goes with its run. */
import type { AgentProgram } from './program.js';
import { mcpServers } from './server-entries.js';

export const agent: AgentProgram = {
  name: 'cline',
  output: 'cline',
  launch: ({ prompt, model, servers }) => {
    const base = model.base_url === undefined ? 'https://api.openai.com/v1' : `${model.base_url}/v1`;
    return {
      before: ['auth', '-p', 'openai', '-b', base, '-k', model.key, '-m', model.model],
      args: ['--json', '--auto-approve', 'true', prompt],
      env: { CLINE_TELEMETRY_DISABLED: '1' },
      files: {
        '.cline/data/settings/cline_mcp_settings.json': mcpServers(servers, {
          disabled: false,
          autoApprove: [],
        }),
      },
    };
  },
};
