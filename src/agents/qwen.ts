/** Qwen Code: `qwen -p`, its settings in `.qwen` of its home. */
import type { AgentProgram } from './program.js';
import { json, serverEntries } from './server-entries.js';

/** Without its search for tools it shows the model the tools themselves; older versions know only the second way. */
const NO_SEARCH = { toolSearch: { enabled: false } };
const DENIED = ['tool_search', 'run_shell_command', 'write_file', 'edit', 'web_fetch', 'web_search'];

export const agent: AgentProgram = {
  name: 'qwen',
  output: 'qwen',
  launch: ({ prompt, model, servers }) => ({
    args: [
      ...['-m', model.model, '--auth-type', 'openai', '--approval-mode', 'yolo'],
      ...['--output-format', 'stream-json', '-p', prompt],
    ],
    env: {
      OPENAI_BASE_URL: model.base_url === undefined ? 'https://api.openai.com/v1' : `${model.base_url}/v1`,
      OPENAI_API_KEY: model.key,
      OPENAI_MODEL: model.model,
    },
    files: {
      '.qwen/settings.json': json({
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
        tools: NO_SEARCH,
        permissions: { deny: DENIED },
        mcpServers: serverEntries(servers, { trust: true }),
      }),
    },
  }),
};
