import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** These put another module in the place of one of ours, which no neighbour may see. */
const ALONE = ['src/gates/limits.test.ts'];

export default defineConfig({
  test: {
    // Most tests wait for processes that they started, so more of them fit than there are cores.
    maxWorkers: availableParallelism() + 2,
    // Limits for what never ends, not for what is slow: the machine may be busy with other things.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    env: { NO_COLOR: '1' },
    globalSetup: ['test/lib/temporary-folder.ts', 'test/lib/fresh-build.ts'],
    projects: [
      // Loading modules anew for each file would take longer than the tests in it. What shared modules open they close with
      // `onTestFinished`: a hook that they set would be set for the first file alone.
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
