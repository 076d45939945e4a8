import { expect, it } from 'vitest';
import { failingCase, sampleCase, sampleRun } from '../envelope/sample-run.js';
import { minimal } from './minimal.js';

it('is a character a test, the names of what is not green, and the counts', () => {
  const rows = Array.from({ length: 24 }, (_, i) => sampleCase({ name: `ok ${i}` }));
  const others = [
    failingCase('broken'),
    sampleCase({ name: 'later', verdict: 'skipped' }),
    sampleCase({ name: 'unclear', verdict: 'inconclusive' }),
  ];
  const envelope = sampleRun([...rows, ...others], {
    errors: [{ where: 'teardown', message: 'left a file' }],
  });
  expect(minimal(envelope, { color: false, width: 20, agent_budget: 1 })).toBe(`....................
....Fs?
F broken (mcptest.yml:9)
? teardown: left a file
? unclear (mcptest.yml:5)
27 tests: 1 failed, 1 inconclusive, 24 passed, 1 skipped in 1ms; demo: stdio, 2025-11-25, legacy era
`);
});
