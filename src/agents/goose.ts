/** Goose: `goose run -t`, its settings in `config.yaml`. */
import type { AgentProgram } from './program.js';
import { json } from './server-entries.js';

const TIMEOUT_SECONDS = 300;

export const agent: AgentProgram = {
  name: 'goose',
  output: 'goose',
  launch: ({ prompt, model, servers }) => {
    const isOpenAi = model.provider === 'openai';
    const base = model.base_url;
    return {
      args: ['run', '-t', prompt, '--output-format', 'stream-json', '--no-session'],
      env: {
        GOOSE_DISABLE_KEYRING: '1',
        GOOSE_PROVIDER: isOpenAi ? 'openai' : 'anthropic',
        GOOSE_MODEL: model.model,
        GOOSE_MODE: 'auto',
        ...(isOpenAi
          ? { OPENAI_API_KEY: model.key, ...(base && { OPENAI_HOST: base }) }
          : { ANTHROPIC_API_KEY: model.key, ...(base && { ANTHROPIC_HOST: base }) }),
      },
      // JSON is YAML.
      files: {
        '.config/goose/config.yaml': json({
          GOOSE_TELEMETRY_ENABLED: false,
          extensions: {
            developer: { type: 'builtin', name: 'developer', enabled: false },
            ...Object.fromEntries(
              servers.map(({ name, argv: [cmd, ...args] }) => [
                name,
                { type: 'stdio', name, enabled: true, cmd, args, envs: {}, timeout: TIMEOUT_SECONDS },
              ]),
            ),
          },
        }),
      },
    };
  },
};
