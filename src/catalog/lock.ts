/**
 * `mcptest.lock`: what a server offered when somebody looked and agreed. Every definition is pinned by
 * its hash beside a readable copy, so that a review sees the text and a check needs no second file. The
 * text is stable: sorted, no timestamps, hidden characters escaped.
 */
import type { Catalog, ToolDef } from '../types/catalog.js';
import { canonicalJson } from '../util/canonical-json.js';
import { compareText } from '../util/compare-text.js';
import { McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { definitionOf, inputHash, shortHash } from './input-hash.js';

const LOCK_VERSION = 1;

export interface LockedServer {
  server: string;
  instructions?: { hash: string; text: string };
  /** By name, then by hash; the definition stands beside its hash as it came. */
  tools: { hash: string; definition: Record<string, unknown> }[];
}

export interface Lock {
  version: typeof LOCK_VERSION;
  /** By name. */
  servers: LockedServer[];
}

export function lockOf(catalogs: readonly Catalog[]): Lock {
  return { version: LOCK_VERSION, servers: catalogs.map(lockServer).sort(by((entry) => entry.server)) };
}

function lockServer(catalog: Catalog): LockedServer {
  const tools = catalog.tools.map((tool) => ({ hash: inputHash(tool), definition: definitionOf(tool) }));
  const { server, instructions: text } = catalog;
  return {
    server,
    instructions: text === undefined ? undefined : { hash: shortHash(text), text },
    tools: tools.sort(by(({ definition, hash }) => `${nameOf(definition)}\u0000${hash}`)),
  };
}

/** The text of the file. Throws `lock-unwritable` on what is nested so deeply that no text can hold it. */
export function writeLock(lock: Lock): string {
  const servers = lock.servers.map(({ server, instructions, tools }) => ({
    server,
    instructions,
    tools: tools.map(({ hash, definition }) => ({
      name: nameOf(definition),
      hash,
      // Parsed back from its canonical form, its keys are sorted at every level.
      definition: JSON.parse(canonicalJson(definition)) as unknown,
    })),
  }));
  try {
    return escapeHidden(`${JSON.stringify({ version: lock.version, servers }, null, 2)}\n`);
  } catch (cause) {
    throw new McptestError({
      code: 'lock-unwritable',
      message: 'a tool definition is nested too deeply to be written to a lock',
      hint: 'No client can use such a schema; ask the author of the server to flatten it.',
      cause,
    });
  }
}

/** `file` names the text in messages. Throws `lock-unreadable`, `lock-newer` or `lock-tampered`. */
export function readLock(text: string, file: string): Lock {
  const document = parse(text, file);
  const version = ownValue(document, 'version');
  if (typeof version === 'number' && version > LOCK_VERSION) {
    throw new McptestError({
      code: 'lock-newer',
      message: `${oneLine(file)} has version ${version}; this mcptest reads up to version ${LOCK_VERSION}`,
      hint: 'Use the mcptest that wrote it, or a newer one.',
    });
  }
  const servers = ownValue(document, 'servers');
  if (version !== LOCK_VERSION || !Array.isArray(servers))
    throw unreadable(file, 'it has no list of servers, as a lock of mcptest has');
  return {
    version: LOCK_VERSION,
    servers: servers.map((entry) => readServer(entry, file)).sort(by((entry) => entry.server)),
  };
}

function readServer(entry: unknown, file: string): LockedServer {
  const server = ownValue(entry, 'server');
  const tools = ownValue(entry, 'tools');
  if (typeof server !== 'string' || !Array.isArray(tools))
    throw unreadable(file, 'a server has no name or tools');
  const locked: LockedServer = { server, tools: tools.map((tool) => readTool(tool, server, file)) };
  const instructions = ownValue(entry, 'instructions');
  if (instructions === undefined) return locked;
  const said = ownValue(instructions, 'text');
  if (typeof said !== 'string') throw unreadable(file, `the instructions of ${oneLine(server)} are not text`);
  const hash = shortHash(said);
  if (ownValue(instructions, 'hash') !== hash) throw tampered(file, `The instructions of ${oneLine(server)}`);
  return { ...locked, instructions: { hash, text: said } };
}

function readTool(entry: unknown, server: string, file: string): LockedServer['tools'][number] {
  const definition = ownValue(entry, 'definition');
  if (!isObject(definition)) throw unreadable(file, `a tool of ${oneLine(server)} has no definition`);
  const hash = inputHash(definition as ToolDef);
  if (ownValue(entry, 'hash') !== hash) {
    throw tampered(file, `The copy of ${clip(oneLine(nameOf(definition)), 80)} on ${oneLine(server)}`);
  }
  return { hash, definition };
}

/** What was pinned, as catalogues. */
export function catalogsOfLock(lock: Lock): Catalog[] {
  return lock.servers.map(({ server, instructions, tools }) => ({
    server,
    tools: tools.map(({ definition }) => definition as ToolDef),
    instructions: instructions?.text,
  }));
}

/** `base` with the servers of `fresh` pinned anew; other servers stay as they were. */
export function mergeLocks(base: Lock, fresh: Lock): Lock {
  const replaced = new Set(fresh.servers.map(({ server }) => server));
  const kept = base.servers.filter(({ server }) => !replaced.has(server));
  return { version: LOCK_VERSION, servers: [...kept, ...fresh.servers].sort(by((entry) => entry.server)) };
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    throw unreadable(file, 'it is not JSON', cause);
  }
}

function unreadable(file: string, why: string, cause?: unknown): McptestError {
  return new McptestError({
    code: 'lock-unreadable',
    message: `${oneLine(file)} cannot be read as a lock: ${why}`,
    hint: 'Restore it from version control, or write it again with `mcptest lock --update`.',
    cause,
  });
}

function tampered(file: string, what: string): McptestError {
  return new McptestError({
    code: 'lock-tampered',
    message: `${what} in ${oneLine(file)} does not match its hash: the file was edited by hand or badly merged`,
    hint: 'Restore it from version control, or write it again with `mcptest lock --update`.',
  });
}

/** In JSON an escape says the same, and a reviewer sees it; U+FE0F stays, for the sake of emoji. */
function escapeHidden(json: string): string {
  const hidden = /(?!\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cf}\u007f-\u009f\u2028\u2029]/gu;
  return json.replace(hidden, (found) =>
    Array.from(
      { length: found.length },
      (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

function nameOf(definition: Record<string, unknown>): string {
  const name = ownValue(definition, 'name');
  return typeof name === 'string' ? name : '';
}

function by<T>(key: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => compareText(key(a), key(b));
}
