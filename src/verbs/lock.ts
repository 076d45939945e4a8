/** `mcptest lock`: pin what servers offer, and say what changed since. A pin is never moved unasked. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { diffCatalogs, isDrift } from '../catalog/diff.js';
import { catalogsOfLock, type Lock, lockOf, mergeLocks, readLock, writeLock } from '../catalog/lock.js';
import { readText } from '../source/read-text.js';
import { writeAtomic } from '../store/files.js';
import { workspaceAt } from '../store/workspace.js';
import { type CatalogInput, readCatalogs } from '../target/catalogs.js';
import type { Catalog } from '../types/catalog.js';
import type { CatalogDiff } from '../types/catalog-diff.js';
import { McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';

export interface LockInput extends CatalogInput {
  /** The lock file; `mcptest.lock` in the workspace unless told. */
  lock?: string;
  /** Compare only; never write. */
  check?: boolean;
  /** Pin what is there now, whatever was pinned. */
  update?: boolean;
}

export interface LockReport {
  file: string;
  /** `kept`: something changed and the file was left as it was. */
  outcome: 'written' | 'unchanged' | 'kept';
  /** A breaking or risky change that was not accepted with `update`. */
  failed: boolean;
  diff: CatalogDiff;
  servers: number;
  tools: number;
  closing: Promise<unknown>;
}

export async function lockCatalogs(input: LockInput): Promise<LockReport> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const workspace = workspaceAt(cwd, input.workspace);
  const file = input.lock === undefined ? join(workspace, 'mcptest.lock') : resolve(cwd, input.lock);
  const pinned = await pinnedLock(file, input);
  const { catalogs, closing } = await readCatalogs(input);
  const { known, unknown } = matchPins(pinned, catalogs);
  if (input.check && unknown.length > 0) throw notPinned(file, unknown);
  const diff = diffCatalogs(known.before, known.after);
  const changed = diff.changes.length > 0;
  const report = { file, diff, servers: catalogs.length, tools: countTools(catalogs), closing };
  if (input.check || (changed && !input.update)) {
    const failed = isDrift(diff);
    return { ...report, outcome: changed ? 'kept' : 'unchanged', failed };
  }
  const fresh = lockOf(catalogs);
  const before = pinned === undefined ? '' : writeLock(pinned);
  const after = writeLock(pinned === undefined ? fresh : mergeLocks(withoutOld(pinned, known.before), fresh));
  const write = before !== after && (input.update || unknown.length > 0);
  if (write) await writeAtomic(file, after);
  return { ...report, outcome: write ? 'written' : 'unchanged', failed: false };
}

async function pinnedLock(file: string, input: LockInput): Promise<Lock | undefined> {
  if (!existsSync(file)) {
    if (!input.check) return undefined;
    throw new McptestError({
      code: 'lock-missing',
      message: `there is no lock at ${oneLine(file)}`,
      hint: 'Pin what the servers offer now with `mcptest lock`, and commit the file.',
    });
  }
  try {
    return readLock(await readText(file, file), file);
  } catch (error) {
    // A lock that cannot be trusted is what --update is for; one from the future is not ours to replace.
    const code = error instanceof McptestError ? error.code : '';
    if (input.update && (code === 'lock-unreadable' || code === 'lock-tampered')) return undefined;
    throw error;
  }
}

interface MatchedPins {
  known: { before: Catalog[]; after: Catalog[] };
  unknown: Catalog[];
}

/** By name; one server beside one pin belong together even if the server now calls itself otherwise. */
function matchPins(pinned: Lock | undefined, live: Catalog[]): MatchedPins {
  const pins = pinned === undefined ? [] : catalogsOfLock(pinned);
  if (pins.length === 1 && live.length === 1) return { known: { before: pins, after: live }, unknown: [] };
  const names = new Set(pins.map(({ server }) => server));
  const after = live.filter(({ server }) => names.has(server));
  const seen = new Set(after.map(({ server }) => server));
  return {
    known: { before: pins.filter(({ server }) => seen.has(server)), after },
    unknown: live.filter(({ server }) => !names.has(server)),
  };
}

function withoutOld(lock: Lock, replaced: Catalog[]): Lock {
  const names = new Set(replaced.map(({ server }) => server));
  return { ...lock, servers: lock.servers.filter(({ server }) => !names.has(server)) };
}

function notPinned(file: string, servers: Catalog[]): McptestError {
  return new McptestError({
    code: 'lock-missing',
    message: `${oneLine(file)} does not pin ${servers.map(({ server }) => oneLine(server)).join(', ')}`,
    hint: 'Look at what it offers, then pin it with `mcptest lock`.',
  });
}

function countTools(catalogs: Catalog[]): number {
  return catalogs.reduce((sum, catalog) => sum + catalog.tools.length, 0);
}
