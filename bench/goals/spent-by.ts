/** What one command takes by itself: its largest memory in megabytes, and its processor time in milliseconds. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const HOOK = new URL('../report-memory.mjs', import.meta.url).href;

export function spentBy(command: string[], work: string): { largest: number; cpu: number } {
  const answer = join(work, 'spent.json');
  try {
    execFileSync(process.execPath, ['--import', HOOK, CLI, ...command], {
      env: { ...process.env, MEMORY_FILE: answer },
      stdio: 'ignore',
      cwd: work,
    });
  } catch (error) {
    // Findings, and tests that were not judged, are no fault here.
    if (![1, 3].includes((error as { status?: number }).status ?? -1)) throw error;
  }
  return JSON.parse(readFileSync(answer, 'utf8')) as { largest: number; cpu: number };
}
