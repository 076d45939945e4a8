import { expect, test } from 'vitest';
import { historyOf, withLikes } from './rows.js';

const pointsFor = (run_id: string, tests: string) =>
  new Map(
    [...tests].map((id) => [
      id.toLowerCase(),
      {
        name: `test ${id.toLowerCase()}`,
        point: {
          run_id,
          verdict: id === id.toLowerCase() ? ('pass' as const) : ('fail' as const),
          duration_ms: 1,
        },
      },
    ]),
  );
const run = (run_id: string, tests: string, more: object = {}) => ({
  row: { run_id, suites: ['a.yml'], ...more },
  tests: pointsFor(run_id, tests),
});

test('runs of the same suites that have most of their tests in common are alike', () => {
  const rows = withLikes([
    run('6', 'abcde'),
    run('5', 'abcd'),
    run('4', 'a'),
    run('3', 'abcd', { profile: 'ci' }),
    run('2', 'abcd', { suites: ['b.yml'] }),
    run('1', 'a'),
    { row: { run_id: '0', broken: 'not JSON' }, tests: new Map() },
  ]);
  expect(rows.map(({ like }) => like)).toEqual(['6', '6', '4', '3', '2', '4', undefined]);
});

test('a test is told through the runs, oldest first, also one that the newest no longer has', () => {
  const history = historyOf([run('1', 'aB'), run('2', 'Ab'), run('3', 'ac')]);
  const told = history.map(({ id, points }) => [
    id,
    points.map(({ run_id, verdict }) => `${run_id} ${verdict}`),
  ]);
  expect(told).toEqual([
    ['a', ['1 pass', '2 fail', '3 pass']],
    ['c', ['3 pass']],
    ['b', ['1 fail', '2 pass']],
  ]);
});
