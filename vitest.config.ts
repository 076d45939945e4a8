import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Most tests wait for processes that they started, so more of them fit than there are cores.
    maxWorkers: Math.max(3, availableParallelism()),
    // Limits for what never ends, not for what is slow: the machine may be busy with other things.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    env: { NO_COLOR: '1' },
  },
});
