/**
 * Where cassettes live: `cassettes/<test>.json` beside the suite, meant for git. Tests whose names differ
 * only in what a file name cannot hold, and suites that share a folder, get `-2`, `-3` and so on.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { own } from '../util/plain.js';
import { writeAtomic } from './files.js';

export interface FoundCassette {
  path: string;
  /** Absent when there is none yet; `path` is then where it belongs. */
  text?: string;
}

const MOST = 1000;
const LONGEST = 80;

export async function findCassette(suiteFile: string, test: string): Promise<FoundCassette> {
  const dir = join(dirname(suiteFile), 'cassettes');
  const slug = slugOf(test);
  for (let n = 1; n < MOST; n += 1) {
    const path = join(dir, `${n === 1 ? slug : `${slug}-${n}`}.json`);
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    if (text === undefined) return { path };
    if (belongs(text, basename(suiteFile), test)) return { path, text };
  }
  return { path: join(dir, `${slug}-${MOST}.json`) };
}

export function writeCassette(path: string, text: string): Promise<void> {
  return writeAtomic(path, text);
}

export function slugOf(test: string): string {
  const slug = test
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, LONGEST);
  // Windows keeps these names for devices.
  return slug === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/.test(slug) ? `test-${slug}` : slug;
}

/** A file that cannot be read is taken to be meant: who reads it says what is wrong. */
function belongs(text: string, suite: string, test: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return own(value, 'suite') === suite && own(value, 'test') === test;
  } catch {
    return true;
  }
}
