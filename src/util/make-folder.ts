/**
 * Makes a folder and those above it. Node's own `recursive` tries for ever where the system says that a folder cannot be
 * there although the one above it is, as below `/proc`.
 */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = dirname(path);
    if (code === 'ENOENT' && above !== path) {
      await makeFolder(above);
      await mkdir(path).catch((again) => unlessFolder(path, again));
    } else await unlessFolder(path, error);
  }
}

/** What is there already, or came there meanwhile, is good if it is a folder. */
async function unlessFolder(path: string, error: unknown): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (!there?.isDirectory()) throw error;
}
