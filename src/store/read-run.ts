/** A saved run, by file or by id, with the large values that stand beside it. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { joinBlobs } from '../envelope/blobs.js';
import { readEnvelope } from '../envelope/read.js';
import type { RunEnvelope } from '../types/envelope.js';
import { McptestError } from '../util/errors.js';
import { blobReader, readRunFile } from './run-file.js';
import { listRuns, workspaceAt } from './workspace.js';

export interface ReadRunInput {
  cwd?: string;
  workspace?: string;
}

/** `run` is a file, a run id of the workspace, or `latest`. */
export async function readSavedRun(run: string, input: ReadRunInput = {}): Promise<RunEnvelope> {
  const path = await locate(run, resolve(input.cwd ?? process.cwd()), input.workspace);
  return joinBlobs(readEnvelope(readRunFile(path), path), blobReader(dirname(path)));
}

async function locate(run: string, cwd: string, workspace?: string): Promise<string> {
  const file = resolve(cwd, run);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile()) return file;
  if (found) {
    throw new McptestError({
      code: 'no-run',
      message: `${run} is not a file`,
      hint: 'Give the file of a run; `mcptest view FOLDER` shows the runs of a workspace.',
    });
  }
  const root = workspaceAt(cwd, workspace);
  const fileOf = (run_id: string): string => join(root, '.mcptest', 'runs', run_id, 'envelope.json');
  const ids = (await listRuns(root)).filter((known) => existsSync(fileOf(known)));
  const id = run === 'latest' ? ids[0] : ids.find((known) => known === run);
  if (id) return fileOf(id);
  throw new McptestError({
    code: 'no-run',
    message: `there is no saved run ${run}`,
    hint:
      ids.length > 0
        ? `Give a file, \`latest\`, or an id such as ${ids[0]}.`
        : 'Save one with `mcptest run --reporter json=run.json`.',
  });
}
