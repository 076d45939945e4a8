/** Continue: `cn -p` with a file of settings. It prints its answer and nothing else, and calls tools by their bare names. */
import { join } from 'node:path';
import type { AgentProgram } from './program.js';
import { json } from './server-entries.js';

const SETTINGS = 'config.yaml';

export const agent: AgentProgram = {
  name: 'continue',
  launch: ({ prompt, model, home, servers }) => ({
    args: [
      '--config',
      join(home, SETTINGS),
      '-p',
      prompt,
      '--auto',
      '--exclude',
      'Bash',
      '--exclude',
      'Write',
    ],
    env: { CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_CLI_DISABLE_COMMIT_SIGNATURE: '1' },
    // JSON is YAML.
    files: {
      [SETTINGS]: json({
        name: 'mcptest',
        version: '0.0.1',
        schema: 'v1',
        models: [
          {
            name: model.model,
            provider: model.provider === 'openai' ? 'openai' : 'anthropic',
            model: model.model,
            apiKey: model.key,
            ...(model.base_url !== undefined && { apiBase: `${model.base_url}/v1/` }),
            roles: ['chat'],
            capabilities: ['tool_use'],
          },
        ],
        mcpServers: servers.map(({ name, argv: [command, ...args] }) => ({ name, command, args })),
      }),
    },
  }),
};
