/** Files that are never half written: to a temporary name beside the target, then renamed. */
import { randomBytes } from 'node:crypto';
import { fstatSync, type Stats } from 'node:fs';
import { access, chmod, constants, lstat, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The mode of a file that only its owner may read. */
export const OWNER_ONLY = 0o600;

export async function writeAtomic(
  path: string,
  text: string,
  { mode }: { mode?: number } = {},
): Promise<void> {
  const { makeFolder } = await import('../util/files.js');
  await makeFolder(dirname(path));
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, text, { flag: 'wx', mode });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Where a file can be written and nothing be put beside it: another's folder, a single file that a container mounts. */
const IN_PLACE = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV']);

/**
 * The same for a file that may be the user's own: a link to it stays a link, it keeps its mode, one that may not be
 * written is not replaced, and what is no file (`/dev/stdout`) is written to as it is.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const entry = await lstat(path).catch(nothing);
  if (entry === undefined) return writeAtomic(path, text);
  const found = await stat(path).catch(nothing);
  if (!found?.isFile() || isOpenElsewhere(path, found)) return writeFile(path, text);
  await access(path, constants.W_OK);
  const file = await realpath(path);
  try {
    await writeAtomic(file, text);
    await chmod(file, found.mode & 0o7777);
  } catch (error) {
    if (!IN_PLACE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await writeFile(file, text);
  }
}

/** `/dev/stdout`, also by another name, is a file where a shell made it one: what comes next must go to the same. */
function isOpenElsewhere(path: string, { dev, ino }: Stats): boolean {
  if (/^\/(dev|proc)\//.test(resolve(path))) return true;
  return [1, 2].some((handle) => {
    const open = openFile(handle);
    return open !== undefined && open.dev === dev && open.ino === ino;
  });
}

/** A process may have been started without it. */
function openFile(handle: number): Stats | undefined {
  try {
    return fstatSync(handle);
  } catch {
    return undefined;
  }
}

function nothing(): undefined {}
