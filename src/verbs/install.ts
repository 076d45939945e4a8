/** `mcp-server --install`: an entry for mcptest in an agent's configuration file. */
import { homedir } from 'node:os';
import { delimiter, resolve, sep } from 'node:path';
import { type InstallRequest, type InstallResult, installEntry } from '../client-config/install-entry.js';
import { which } from '../doctor/which.js';
import { workspaceOf } from '../store/workspace-of.js';
import { selfArgv } from '../target/self-argv.js';

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
  /** The argument vector of this very program. */
  self?: string[];
}

export async function installServer(input: InstallInput): Promise<InstallResult> {
  const { home = homedir(), env = process.env, platform = process.platform } = input;
  const cwd = resolve(input.cwd ?? process.cwd());
  const workspace = await workspaceOf(input.workspace, cwd);
  const program = startOf(workspace, env, input.self ?? selfArgv());
  return installEntry({ ...input, program, context: { workspace, cwd, home, env, platform } });
}

/** A client starts it with another path than this shell has, so a name is written only where every program finds it. */
function startOf(workspace: string, env: NodeJS.ProcessEnv, self: string[]): InstallRequest['program'] {
  const file = self.at(-1) ?? '';
  const [owner, inside] = file.split(`${sep}node_modules${sep}`);
  const local = inside !== undefined && `${workspace}${sep}`.startsWith(`${owner}${sep}`);
  const anywhere = globalStart(workspace, env, file) ?? self;
  // The project's own one, of the version that it asks for, on every machine that has the project.
  return { here: local ? ['npx', 'mcptest'] : anywhere, anywhere };
}

function globalStart(cwd: string, env: NodeJS.ProcessEnv, file: string): string[] | undefined {
  // What npm and npx put in front of the path is there for their own commands alone.
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => !/[\\/]\.bin[\\/]?$/.test(folder));
  if (which('mcptest', { cwd, env: { ...env, PATH: folders.join(delimiter) } })) return ['mcptest'];
  return /[\\/]_npx[\\/]/.test(file) ? ['npx', '-y', 'mcptest'] : undefined;
}
