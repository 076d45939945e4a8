import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Node reads this file whenever a process starts, which takes longer than all else in a small server where the file holds the
// certificates of a whole machine. Tests reach nothing but loopback; those about certificates name their own.
delete process.env.NODE_EXTRA_CA_CERTS;

/** These put another module in the place of one of ours, which no neighbour may see. */
const ALONE = ['src/gates/limits.test.ts', 'src/drivers/lexical.test.ts'];

/**
 * Rooms of pure functions, and how much of each the tests must reach: percent of lines and of branches. Counted with
 * `--mode pure --coverage`, which runs the tests of these rooms; `--mode rest` runs all others, which count nothing.
 */
const FLOORS: Record<string, [lines: number, branches: number]> = {
  cassette: [66, 55],
  catalog: [98, 93],
  compat: [97, 84],
  envelope: [78, 68],
  gates: [95, 91],
  generate: [93, 83],
  'json-schema': [93, 81],
  judge: [82, 75],
  lint: [95, 88],
  match: [96, 89],
  metrics: [99, 94],
  redact: [99, 98],
  regex: [95, 90],
  score: [99, 94],
  source: [98, 86],
  suite: [87, 75],
  tdqs: [97, 90],
  tokens: [99, 96],
  'tool-bench': [97, 86],
  trace: [92, 80],
  util: [84, 75],
};
const filesOf = (room: string): string => `src/${room}/**/*.ts`;
/** All tests of these rooms but those of long texts, which would take twice as long if their steps were counted. */
const PURE = Object.keys(FLOORS).map((room) => `src/${room}/**/!(long-texts).test.ts`);

/** What takes longest, so that no worker is still busy with one of them when all others are done. */
const LONGEST = [
  'test/doc-commands.test.ts',
  'src/lint/long-texts.test.ts',
  'test/new.test.ts',
  'test/mcp-server.test.ts',
  'test/key-effects.test.ts',
  'test/in-code.test.ts',
  'test/canary-encodings.test.ts',
  'test/strength-truth.test.ts',
  'test/page.test.ts',
  'test/generate.test.ts',
  'src/suite/cases/later-cases.test.ts',
  'src/metrics/properties.test.ts',
  'src/source/plain-yaml.test.ts',
  'src/lint/learned-poisoning.test.ts',
  'src/tokens/cl100k.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name));
      if (at >= 0) return at;
      return moduleId.includes('/test/') ? LONGEST.length : LONGEST.length + 1;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

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
    // Most tests wait for processes that they started, so more of them fit than there are cores. Those of pure rooms do not.
    maxWorkers: availableParallelism() + (mode === 'pure' ? 0 : 2),
    // Limits for what never ends, not for what is slow: the machine may be busy with other things.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    env: { NO_COLOR: '1' },
    // Runs of the command inside a worker compile the patterns of all rules again and again, for a few words of text each.
    // Most functions of a test, too, run too few times to be worth optimising: V8 of Node 20 waits fifteen times as long.
    execArgv: [
      '--no-regexp-peephole-optimization',
      ...(process.versions.v8.startsWith('11.') ? ['--interrupt-budget=1000000'] : []),
    ],
    sequence: { sequencer: LongestFirst },
    setupFiles: process.env.MCPTEST_TEST_COST ? ['scripts/lib/cpu-cost.ts'] : [],
    globalSetup: ['test/lib/temporary-folder.ts', 'test/lib/fresh-build.ts'],
    projects: [
      // Loading modules anew for each file would take longer than the tests in it. What shared modules open they close with
      // `onTestFinished`: a hook that they set would be set for the first file alone.
      {
        extends: true,
        test: {
          name: 'together',
          include: mode === 'pure' ? PURE : ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: mode === 'rest' ? [...ALONE, ...PURE] : ALONE,
          isolate: false,
        },
      },
      ...(mode === 'rest' ? [] : [{ extends: true as const, test: { name: 'alone', include: ALONE } }]),
    ],
  },
}));
