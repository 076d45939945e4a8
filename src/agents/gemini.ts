/** Gemini CLI: `gemini -p`, its settings in `.gemini` of its home. */
import type { AgentProgram } from './program.js';
import { json, serverEntries } from './server-entries.js';

export const agent: AgentProgram = {
  name: 'gemini',
  output: 'gemini',
  launch: ({ prompt, model, servers }) => ({
    args: ['-m', model.model, '--approval-mode', 'yolo', '--output-format', 'stream-json', '-p', prompt],
    env: {
      ...(model.base_url !== undefined && { GOOGLE_GEMINI_BASE_URL: model.base_url }),
      GEMINI_API_KEY: model.key,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
    files: {
      '.gemini/settings.json': json({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        tools: { exclude: ['run_shell_command', 'write_file', 'replace', 'web_fetch', 'google_web_search'] },
        mcpServers: serverEntries(servers, { trust: true }),
      }),
    },
  }),
};
