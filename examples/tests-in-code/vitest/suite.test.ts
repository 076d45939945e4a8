import { suites } from 'mcptest/vitest';

// Every test of the suite is a test of Vitest: `vitest -t refused` runs one, `vitest -u` accepts its snapshots.
await suites('mcptest.yml', { cwd: '..' });
