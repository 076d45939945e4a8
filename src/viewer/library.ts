/** Where runs come from: a workspace, or a single file. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { joinBlobs } from '../envelope/blobs.js';
import { readEnvelope } from '../envelope/read.js';
import { type LiveRun, readLive } from '../store/live-run.js';
import { listRuns, readBlob, readRun, workspaceAt } from '../store/workspace.js';
import type { RunEnvelope } from '../types/envelope.js';
import { McptestError } from '../util/errors.js';

export interface Library {
  /** Shown above the list. */
  place: string;
  /** The only run there is. */
  only?: string;
  /** Newest first. */
  list(): Promise<string[]>;
  /** Throws an error that says why a run cannot be read. */
  read(id: string): Promise<RunEnvelope>;
  live(): Promise<LiveRun[]>;
}

/** `what` is a file or a folder; without it, the workspace. */
export function openLibrary(what: string | undefined, cwd: string, workspace?: string): Library {
  if (what === undefined) return workspaceLibrary(workspaceAt(cwd, workspace));
  const path = resolve(cwd, what);
  if (existsSync(path)) return statSync(path).isFile() ? fileLibrary(path) : workspaceLibrary(path);
  throw new McptestError({
    code: 'no-run',
    message: `there is no file or folder ${what}`,
    hint: 'Give a JSON report, a workspace folder, or a snapshot link in quotes.',
  });
}

export function workspaceLibrary(workspace: string): Library {
  return {
    place: workspace,
    list: () => listRuns(workspace),
    read: async (id) =>
      joinBlobs(readEnvelope(await readRun(workspace, id), id), (name) => readBlob(workspace, id, name)),
    live: () => readLive(workspace),
  };
}

export function fileLibrary(file: string): Library {
  const id = basename(file);
  return {
    place: file,
    only: id,
    list: async () => [id],
    read: async () =>
      joinBlobs(readEnvelope(await readFile(file, 'utf8'), file), (name) => {
        const path = join(dirname(file), 'blobs', name);
        return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
      }),
    live: async () => [],
  };
}
