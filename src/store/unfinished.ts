/**
 * What a run has of its agent tests so far: `.mcptest/unfinished/<run id>.ndjson`, a line for each that is over. It is taken
 * away when the run ends; what a run that was stopped or killed leaves is for `run --resume`.
 */
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isAlive, type LineFile, openLines } from './live-run.js';
import { makeFolders, ownFolder } from './own-folder.js';
import { checkId } from './workspace.js';

/** Of runs that nobody went on with, the newest few are kept, and these for a month. */
const MOST_FILES = 10;
const KEPT_MS = 30 * 86_400_000;

export interface UnfinishedRun {
  run_id: string;
  file: string;
  lines: Record<string, unknown>[];
}

export function openUnfinished(workspace: string, head: { run_id: string; started_at: string }): LineFile {
  const file = join(workspace, '.mcptest', 'unfinished', `${checkId(head.run_id)}.ndjson`);
  const lines = openLines(file, head, prepare(workspace));
  atWork.add(file);
  const end = (what: () => Promise<void>) => async (): Promise<void> => {
    await what();
    atWork.delete(file);
  };
  return { add: lines.add, written: end(lines.written), remove: end(lines.remove) };
}

/** Files of runs of this very process that go on. */
const atWork = new Set<string>();

async function prepare(workspace: string): Promise<void> {
  const folder = ownFolder(workspace, 'unfinished');
  makeFolders(folder, 0o700);
  const names = await namesIn(folder);
  for (const [at, name] of names.entries()) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    const isOld = at >= MOST_FILES || (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS);
    if (isOld && (await headOf(path)) !== undefined) await rm(path, { force: true }).catch(() => {});
  }
}

/** Newest first. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .reverse();
}

/** Runs that are over and did not come to their end, newest first. */
export async function readUnfinished(workspace: string): Promise<UnfinishedRun[]> {
  const folder = ownFolder(workspace, 'unfinished');
  const out: UnfinishedRun[] = [];
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    const head = await headOf(file);
    if (head !== undefined) out.push({ run_id: head.run_id, file, lines: await linesOf(file) });
  }
  return out;
}

/** Of a run whose process is gone; one that goes on has nothing to be resumed. */
async function headOf(file: string): Promise<{ run_id: string } | undefined> {
  for await (const line of valuesOf(file)) {
    const { run_id, pid } = line as { run_id?: unknown; pid?: unknown };
    if (typeof run_id !== 'string' || typeof pid !== 'number') return undefined;
    const goesOn = pid === process.pid ? atWork.has(file) : isAlive(pid);
    return goesOn ? undefined : { run_id };
  }
  return undefined;
}

async function linesOf(file: string): Promise<Record<string, unknown>[]> {
  const out: Record<string, unknown>[] = [];
  for await (const line of valuesOf(file)) out.push(line);
  return out.slice(1);
}

/** The last line may be half written: what is no JSON ends it. */
async function* valuesOf(file: string): AsyncGenerator<Record<string, unknown>> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return;
  const input = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        return;
      }
      if (typeof value !== 'object' || value === null) return;
      yield value as Record<string, unknown>;
    }
  } finally {
    input.destroy();
  }
}

export async function forgetUnfinished(files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file, { force: true }).catch(() => {})));
}
