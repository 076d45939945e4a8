/** Claude Code: `claude -p`, its servers from a file of their own, its answer as stream-json. */
import { join } from 'node:path';
import type { AgentProgram } from './program.js';
import { mcpServers } from './server-entries.js';

const SERVERS = 'mcp.json';
/** How long a server may take to start. */
const START_MS = '60000';

export const agent: AgentProgram = {
  name: 'claude-code',
  output: 'claude-code',
  launch: ({ prompt, system_prompt, model, home, servers }) => ({
    args: [
      ...['-p', prompt, '--model', model.model],
      ...['--output-format', 'stream-json', '--verbose'],
      ...['--mcp-config', join(home, SERVERS), '--strict-mcp-config'],
      // Its own tools are not allowed: what it does, it does with the servers.
      ...(servers.length > 0
        ? ['--allowedTools', servers.map(({ name }) => `mcp__${plain(name)}`).join(',')]
        : []),
      ...(system_prompt === undefined ? [] : ['--append-system-prompt', system_prompt]),
    ],
    env: {
      ...(model.base_url !== undefined && { ANTHROPIC_BASE_URL: model.base_url }),
      ANTHROPIC_API_KEY: model.key,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      // Otherwise the model is asked before a server that starts slowly is there.
      MCP_CONNECTION_NONBLOCKING: 'false',
      MCP_CONNECT_TIMEOUT_MS: START_MS,
      MCP_TIMEOUT: START_MS,
      // Otherwise the model sees a search for tools and not the tools.
      ENABLE_TOOL_SEARCH: 'false',
    },
    files: { [SERVERS]: mcpServers(servers, { type: 'stdio' }) },
  }),
};

/** As it writes the name of a server in names of tools. */
function plain(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_');
}
