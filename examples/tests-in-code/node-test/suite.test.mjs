import { suites } from 'mcptest/node-test';

// Every test of the suite is a test of node:test: `node --test --test-name-pattern refused` runs one.
await suites('mcptest.yml', { cwd: '..' });
