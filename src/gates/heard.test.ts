import { expect, test } from 'vitest';
import { heardChecks } from './heard.js';

const seen = { duration_ms: 0 };

test('a notification that did not come fails, with those that came', () => {
  const expectation = { assertions: [], awaits: 'notifications/a' };
  const check = { target: 'notifications', matcher: 'wait_for', expected: 'notifications/a' };
  const notifications = [
    { method: 'notifications/b' },
    { method: 'notifications/c' },
    { method: 'notifications/b' },
  ];
  expect(heardChecks(expectation, { ...seen, notifications })).toEqual([
    {
      ...check,
      actual: ['notifications/b', 'notifications/c'],
      outcome: 'fail',
      message: 'no notifications/a came; those that came are notifications/b, notifications/c',
    },
  ]);
  const came = [{ method: 'notifications/a' }];
  expect(heardChecks(expectation, { ...seen, notifications: came })).toEqual([
    { ...check, actual: ['notifications/a'], outcome: 'pass', message: 'notifications/a came' },
  ]);
  expect(heardChecks(expectation, seen)).toEqual([
    { ...check, actual: [], outcome: 'fail', message: 'no notifications/a came; none came at all' },
  ]);
});

test.each([
  [[{ level: 'error' }, { level: 'warning' }], 'pass', 'no line of the log lies below warning'],
  [
    [{ level: 'critical' }, { level: 'alert' }, { level: 'emergency' }],
    'pass',
    'no line of the log lies below warning',
  ],
  [[], 'pass', 'no line of the log lies below warning'],
  ['no list', 'pass', 'no line of the log lies below warning'],
  [
    [{ level: 'error' }, { level: 'info' }],
    'fail',
    'a line of the level "info" came, warning and above were asked for',
  ],
  [[{ level: 'notice' }], 'fail', 'a line of the level "notice" came, warning and above were asked for'],
  [[{ level: 'debug' }], 'fail', 'a line of the level "debug" came, warning and above were asked for'],
  [
    [{ level: 'error' }, { level: 'loud' }],
    'fail',
    'a line of the log has the level "loud", which there is not',
  ],
])('lines of the log %j: %s where warning was asked for', (logs, outcome, message) => {
  const expectation = { assertions: [], log_level: 'warning' as const };
  expect(heardChecks(expectation, { ...seen, logs: logs as unknown[] })).toEqual([
    { target: 'logs', matcher: 'log_level', expected: 'warning', outcome, message },
  ]);
});

test('nothing is looked at that was not asked for', () => {
  expect(
    heardChecks({ assertions: [] }, { ...seen, notifications: [{ method: 'notifications/a' }] }),
  ).toEqual([]);
});
