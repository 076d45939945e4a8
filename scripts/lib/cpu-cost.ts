/** Notes the processor time of each test file, with that of the processes it waited for: `scripts/test-cost.ts` reads it. */
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const TICKS_PER_SECOND = 100;

function spent(): { self: number; children: number } {
  // After the name, which may hold anything: state is the first field, utime the 12th.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number);
  const seconds = (at: number): number => (fields[at]! + fields[at + 1]!) / TICKS_PER_SECOND;
  return { self: seconds(11), children: seconds(13) };
}

const before = spent();
afterAll(() => {
  const after = spent();
  const line = {
    file: expect.getState().testPath,
    self: after.self - before.self,
    children: after.children - before.children,
  };
  appendFileSync(process.env.MCPTEST_TEST_COST!, `${JSON.stringify(line)}\n`);
});
