/** Places for about so many mutants: windows of ten lines, drawn by a seed from all lines of the files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomOf } from '../../../src/util/random.js';
import type { Place } from './bundle.js';

export const LINES = 10;
/** Counted on the five rooms that are tried in full. */
const MUTANTS_A_LINE = 0.9;

export function windowsOf(root: string, files: readonly string[], count: number, seed: number): Place[] {
  const windows = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
    return Array.from(
      { length: Math.ceil(lines / LINES) },
      (_, at): Place => ({ file, lines: [at * LINES + 1, (at + 1) * LINES] }),
    );
  });
  const drawn = randomOf(seed, 'mutants').shuffled(windows);
  return drawn.slice(0, Math.ceil(count / (LINES * MUTANTS_A_LINE)));
}
