/** One folder holds all that the tests write to the system's temporary folder, and goes with them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'mcptest-tests-';

export function setup(): (() => void) | undefined {
  // Each project of the configuration asks for it.
  if (tmpdir().includes(NAME)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), NAME));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
