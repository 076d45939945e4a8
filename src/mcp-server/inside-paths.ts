/** Paths that a caller names, as long as they stay in the workspace, links followed. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { EXIT, McptestError } from '../util/errors.js';
import { clip, oneLine } from '../util/text.js';

/** As they would be typed from the workspace root. Throws `path-refused`. */
export async function insidePaths(workspace: string, paths: readonly string[]): Promise<string[]> {
  const root = await realpath(workspace);
  return Promise.all(paths.map((path) => insidePath(root, path)));
}

async function insidePath(root: string, path: string): Promise<string> {
  const shown = clip(oneLine(path), 140);
  if (path.includes('\0')) throw refused(shown);
  const real = await realpath(resolve(root, path)).catch(() => undefined);
  if (real === undefined) {
    throw new McptestError({
      code: 'no-suite',
      message: `there is no file or folder ${shown} in the workspace`,
      hint: 'Paths are read from the workspace root.',
    });
  }
  if (real !== root && !real.startsWith(root + sep)) throw refused(shown);
  const short = relative(root, real) || '.';
  return isAbsolute(short) ? real : short;
}

function refused(path: string): McptestError {
  return new McptestError({
    code: 'path-refused',
    message: `${path} leads out of the workspace`,
    hint: 'Name a file below the workspace root.',
    exitCode: EXIT.refused,
  });
}
