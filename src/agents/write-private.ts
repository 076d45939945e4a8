/** A file that only its owner can read: settings may hold a key. */
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../util/files.js';

const OWNER_ONLY = 0o600;

export async function writePrivate(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path));
  await writeFile(path, text, { mode: OWNER_ONLY });
}
