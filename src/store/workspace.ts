/**
 * The `.mcptest/` folder of a project: saved runs, newest 50. A run appears under its name only when it
 * is complete, so a reader never meets half of one, and two runs never disturb each other.
 */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { McptestError } from '../util/errors.js';
import { makeFolders, ownFolder } from './own-folder.js';
import { readRunFile } from './run-file.js';

const KEPT_RUNS = 50;
const SAFE_ID = /^(?!\.+$)[A-Za-z0-9._-]{1,128}$/;
/** Names of devices on Windows, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
/** What marks the root of a workspace, above the suites of its packages. */
const CONFIG_NAMES = ['mcptest.config.yaml', 'mcptest.config.yml'];
const SUITE_NAMES = ['mcptest.yaml', 'mcptest.yml'];

/** The nearest folder upwards with a configuration, else with a suite, else with `.git`, else the folder itself. */
export function findWorkspace(cwd: string): string {
  return nearest(cwd, CONFIG_NAMES) ?? nearest(cwd, SUITE_NAMES) ?? nearest(cwd, ['.git']) ?? resolve(cwd);
}

/** The folder that `--workspace` names, or the one that is found; a name that is no folder is told before anything runs. */
export function workspaceAt(cwd: string, named?: string): string {
  if (named === undefined) return resolve(findWorkspace(cwd));
  const folder = resolve(cwd, named);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return folder;
  throw new McptestError({
    code: 'no-workspace',
    message: found ? `the workspace ${folder} is not a folder` : `there is no folder ${folder}`,
    hint: 'Give the project folder with --workspace.',
  });
}

function nearest(from: string, names: string[]): string | undefined {
  for (let dir = resolve(from); ; dir = dirname(dir)) {
    if (names.some((name) => existsSync(join(dir, name)))) return dir;
    if (dir === dirname(dir)) return undefined;
  }
}

export interface SavedRun {
  /** The text, or its pieces one after the other. */
  envelope: string | Iterable<string>;
  /** Large values, by their name under `blobs/`; asked for once the text is written. */
  blobs?(): { name: string; text: string }[];
}

/**
 * Save a finished run and forget the oldest beyond fifty. Synchronous: it is the last thing that a run waits for, and
 * each step of the other kind is a trip through the thread pool, ten milliseconds in all.
 */
export function saveRun(workspace: string, runId: string, run: SavedRun): string {
  const runs = ownFolder(workspace, 'runs');
  const target = join(runs, checkId(runId));
  const temporary = join(runs, `.${runId}.${process.pid}.tmp`);
  makeFolders(temporary);
  try {
    writePieces(join(temporary, 'envelope.json'), run.envelope);
    const blobs = run.blobs?.() ?? [];
    if (blobs.length > 0) makeFolders(join(temporary, 'blobs'));
    for (const blob of blobs) writeFileSync(join(temporary, 'blobs', checkId(blob.name)), blob.text);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
  forgetOldest(runs);
  return join(target, 'envelope.json');
}

function writePieces(path: string, text: SavedRun['envelope']): void {
  const file = openSync(path, 'w');
  try {
    for (const piece of typeof text === 'string' ? [text] : text) {
      // Without a copy of its bytes, which of a long record would be as much as the whole before somebody frees them.
      const written = writeSync(file, piece);
      if (written < Buffer.byteLength(piece)) writeFileSync(file, Buffer.from(piece).subarray(written));
    }
  } finally {
    closeSync(file);
  }
}

/** What a run that was killed left on its way; another one may be at work on a younger one. */
const LEFTOVER = /^\.[0-9A-Z]{26}\.\d+\.tmp$/;
const LEFTOVER_MS = 86_400_000;

function isLeftover(path: string, name: string): boolean {
  if (!LEFTOVER.test(name)) return false;
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > LEFTOVER_MS;
}

function forgetOldest(runs: string): void {
  const entries = readdirSync(runs);
  // Whatever else somebody keeps there is none of ours.
  const ours = runIds(entries).filter((id) => ULID.test(id));
  const leftovers = entries.filter((name) => isLeftover(join(runs, name), name));
  for (const name of [...leftovers, ...ours.slice(KEPT_RUNS)]) {
    try {
      // Out of sight first: nobody meets a run of which half is gone, also when we are killed in between.
      const hidden = join(runs, name.startsWith('.') ? name : `.${name}.${process.pid}.tmp`);
      if (hidden !== join(runs, name)) renameSync(join(runs, name), hidden);
      rmSync(hidden, { recursive: true, force: true });
    } catch {
      // It stays for the next run to forget; this one is saved.
    }
  }
}

/** Ids of the saved runs, newest first (a ULID sorts by its time). */
export async function listRuns(workspace: string): Promise<string[]> {
  const entries = await readdir(join(workspace, '.mcptest', 'runs')).catch(() => [] as string[]);
  return runIds(entries);
}

function runIds(entries: string[]): string[] {
  return entries
    .filter((name) => SAFE_ID.test(name) && !name.startsWith('.'))
    .sort()
    .reverse();
}

export async function readRun(workspace: string, runId: string): Promise<string> {
  return readRunFile(join(runFolder(workspace, runId), 'envelope.json'));
}

export function runFolder(workspace: string, runId: string): string {
  return join(workspace, '.mcptest', 'runs', checkId(runId));
}

export function checkId(id: string): string {
  if (SAFE_ID.test(id) && !DEVICE.test(id)) return id;
  throw new McptestError({
    code: 'bad-id',
    message: `${JSON.stringify(id.slice(0, 140))} cannot be an id`,
    hint: 'An id has 1 to 128 letters, digits, dots, hyphens or underscores.',
  });
}
