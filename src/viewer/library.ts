/** Where runs come from: a workspace, or a single file. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { joinBlobs } from '../envelope/blobs.js';
import { readEnvelope } from '../envelope/read.js';
import { type LiveRun, readLive } from '../store/live-run.js';
import { blobReader, readRunFile } from '../store/run-file.js';
import { listRuns, readRun, runFolder, workspaceAt } from '../store/workspace.js';
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
      joinBlobs(readEnvelope(await readRun(workspace, id), id), blobReader(runFolder(workspace, id))),
    live: () => readLive(workspace),
  };
}

export function fileLibrary(file: string): Library {
  const id = basename(file);
  return {
    place: file,
    only: id,
    list: async () => [id],
    read: async () => joinBlobs(readEnvelope(readRunFile(file), file), blobReader(dirname(file))),
    live: async () => [],
  };
}
