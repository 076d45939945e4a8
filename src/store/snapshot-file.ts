/** Where a suite's snapshots live: `snapshots/<suite file>.json` beside the suite, meant for git. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeAtomic } from './files.js';
import { ownTarget } from './own-target.js';

export function snapshotPath(suiteFile: string): string {
  return join(dirname(suiteFile), 'snapshots', `${basename(suiteFile)}.json`);
}

export async function readSnapshots(suiteFile: string): Promise<string | undefined> {
  return readFile(snapshotPath(suiteFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

export async function writeSnapshots(suiteFile: string, text: string): Promise<void> {
  await writeAtomic(await ownTarget(suiteFile, snapshotPath(suiteFile)), text);
}
