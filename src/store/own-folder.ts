/**
 * A path below `.mcptest` that we write to. A link there may have come with a cloned project and lead anywhere, and old
 * runs are taken away again: nothing is written or swept through one.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
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
  return path;
}
