/** Codex: `codex exec --json`, everything else in its `config.toml`. */
import { join } from 'node:path';
import type { AgentProgram } from './program.js';

const STARTUP_SECONDS = 60;

export const agent: AgentProgram = {
  name: 'codex',
  output: 'codex',
  launch: ({ prompt, model, home, servers }) => ({
    args: ['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
    env: { CODEX_HOME: join(home, '.codex'), MCPTEST_MODEL_KEY: model.key },
    files: {
      '.codex/config.toml': toml([
        ['', { model: model.model, model_provider: 'mcptest', approval_policy: 'never' }],
        [
          'model_providers.mcptest',
          {
            name: 'mcptest',
            base_url: model.base_url === undefined ? 'https://api.openai.com/v1' : `${model.base_url}/v1`,
            env_key: 'MCPTEST_MODEL_KEY',
            wire_api: 'responses',
          },
        ],
        ...servers.map(
          ({ name, argv: [command = '', ...args] }): Table => [
            `mcp_servers.${JSON.stringify(name)}`,
            { command, args, required: true, startup_timeout_sec: STARTUP_SECONDS },
          ],
        ),
      ]),
    },
  }),
};

type Table = [name: string, entries: Record<string, string | number | boolean | string[]>];

/** Strings and lists of JSON are those of TOML. */
function toml(tables: Table[]): string {
  return tables
    .map(([name, entries]) => {
      const lines = Object.entries(entries).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
      return [...(name === '' ? [] : [`[${name}]`]), ...lines, ''].join('\n');
    })
    .join('\n');
}
