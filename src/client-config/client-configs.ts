/**
 * Servers that are declared for other programs: Claude Code and Desktop, Cursor, VS Code, Codex, Gemini.
 * Files of the project come first, then those of the home folder. Nothing is started, a file that cannot
 * be read is a note and no error, and values are raw: redact before showing.
 */
import { readFile } from 'node:fs/promises';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { type ConfigPlace, type ConfigSearch, configPlaces } from './config-places.js';

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

const MAX_BYTES = 5_000_000;

export async function readClientConfigs(search: ConfigSearch): Promise<ClientConfigs> {
  const out: ClientConfigs = { servers: [], files: [], notes: [] };
  const visited = new Set<string>();
  for (const place of configPlaces(search)) {
    // A project in the home folder itself shares some of the files.
    if (visited.has(place.path)) continue;
    visited.add(place.path);
    const content = await readFile(place.path, 'utf8').catch(() => undefined);
    if (content === undefined) continue;
    out.files.push(place.path);
    try {
      out.servers.push(...serversIn(await parseConfig(content, place.path), place, search));
    } catch (error) {
      out.notes.push(`${place.path} cannot be read: ${(error as Error).message}`);
    }
  }
  return out;
}

/** The parsers are loaded when there is something to read. */
async function parseConfig(content: string, path: string): Promise<unknown> {
  if (content.length > MAX_BYTES) throw new SyntaxError('it is larger than 5 MB');
  if (path.endsWith('.toml')) return (await import('./toml.js')).parseToml(content);
  return (await import('./jsonc.js')).parseJsonc(content);
}

function serversIn(data: unknown, place: ConfigPlace, { project }: ConfigSearch): DeclaredServer[] {
  const maps = [
    ownValue(data, 'mcpServers'),
    ownValue(data, 'mcp_servers'),
    place.client === 'VS Code' ? ownValue(data, 'servers') : undefined,
    ownValue(ownValue(ownValue(data, 'projects'), project), 'mcpServers'),
  ];
  return maps.flatMap((map) =>
    isObject(map) ? Object.entries(map).flatMap(([name, entry]) => serverOf(name, entry, place) ?? []) : [],
  );
}

function serverOf(
  name: string,
  entry: unknown,
  { client, path, scope }: ConfigPlace,
): DeclaredServer | undefined {
  const program = text(entry, 'command');
  const url = text(entry, 'httpUrl') ?? text(entry, 'url') ?? text(entry, 'serverUrl');
  if (program === undefined && url === undefined) return undefined;
  const isDisabled = ownValue(entry, 'disabled') === true || ownValue(entry, 'enabled') === false;
  return omitUndefined({
    name,
    client,
    file: path,
    scope,
    command: program === undefined ? undefined : [program, ...wordsOf(ownValue(entry, 'args'))],
    url: program === undefined ? url : undefined,
    env: texts(ownValue(entry, 'env')),
    headers: texts(ownValue(entry, 'headers') ?? ownValue(entry, 'http_headers')),
    bearer_token_env: text(entry, 'bearer_token_env_var'),
    cwd: text(entry, 'cwd'),
    transport: text(entry, 'type') ?? text(entry, 'transport'),
    disabled: isDisabled ? true : undefined,
  });
}

function wordsOf(args: unknown): string[] {
  return Array.isArray(args) ? args.map(String) : [];
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
    const [, name, fallback] = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/.exec(inner) ?? [];
    const known = name === undefined ? undefined : (env[name] ?? fallback);
    if (known === undefined) missing.push(whole);
    return known ?? whole;
  });
  return { value: filled, missing };
}
