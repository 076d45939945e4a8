/**
 * `mcp-server --install`: an entry for mcptest in an agent's configuration file. Everything else in the
 * file stays as it was, byte by byte; a file that cannot be read is refused and left alone.
 */
import { chmod, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { relative, resolve } from 'node:path';
import { clientPlace, type InstallPlace, namedPlace } from '../client-config/install-places.js';
import { parseJsonc } from '../client-config/jsonc.js';
import { removeEntry, setEntry } from '../client-config/jsonc-edit.js';
import { parseToml } from '../client-config/toml.js';
import { removeTable, setTable } from '../client-config/toml-edit.js';
import { writeAtomic } from '../store/files.js';
import { workspaceOf } from '../store/workspace-of.js';
import { canonicalJson } from '../util/canonical-json.js';
import { McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';

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

export interface InstallReport {
  /** As the user would type it. */
  file: string;
  outcome: 'installed' | 'updated' | 'unchanged' | 'removed' | 'not installed';
}

const NAME = 'mcptest';

export async function installServer(input: InstallInput): Promise<InstallReport> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const env = input.env ?? process.env;
  const workspace = await workspaceOf(input.workspace, cwd);
  const where = { workspace, cwd, home: input.home ?? homedir(), env, platform: input.platform };
  const place = input.path === undefined ? clientPlace(input.client, where) : namedPlace(input.path, where);
  const file = await realpath(place.file).catch(() => place.file);
  const shown = relative(cwd, place.file).startsWith('..') ? place.file : relative(cwd, place.file);
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw broken(shown, error.message);
  });
  const text = before ?? '';
  const had = serversIn(text, place, shown);
  const entry = entryFor(place, workspace, input.writes, env);
  const after = edit(text, place, shown, input.remove ? undefined : entry);
  checkOthers(text, after, place, shown);
  if (after === text) return { file: shown, outcome: input.remove ? 'not installed' : 'unchanged' };
  await keepMode(file, () => writeAtomic(file, after));
  if (input.remove) return { file: shown, outcome: 'removed' };
  return { file: shown, outcome: ownValue(had, NAME) === undefined ? 'installed' : 'updated' };
}

/** Started by `npx`, there is no `mcptest` on the path that a client could start. */
function entryFor(
  { type, elsewhere }: InstallPlace,
  workspace: string,
  writes: boolean,
  env: NodeJS.ProcessEnv,
): Record<string, unknown> {
  const words = ['mcp-server'];
  if (writes) words.push('--enable-writes');
  // A file of the home folder serves every project, so it must say which one is meant.
  if (elsewhere) words.push('--workspace', workspace);
  const npx = env.npm_command === 'exec';
  const command = npx ? 'npx' : 'mcptest';
  const args = npx ? ['-y', 'mcptest', ...words] : words;
  return type ? { type, command, args } : { command, args };
}

function edit(text: string, place: InstallPlace, shown: string, entry?: Record<string, unknown>): string {
  try {
    if (place.format === 'toml') {
      const path = [place.section, NAME];
      if (entry === undefined) return removeTable(text, path);
      const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
      return sameEntry(text, place, entry) ? text : setTable(text, path, lines);
    }
    return entry === undefined
      ? removeEntry(text, place.section, NAME)
      : setEntry(text, place.section, NAME, entry);
  } catch (error) {
    if (error instanceof SyntaxError) throw broken(shown, error.message);
    throw error;
  }
}

function sameEntry(text: string, place: InstallPlace, entry: unknown): boolean {
  return canonicalJson(ownValue(serversIn(text, place, ''), NAME)) === canonicalJson(entry);
}

function parse(text: string, place: InstallPlace): unknown {
  if (text.trim() === '') return {};
  return place.format === 'toml' ? parseToml(text) : parseJsonc(text);
}

/** Throws `config-unreadable`, so that a broken file is left alone. */
function serversIn(text: string, place: InstallPlace, shown: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parse(text, place);
  } catch (error) {
    throw broken(shown, (error as Error).message);
  }
  if (!isObject(value)) throw broken(shown, 'it is not a map');
  const servers = ownValue(value, place.section) ?? {};
  if (!isObject(servers)) throw broken(shown, `\`${place.section}\` is not a map`);
  return servers;
}

/** Nothing but our own entry may mean something else than before. */
function checkOthers(before: string, after: string, place: InstallPlace, shown: string): void {
  const without = (text: string): string => {
    const value = parse(text, place) as Record<string, unknown>;
    const { [NAME]: _ours, ...others } = (ownValue(value, place.section) ?? {}) as Record<string, unknown>;
    return canonicalJson({ ...value, [place.section]: others });
  };
  let same = false;
  try {
    same = without(before) === without(after);
  } catch {
    // Told below: an edit that breaks the file is never written.
  }
  if (!same) throw broken(shown, `the entry \`${NAME}\` is written in a way that cannot be edited`);
}

async function keepMode(file: string, write: () => Promise<void>): Promise<void> {
  const old = await stat(file).catch(() => undefined);
  await write();
  if (old) await chmod(file, old.mode);
}

function broken(file: string, why: string): McptestError {
  return new McptestError({
    code: 'config-unreadable',
    message: `${file} cannot be edited, and was left as it is: ${why}`,
    hint: 'Mend the file, or name another one with --install-path.',
  });
}
