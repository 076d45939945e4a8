/** The workspace that a long-lived server works in: an absolute path without links. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findWorkspace } from '../store/workspace.js';
import { McptestError } from '../util/errors.js';

export async function workspaceOf(named?: string, cwd: string = process.cwd()): Promise<string> {
  const folder = named === undefined ? findWorkspace(cwd) : resolve(cwd, named);
  return realpath(folder).catch((cause: Error) => {
    throw new McptestError({
      code: 'no-workspace',
      message: `there is no folder ${folder}`,
      hint: 'Give the project folder with --workspace.',
      cause,
    });
  });
}
