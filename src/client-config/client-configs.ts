/**
 * Servers that are declared for other programs: Claude Code and Desktop, Cursor, VS Code, Codex, Gemini.
 * Files of the project come first, then those of the home folder. Nothing is started, a file that cannot
 * be read is a note and no error, and values are raw: redact before showing.
 */
import { readFile } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { isObject, ownValue } from '../util/plain.js';
import { parseJsonc } from './jsonc.js';
import { parseToml } from './toml.js';

export interface DeclaredServer {
  name: string;
  client: string;
  /** The file that declares it, as it was found. */
  file: string;
  scope: 'project' | 'home';
  command?: string[];
  url?: string;
  env?: Record<string, string>;
  headers?: Record<string, string>;
  bearer_token_env?: string;
  cwd?: string;
  /** `sse` where the file says so. */
  transport?: string;
  disabled?: boolean;
}

export interface ClientConfigs {
  servers: DeclaredServer[];
  /** Files that were there. */
  files: string[];
  notes: string[];
}

export interface ClientConfigInput {
  project: string;
  home: string;
  env?: Record<string, string | undefined>;
  platform?: NodeJS.Platform;
}

interface Place {
  client: string;
  path: string;
  scope: 'project' | 'home';
}

/** Where each program keeps its servers. Pure, so that every system's paths can be tested on any. */
export function configPlaces({
  project,
  home,
  env = {},
  platform = process.platform,
}: ClientConfigInput): Place[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const inProject = (client: string, ...path: string[]): Place => ({
    client,
    path: join(project, ...path),
    scope: 'project',
  });
  const atHome = (client: string, ...path: string[]): Place => ({
    client,
    path: join(home, ...path),
    scope: 'home',
  });
  const inSettings = (client: string, ...path: string[]): Place => {
    const folder =
      platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : platform === 'win32'
          ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
          : (env.XDG_CONFIG_HOME ?? join(home, '.config'));
    return { client, path: join(folder, ...path), scope: 'home' };
  };
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

const MAX_BYTES = 5_000_000;

export async function readClientConfigs(input: ClientConfigInput): Promise<ClientConfigs> {
  const out: ClientConfigs = { servers: [], files: [], notes: [] };
  const seen = new Set<string>();
  for (const place of configPlaces(input)) {
    // A project in the home folder itself shares some of the files.
    if (seen.has(place.path)) continue;
    seen.add(place.path);
    const text = await readFile(place.path, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    out.files.push(place.path);
    try {
      if (text.length > MAX_BYTES) throw new SyntaxError('it is larger than 5 MB');
      const data = place.path.endsWith('.toml') ? parseToml(text) : parseJsonc(text);
      out.servers.push(...serversIn(data, place, input));
    } catch (error) {
      out.notes.push(`${place.path} cannot be read: ${(error as Error).message}`);
    }
  }
  return out;
}

function serversIn(data: unknown, place: Place, { project }: ClientConfigInput): DeclaredServer[] {
  const maps = [
    ownValue(data, 'mcpServers'),
    ownValue(data, 'mcp_servers'),
    ...(place.client === 'VS Code' ? [ownValue(data, 'servers')] : []),
    ownValue(ownValue(ownValue(data, 'projects'), project), 'mcpServers'),
  ];
  return maps.flatMap((map) =>
    isObject(map) ? Object.entries(map).flatMap(([name, entry]) => serverOf(name, entry, place) ?? []) : [],
  );
}

function serverOf(name: string, entry: unknown, { client, path, scope }: Place): DeclaredServer | undefined {
  const program = text(entry, 'command');
  const url = text(entry, 'httpUrl') ?? text(entry, 'url') ?? text(entry, 'serverUrl');
  if (program === undefined && url === undefined) return undefined;
  const args = ownValue(entry, 'args');
  const env = texts(ownValue(entry, 'env'));
  const headers = texts(ownValue(entry, 'headers') ?? ownValue(entry, 'http_headers'));
  const token = text(entry, 'bearer_token_env_var');
  const cwd = text(entry, 'cwd');
  const kind = text(entry, 'type') ?? text(entry, 'transport');
  return {
    name,
    client,
    file: path,
    scope,
    ...(program !== undefined
      ? { command: [program, ...(Array.isArray(args) ? args.map(String) : [])] }
      : { url }),
    ...(env && { env }),
    ...(headers && { headers }),
    ...(token !== undefined && { bearer_token_env: token }),
    ...(cwd !== undefined && { cwd }),
    ...(kind !== undefined && { transport: kind }),
    ...(ownValue(entry, 'disabled') === true || ownValue(entry, 'enabled') === false
      ? { disabled: true }
      : {}),
  };
}

function text(entry: unknown, key: string): string | undefined {
  const value = ownValue(entry, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function texts(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined;
  const out: Record<string, string> = Object.create(null);
  for (const [key, inner] of Object.entries(value)) {
    if (['string', 'number', 'boolean'].includes(typeof inner)) out[key] = String(inner);
  }
  return Object.keys(out).length > 0 ? out : undefined;
}

/** `${NAME}`, `${NAME:-default}`, `${env:NAME}` and `${workspaceFolder}` as these programs fill them in. */
export function fillPlaceholders(
  value: string,
  project: string,
  env: Record<string, string | undefined>,
): { value: string; missing: string[] } {
  const missing: string[] = [];
  const filled = value.replace(/\$\{([^{}]*)\}/g, (whole, inner: string) => {
    if (inner === 'workspaceFolder' || inner === 'workspaceRoot' || inner === 'CLAUDE_PROJECT_DIR')
      return project;
    const found = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/.exec(inner);
    const known = found ? (env[found[1]!] ?? found[2]) : undefined;
    if (known === undefined) missing.push(whole);
    return known ?? whole;
  });
  return { value: filled, missing };
}
