import { defineConfig } from 'vitest/config';

/** The tests of the rooms whose code is changed, and nothing that is built. */
export default defineConfig({
  test: {
    include: (process.env.MUTANT_TESTS ?? '').split(','),
    testTimeout: 60_000,
    env: { NO_COLOR: '1' },
    watch: false,
  },
});
