import { expect, test } from 'vitest';
import { heardChecks } from './heard.js';

const seen = { duration_ms: 0 };

test('a notification that did not come fails, with those that came', () => {
  const expectation = { assertions: [], awaits: 'notifications/a' };
  const notifications = [{ method: 'notifications/b' }];
  expect(heardChecks(expectation, { ...seen, notifications })).toMatchObject([
    { outcome: 'fail', message: 'no notifications/a came; those that came are notifications/b' },
  ]);
  const came = [{ method: 'notifications/a' }];
  expect(heardChecks(expectation, { ...seen, notifications: came })).toMatchObject([{ outcome: 'pass' }]);
  expect(heardChecks(expectation, seen)).toMatchObject([{ outcome: 'fail' }]);
});

test.each([
  [[{ level: 'error' }, { level: 'warning' }], 'pass'],
  [[], 'pass'],
  [[{ level: 'error' }, { level: 'info' }], 'fail'],
  [[{ level: 'loud' }], 'fail'],
])('lines of the log %j %s where warning was asked for', (logs, outcome) => {
  const expectation = { assertions: [], log_level: 'warning' as const };
  expect(heardChecks(expectation, { ...seen, logs })).toMatchObject([{ outcome }]);
});
