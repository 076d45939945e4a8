/** An empty folder where there was one, or none. */
import { mkdir, rm } from 'node:fs/promises';
import { McptestError } from '../util/errors.js';

export async function freshFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new McptestError({
      code: 'file-unusable',
      message: `the folder of a test cannot be made: ${(cause as Error).message}`,
      hint: "Look at the space and the permissions of the system's temporary folder.",
      cause,
    });
  }
}
