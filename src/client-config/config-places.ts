/** Where each program keeps its servers. Pure, so that every system's paths can be tested on any. */
import { posix, win32 } from 'node:path';
import { settingsFolder } from './settings-folder.js';

export interface ConfigPlace {
  client: string;
  path: string;
  scope: 'project' | 'home';
}

export interface ConfigSearch {
  project: string;
  home: string;
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
}

/** Files of the project come first, then those of the home folder. */
export function configPlaces(search: ConfigSearch): ConfigPlace[] {
  const { project, home, env = {}, platform = process.platform } = search;
  const { join } = platform === 'win32' ? win32 : posix;
  const placed =
    (scope: ConfigPlace['scope'], folder: string) =>
    (client: string, ...path: string[]): ConfigPlace => ({ client, path: join(folder, ...path), scope });
  const inProject = placed('project', project);
  const atHome = placed('home', home);
  const inSettings = placed('home', settingsFolder({ home, env, platform }));
  return [
    inProject('Claude Code', '.mcp.json'),
    inProject('Claude Code', '.claude', 'mcp.json'),
    inProject('Cursor', '.cursor', 'mcp.json'),
    inProject('VS Code', '.vscode', 'mcp.json'),
    inProject('Gemini', '.gemini', 'settings.json'),
    inProject('Codex', '.codex', 'config.toml'),
    inProject('Claude Desktop', 'claude_desktop_config.json'),
    atHome('Claude Code', '.claude.json'),
    inSettings('Claude Desktop', 'Claude', 'claude_desktop_config.json'),
    atHome('Cursor', '.cursor', 'mcp.json'),
    inSettings('VS Code', 'Code', 'User', 'mcp.json'),
    atHome('Codex', '.codex', 'config.toml'),
    atHome('Gemini', '.gemini', 'settings.json'),
  ];
}
