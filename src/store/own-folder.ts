/**
 * A path below `.mcptest` that we write to. A link there may have come with a cloned project and lead anywhere, and old
 * runs are taken away again: nothing is written or swept through one. The folder is made with a `.gitignore` of its own,
 * so that a run leaves nothing behind that waits to be committed.
 */
import { lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, McptestError } from '../util/errors.js';

export function ownFolder(workspace: string, ...names: string[]): string {
  let path = workspace;
  for (const name of ['.mcptest', ...names]) {
    path = join(path, name);
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    throw new McptestError({
      code: 'linked-workspace',
      message: `${path} is a link and is not followed`,
      hint: 'Put a folder in its place, or name another project with --workspace.',
      exitCode: EXIT.refused,
    });
  }
  makeFolder(join(workspace, '.mcptest'));
  return path;
}

/**
 * A folder and those above it. As `util/files.ts`, for those who cannot wait: Node's own `recursive` tries for
 * ever below `/proc`.
 */
export function makeFolders(path: string, mode = 0o777): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** `rules.yml` is the user's, and belongs into the repository. */
const IGNORED = '*\n!rules.yml\n';

/** Where it cannot be made, whoever writes to it next says so. A folder that is there already stays as it is. */
function makeFolder(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  try {
    makeFolders(folder);
    writeFileSync(join(folder, '.gitignore'), IGNORED, { flag: 'wx' });
  } catch {}
}
