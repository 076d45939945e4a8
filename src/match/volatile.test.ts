import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.js';
import { SnapshotBook } from './snapshot-book.js';
import { validateMatcher } from './validate.js';
import { type Normaliser, withoutVolatile } from './volatile.js';

const clean = (value: unknown, ...list: Normaliser[]) =>
  JSON.parse(JSON.stringify(withoutVolatile(value, list)));

describe('what is volatile', () => {
  test.each<[Normaliser, unknown, unknown]>([
    ['timestamps', 'at 2026-11-15T19:49:06.123Z and 2026-11-15 19:49', 'at <timestamp> and <timestamp>'],
    ['timestamps', 'Sun, 15 Nov 2026 19:49:06 GMT', '<timestamp>'],
    [
      'timestamps',
      '2026-11-15T19:49:06+01:00, 2026-11-15 19:49:06,5, 2026-11-15T19:49:06.123456789-0530.',
      '<timestamp>, <timestamp>, <timestamp>.',
    ],
    [
      'timestamps',
      { created_at: 1763236146, updatedAt: 1763236146123, count: 1763236146 },
      { created_at: '<timestamp>', updatedAt: '<timestamp>', count: 1763236146 },
    ],
    ['timestamps', 'in 2026, on 2026-11-15', 'in 2026, on 2026-11-15'],
    ['uuids', ['8F0e4a1b-1111-4222-8333-abcdefabcdef'], ['<uuid>']],
    [
      'request_ids',
      { request_id: 17, 'x-request-id': 'abc', traceId: 't', id: 4 },
      { request_id: '<request_id>', 'x-request-id': '<request_id>', traceId: '<request_id>', id: 4 },
    ],
    ['request_ids', 'see req_011CAbCdEfGh', 'see <request_id>'],
    ['durations', 'took 12 ms, then 1.5s', 'took <duration>, then <duration>'],
    [
      'durations',
      '1ns 2us 3µs 4μs 5sec 6 second 7 seconds 8 milliseconds 9min 10 minutes',
      Array.from('1234567890', (digit) => (digit === '4' ? '4μs' : '<duration>')).join(' '),
    ],
    ['durations', { latency_map: 3, ms_total: 4 }, { latency_map: 3, ms_total: 4 }],
    [
      'durations',
      { elapsed_ms: 3, durationMs: 4.5, items: 5 },
      { elapsed_ms: '<duration>', durationMs: '<duration>', items: 5 },
    ],
    ['durations', 'v1.5s-beta has 3 sheets', 'v1.5s-beta has 3 sheets'],
    [{ pattern: 'build \\d+', replace: 'build N' }, 'build 7 of build 8', 'build N of build N'],
    [{ pattern: 'BUILD', flags: 'i' }, 'build', '<volatile>'],
    [{ pattern: 'x', replace: '$&$&' }, 'axa', 'a$&$&a'],
  ])('%j of %j', (kind, value, expected) => {
    expect(clean(value, kind)).toEqual(expected);
  });

  test('several kinds, one after the other, and nothing that is not named', () => {
    const value = { text: 'run 8f0e4a1b-1111-4222-8333-abcdefabcdef took 3ms' };
    expect(clean(value, 'uuids', 'durations')).toEqual({ text: 'run <uuid> took <duration>' });
    expect(clean(value)).toEqual(value);
  });

  test('a pattern that backtracks for ever is cut off', () => {
    expect(() => withoutVolatile(`${'a'.repeat(40)}!`, [{ pattern: '(a+)+$' }])).toThrow(/no answer/);
  });

  test('a key such as __proto__ stays data', () => {
    const value = JSON.parse('{"__proto__": {"x": "3ms"}}');
    expect(JSON.stringify(withoutVolatile(value, ['durations']))).toBe('{"__proto__":{"x":"<duration>"}}');
  });
});

describe('in a snapshot', () => {
  const judge = (snapshots: SnapshotBook, a: unknown, normalise: unknown) =>
    evaluate(
      { target: 'result.a', matcher: { snapshot: { normalise } } },
      { result: { a } },
      { test: 'one', snapshots },
    );

  test('volatile parts are saved as words and compared as words', async () => {
    const book = SnapshotBook.load(undefined, { file: 'f', mode: 'write-missing' });
    expect((await judge(book, { took_ms: 3, text: 'a' }, ['durations'])).outcome).toBe('pass');
    expect((await judge(book, { took_ms: 9, text: 'a' }, ['durations'])).outcome).toBe('pass');
    expect(book.serialize()).toContain('<duration>');
    const other = await judge(book, { took_ms: 9, text: 'b' }, ['durations']);
    expect(other).toMatchObject({
      outcome: 'fail',
      expected: { took_ms: '<duration>', text: 'a' },
      actual: { took_ms: '<duration>', text: 'b' },
    });
  });

  test.each([
    [{ normalise: ['timestamp'] }, /cannot normalise "timestamp"/],
    [{ normalise: 'uuids' }, /list/],
    [{ normalize: [] }, /no option "normalize"/],
    [{ normalise: [{ pattern: '(' }] }, /does not compile/],
    [{ normalise: [{ pattern: 'x*' }] }, /empty text/],
    [{ normalise: [{ pattern: 'x', with: 'y' }] }, /no option "with"/],
    [{ name: '' }, /name/],
  ])('%j is refused', (operand, message) => {
    expect(validateMatcher({ snapshot: operand })[0]?.message).toMatch(message);
  });
});
