/**
 * Where a file beside a suite is written. A link may have come with a cloned project: one that leads out of the
 * workspace is never written through. One that stays in it is the user's way to share a folder, and is followed.
 */
import { lstat, realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { EXIT, McptestError } from '../util/errors.js';
import { findWorkspace } from './workspace.js';

/** `file` stands in a folder beside the suite. Throws `linked-workspace`. */
export async function ownTarget(suiteFile: string, file: string): Promise<string> {
  await refuseLinkOut(suiteFile, dirname(file));
  // The file that a link names is replaced, not the link.
  return (await refuseLinkOut(suiteFile, file)) ?? file;
}

/** Where the link leads; undefined where there is none. */
export async function refuseLinkOut(suiteFile: string, path: string): Promise<string | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry?.isSymbolicLink()) return undefined;
  const real = await realpath(path).catch(() => undefined);
  const root = await realpath(findWorkspace(dirname(suiteFile)));
  if (real?.startsWith(root.endsWith(sep) ? root : root + sep)) return real;
  const where = real === undefined ? 'that leads nowhere' : `that leads out of ${root}`;
  throw new McptestError({
    code: 'linked-workspace',
    message: `${path} is a link ${where}, so nothing is written through it`,
    hint: 'Put a folder or file of its own in its place.',
    exitCode: EXIT.refused,
  });
}
