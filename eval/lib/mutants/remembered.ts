/**
 * What became of the mutants of a room the last time, so that a long hunt can be cut into parts and a survivor met again
 * with new tests. A file that changed since then is hunted anew.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { sha256 } from '../../../src/util/hash.js';
import type { Mutant } from './report.js';

interface Kept {
  /** All mutants of the room, or those that a seed drew. */
  drawn: string;
  files: Record<string, { hash: string; statuses: Record<string, string> }>;
}

export class Remembered {
  readonly #path: string;
  readonly #kept: Kept;

  /** Nothing is remembered where another draw, or none, was made before. */
  constructor(path: string, drawn: string, isAgain: boolean) {
    this.#path = path;
    const before = isAgain && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : undefined;
    this.#kept = before?.drawn === drawn ? before : { drawn, files: {} };
  }

  statusOf(file: string, source: string, mutant: Mutant): string | undefined {
    return this.#file(file, source).statuses[keyOf(mutant)];
  }

  learn(file: string, source: string, mutant: Mutant, status: string): void {
    this.#file(file, source).statuses[keyOf(mutant)] = status;
  }

  save(): void {
    writeFileSync(this.#path, JSON.stringify(this.#kept));
  }

  #file(file: string, source: string): Kept['files'][string] {
    const hash = sha256(source);
    const known = this.#kept.files[file];
    if (known?.hash === hash) return known;
    const anew = { hash, statuses: {} };
    this.#kept.files[file] = anew;
    return anew;
  }
}

function keyOf({ location: { start, end }, mutatorName, replacement }: Mutant): string {
  return [start.line, start.column, end.line, end.column, mutatorName, replacement].join(' ');
}
