import { expect, test } from 'vitest';
import { withLikes } from './rows.js';

const run = (run_id: string, tests: string, more: object = {}) => ({
  row: { run_id, suites: ['a.yml'], ...more },
  tests: new Set(tests),
});

test('runs of the same suites that have most of their tests in common are alike', () => {
  const rows = withLikes([
    run('6', 'abcde'),
    run('5', 'abcd'),
    run('4', 'a'),
    run('3', 'abcd', { profile: 'ci' }),
    run('2', 'abcd', { suites: ['b.yml'] }),
    run('1', 'a'),
    { row: { run_id: '0', broken: 'not JSON' }, tests: new Set() },
  ]);
  expect(rows.map(({ like }) => like)).toEqual(['6', '6', '4', '3', '2', '4', undefined]);
});
