/** Which file each client reads its servers from, and in which shape. */
import { basename, dirname, join, resolve } from 'node:path';
import { McptestError } from '../util/errors.js';
import type { SettingsFormat } from './edit-servers.js';
import { type SettingsSystem, settingsFolder } from './settings-folder.js';

export interface InstallPlace extends SettingsFormat {
  file: string;
  /** `stdio` for clients that want it said. */
  type?: 'stdio';
  /** Not a file of the project. */
  elsewhere?: true;
}

export interface InstallContext extends SettingsSystem {
  workspace: string;
  cwd: string;
}

export function clientPlace(client: string | undefined, context: InstallContext): InstallPlace {
  const { workspace, home } = context;
  const json = { format: 'json', section: 'mcpServers' } as const;
  switch (client) {
    case undefined:
      return { ...json, file: join(workspace, '.claude', 'mcp.json') };
    case 'claude-code':
      return { ...json, file: join(workspace, '.mcp.json') };
    case 'claude-desktop':
      return {
        ...json,
        file: join(settingsFolder(context), 'Claude', 'claude_desktop_config.json'),
        elsewhere: true,
      };
    case 'cursor':
      return { ...json, file: join(workspace, '.cursor', 'mcp.json') };
    case 'vscode':
      return { ...json, file: join(workspace, '.vscode', 'mcp.json'), section: 'servers', type: 'stdio' };
    case 'gemini':
      return { ...json, file: join(workspace, '.gemini', 'settings.json') };
    case 'codex':
      return {
        format: 'toml',
        section: 'mcp_servers',
        file: join(home, '.codex', 'config.toml'),
        elsewhere: true,
      };
    default:
      throw new McptestError({
        code: 'unknown-client',
        message: `there is no client ${client}`,
        hint: '`mcptest mcp-server --help` lists those that there are.',
      });
  }
}

/** VS Code's own file of a project, of the user, and of one of the user's profiles. */
const VSCODE_FILE = /[\\/](\.vscode|User|User[\\/]profiles[\\/][^\\/]+)[\\/]mcp\.json$/;

/** By its name: `.toml` is Codex's, VS Code's files have a shape of their own, all others share one. */
export function namedPlace(path: string, { cwd }: InstallContext): InstallPlace {
  const file = resolve(cwd, path);
  if (file.endsWith('.toml')) return { format: 'toml', section: 'mcp_servers', file };
  return VSCODE_FILE.test(file) || basename(dirname(file)) === '.vscode'
    ? { format: 'json', section: 'servers', type: 'stdio', file }
    : { format: 'json', section: 'mcpServers', file };
}
