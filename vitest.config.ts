import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** These put another module in the place of one of ours, which no neighbour may see. */
const ALONE = ['src/gates/limits.test.ts'];

/**
 * Rooms of pure functions, and how much of each the tests must reach: percent of lines and of branches. Counted with
 * `--coverage` when all tests run, or with `--mode pure` those of these rooms.
 */
const FLOORS: Record<string, [lines: number, branches: number]> = {
  cassette: [66, 55],
  catalog: [98, 93],
  envelope: [78, 68],
  gates: [95, 91],
  generate: [96, 84],
  'json-schema': [93, 81],
  judge: [82, 75],
  lint: [95, 88],
  match: [96, 89],
  metrics: [99, 93],
  redact: [97, 94],
  regex: [95, 90],
  score: [69, 59],
  source: [98, 86],
  suite: [87, 75],
  tdqs: [97, 90],
  tokens: [99, 96],
  'tool-bench': [97, 86],
  trace: [92, 80],
  util: [84, 75],
};
const filesOf = (room: string): string => `src/${room}/**/*.ts`;
const testsOf = (room: string): string => `src/${room}/**/*.test.ts`;

export default defineConfig(({ mode }) => ({
  test: {
    coverage: {
      provider: 'v8',
      include: Object.keys(FLOORS).map(filesOf),
      exclude: ['**/*.test.ts', '**/*.generated.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: Object.fromEntries(
        Object.entries(FLOORS).map(([room, [lines, branches]]) => [filesOf(room), { lines, branches }]),
      ),
    },
    // Most tests wait for processes that they started, so more of them fit than there are cores.
    maxWorkers: availableParallelism() + 2,
    // Limits for what never ends, not for what is slow: the machine may be busy with other things.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    env: { NO_COLOR: '1' },
    setupFiles: process.env.MCPTEST_TEST_COST ? ['test/lib/cpu-cost.ts'] : [],
    globalSetup: ['test/lib/temporary-folder.ts', 'test/lib/fresh-build.ts'],
    projects: [
      // Loading modules anew for each file would take longer than the tests in it. What shared modules open they close with
      // `onTestFinished`: a hook that they set would be set for the first file alone.
      {
        extends: true,
        test: {
          name: 'together',
          include:
            mode === 'pure' ? Object.keys(FLOORS).map(testsOf) : ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
}));
