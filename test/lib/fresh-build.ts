/** No test runs old code: dist/ is built again before the tests where it was built from other files. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const build = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));
let asked = false;

export function setup(project: TestProject): void {
  // Each project of the configuration asks for it.
  if (asked) return;
  asked = true;
  freshen();
  project.onTestsRerun(freshen);
}

function freshen(): void {
  // Where the tests that are asked for start nothing that was built.
  if (process.env.MCPTEST_DIST === 'as it is') return;
  execFileSync(process.execPath, [build, '--if-stale', '--types'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
