/** Kilo Code: `kilo run`, which grew out of OpenCode and has its settings and its output. */
import { settings } from './opencode.js';
import type { AgentProgram } from './program.js';

export const agent: AgentProgram = {
  name: 'kilo',
  output: 'opencode',
  launch: (setup) => ({
    args: ['run', '--auto', '--format', 'json', '--model', `mcptest/${setup.model.model}`, setup.prompt],
    env: {
      KILO_DISABLE_MODELS_FETCH: '1',
      KILO_DISABLE_AUTOUPDATE: '1',
      KILO_DISABLE_SESSION_INGEST: '1',
      KILO_DISABLE_PRESENCE: '1',
      KILO_DISABLE_CODEBASE_INDEXING: '1',
      KILO_TELEMETRY_LEVEL: 'off',
    },
    files: { '.config/kilo/kilo.json': settings(setup) },
  }),
};
