/** `mcp-server --install`: an entry for mcptest in an agent's configuration file. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type InstallResult, installEntry } from '../client-config/install-entry.js';
import { workspaceOf } from '../store/workspace-of.js';

export interface InstallInput {
  remove: boolean;
  /** Install with `--enable-writes`. */
  writes: boolean;
  path?: string;
  client?: string;
  workspace?: string;
  cwd?: string;
  home?: string;
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
}

export async function installServer(input: InstallInput): Promise<InstallResult> {
  const { home = homedir(), env = process.env, platform = process.platform } = input;
  const cwd = resolve(input.cwd ?? process.cwd());
  const workspace = await workspaceOf(input.workspace, cwd);
  return installEntry({ ...input, context: { workspace, cwd, home, env, platform } });
}
