/** Files that are never half written: to a temporary name beside the target, then renamed. */
import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The mode of a file that only its owner may read. */
export const OWNER_ONLY = 0o600;

export async function writeAtomic(
  path: string,
  text: string,
  { mode }: { mode?: number } = {},
): Promise<void> {
  const { makeFolder } = await import('../util/make-folder.js');
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
