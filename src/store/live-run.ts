/**
 * A run that is going on, for those who watch it: `.mcptest/live/<run id>.ndjson`, one line a result, gone
 * when the run is over. What a killed run leaves behind names a process that is no more, and is passed over.
 */
import { type FileHandle, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders, ownFolder } from './own-folder.js';
import { checkId } from './workspace.js';

export interface LiveResult {
  name: string;
  verdict: string;
  duration_ms: number;
}

export interface LiveRun {
  run_id: string;
  started_at: string;
  total: number;
  done: LiveResult[];
}

export interface LiveFile {
  add(result: LiveResult): void;
  /** Ends the record; never throws. */
  close(): Promise<void>;
}

const SHOWN_EVERY_MS = 100;
const MOST_BYTES = 16 * 1024 * 1024;

export function openLive(workspace: string, head: Omit<LiveRun, 'done'>): LiveFile {
  const file = join(workspace, '.mcptest', 'live', `${checkId(head.run_id)}.ndjson`);
  // For eyes: a line at a time would cost short rows more than they take.
  const lines = openLines(file, head, prepare(workspace), SHOWN_EVERY_MS);
  return { add: lines.add, close: lines.remove };
}

/** Makes the folder, and takes away what killed runs left there. */
async function prepare(workspace: string): Promise<void> {
  const folder = ownFolder(workspace, 'live');
  makeFolders(folder);
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.ndjson')) continue;
    const file = join(folder, name);
    if ((await readOne(file).catch(() => undefined)) === undefined)
      await rm(file, { force: true }).catch(() => {});
  }
}

export async function readLive(workspace: string): Promise<LiveRun[]> {
  const folder = join(workspace, '.mcptest', 'live');
  const names = await readdir(folder).catch(() => [] as string[]);
  const runs = await Promise.all(
    names
      .filter((name) => name.endsWith('.ndjson'))
      .sort()
      .map((name) => readOne(join(folder, name)).catch(() => undefined)),
  );
  return runs.filter((run) => run !== undefined);
}

async function readOne(file: string): Promise<LiveRun | undefined> {
  const found = await stat(file);
  if (!found.isFile() || found.size > MOST_BYTES) return undefined;
  // The last line may be half written.
  const [head, ...lines] = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  const { run_id, started_at, total, pid } = JSON.parse(head ?? '') as LiveRun & { pid: number };
  const done = lines.map((line) => JSON.parse(line) as LiveResult);
  const isText = (value: unknown): boolean => typeof value === 'string';
  const isOurs =
    [run_id, started_at].every(isText) &&
    [total, pid].every(Number.isInteger) &&
    done.every((one) => isText(one?.name) && isText(one.verdict));
  return isOurs && isAlive(pid) ? { run_id, started_at, total, done } : undefined;
}

/** A file that grows by a line of JSON at a time while a run goes on. */
export interface LineFile {
  add(value: object): void;
  /** Waits until what was added is written, and ends the file. */
  written(): Promise<void>;
  /** Ends the file and takes it away; never throws. */
  remove(): Promise<void>;
}

/**
 * Writing is best effort and never waited for by the run: a folder that cannot be written to is no matter. `ready`: makes
 * the folder. `pause_ms`: lines that come meanwhile are written together.
 */
export function openLines(file: string, head: object, ready: Promise<unknown>, pause_ms = 0): LineFile {
  let waiting = `${JSON.stringify({ ...head, pid: process.pid })}\n`;
  let broken = false;
  let writing: Promise<void> | undefined;
  let opened: FileHandle | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    try {
      while (waiting !== '' && !broken) {
        const text = waiting;
        waiting = '';
        opened ??= await open(file, 'a', 0o600);
        await opened.appendFile(text);
        if (pause_ms > 0) break;
      }
    } catch {
      broken = true;
    }
    writing = undefined;
    if (pause_ms > 0) timer = setTimeout(rested, pause_ms).unref();
  };
  const close = async (): Promise<void> => {
    broken = true;
    await opened?.close().catch(() => {});
    opened = undefined;
  };
  const start = (first: Promise<unknown>): void => {
    writing = first.then(flush, () => {
      broken = true;
    });
  };
  const rested = (): void => {
    timer = undefined;
    if (waiting !== '' && !writing && !broken) start(Promise.resolve());
  };
  start(ready);
  return {
    add: (value) => {
      waiting += `${JSON.stringify(value)}\n`;
      if (!writing && !broken && !timer) start(Promise.resolve());
    },
    written: async () => {
      await writing;
      await close();
    },
    remove: async () => {
      broken = true;
      await writing;
      await close();
      await rm(file, { force: true }).catch(() => {});
    },
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
