/** What `npm run bench -- --check` holds a measurement against, and what the page of figures shows. */
import { expect, it } from 'vitest';
import { type Measured, type Release, releaseTable, worse } from '../bench/goals/measured.js';

const row: Measured = {
  id: 'lint',
  path: 'lint',
  floor: 'tokenizing',
  goal: 3,
  ratio: 4,
  size: 1000,
  exponent: 1.01,
};
const release: Release = { version: '1.0.0', commit: 'abc', date: '2026-01-02', machine: 'm', rows: [row] };

it('a ratio may be a fifth worse than at the last release, and no more', () => {
  expect(worse([{ ...row, ratio: 4.8 }], release)).toEqual([]);
  expect(worse([{ ...row, ratio: 4.9 }], release)).toEqual(['lint: 4.90, and 4.00 at 1.0.0']);
});

it('another size, a new row and a first release are compared with nothing', () => {
  expect(worse([{ ...row, ratio: 9, size: 10 }], release)).toEqual([]);
  expect(worse([{ ...row, ratio: 9, id: 'new' }], release)).toEqual([]);
  expect(worse([{ ...row, ratio: 9 }], undefined)).toEqual([]);
});

it('the page shows ratio, goal and growth of the last release, with machine and commit', () => {
  const text = releaseTable(release);
  expect(text).toContain('| lint, 1,000 | tokenizing | 4.00 | 3 | 1.01 |  |');
  expect(text).toContain('Version 1.0.0 at abc, 2026-01-02; m.');
});
