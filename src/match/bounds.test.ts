/** Where matchers end: how deep, how long, how many; and what each says of an operand that it does not take. */
import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.js';
import { normaliseMatcher } from './normalise.js';
import { show } from './show.js';
import { parseSnapshots } from './snapshot-book.js';
import { validateMatcher, validateSchemas } from './validate.js';
import { withoutVolatile } from './volatile.js';

const check = (matcher: unknown, root: unknown, target = 'result') =>
  evaluate({ target, matcher: normaliseMatcher(matcher) }, root, { test: 't' });
const nested = (depth: number, wrap: (inner: unknown) => unknown, inner: unknown): unknown =>
  depth === 0 ? inner : wrap(nested(depth - 1, wrap, inner));

describe('an operand', () => {
  const types = 'takes one of string, number, integer, boolean, array, object, null';
  test.each<[unknown, string]>([
    [{ starts_with: 5 }, 'takes a string'],
    [{ regex: 5 }, 'takes a pattern, or { pattern, flags }'],
    [{ regex: { pattern: 5 } }, 'takes a pattern, or { pattern, flags }'],
    [{ regex: { pattern: 'a', flags: 5 } }, 'takes a pattern, or { pattern, flags }'],
    [{ type: 5 }, types],
    [{ type: 'zzzzzz' }, types],
    [{ approx: { value: 1, within: -1 } }, 'needs a "within" from 0 on'],
    [{ discloses: 'abc-defg' }, 'takes a text of at least 8 letters and digits'],
    [
      { snapshot: { normalise: [5] } },
      'normalises timestamps, uuids, request_ids, durations, or { pattern, replace }',
    ],
    [
      { snapshot: { normalise: [{}] } },
      'normalises timestamps, uuids, request_ids, durations, or { pattern, replace }',
    ],
  ])('%j is refused', (matcher, message) => {
    const [name] = Object.keys(matcher as object);
    expect(validateMatcher(matcher).map((one) => one.message)).toEqual([`"${name}" ${message}`]);
  });

  test.each<[unknown]>([
    [{ approx: { value: 1, within: 0 } }],
    [{ discloses: 'abcd-efgh' }],
    [{ type: null }],
    [{ regex: { pattern: 'a', flags: 'gimsu' } }],
    [{ all_of: [{ snapshot: true }] }],
    [{ schema: true }],
  ])('%j is fine', (matcher) => {
    expect(validateMatcher(matcher)).toEqual([]);
  });

  test.each([
    ['equals', 'exact'],
    ['eq', 'exact'],
    ['to-be', 'exact'],
    ['is', 'exact'],
    ['ne', '!='],
    ['gt', '>'],
    ['min', '>='],
    ['atLeast', '>='],
    ['lt', '<'],
    ['lessThan', '<'],
    ['lte', '<='],
    ['max', '<='],
    ['at_most', '<='],
    ['includes', 'contains'],
    ['matches', 'regex'],
    ['match', 'regex'],
    ['pattern', 'regex'],
    ['closeTo', 'approx'],
    ['contains_any', 'any_of'],
    ['is_json', 'schema'],
  ])('that another tool calls `%s` is `%s` here', (other, ours) => {
    expect(validateMatcher({ [other]: 1 })).toEqual([
      { path: [other], message: `there is no matcher "${other}"`, hint: ours, at_key: true },
    ]);
  });

  test('may hold 50 matchers, one in the other, and no more', () => {
    const not = (depth: number) =>
      validateMatcher(nested(depth, (inner) => ({ not: inner }), { contains: 'x' }));
    expect(not(50)).toEqual([]);
    expect(not(51)).toEqual([
      { path: Array(51).fill('not'), message: 'matchers are nested deeper than 50 levels', hint: null },
    ]);
  });

  test('that is a schema is looked at wherever it stands', async () => {
    const broken = { type: 'strin' };
    for (const [matcher, path] of [
      [{ schema: broken }, ['schema']],
      [{ 'any-of': ['x', { schema: broken }] }, ['any-of', 1, 'schema']],
      [{ contains: 'x', not: { schema: broken } }, ['not', 'schema']],
    ] as const)
      expect(await validateSchemas(matcher)).toEqual([{ path, message: expect.any(String), hint: null }]);
    for (const matcher of [{ exact: { schema: broken } }, { nosuch: { schema: broken } }, { type: 'schema' }])
      expect(await validateSchemas(matcher)).toEqual([]);
  });
});

describe('an answer', () => {
  test('is judged up to 500 levels deep', async () => {
    const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    // The answer itself is one level.
    expect((await check({ type: 'array' }, { result: deep(500) })).outcome).toBe('pass');
    const judged = await check({ type: 'array' }, { result: deep(501) });
    expect(judged.outcome).toBe('inconclusive');
    expect(judged.message).toBe('the answer is nested deeper than 500 levels, so result is not judged');
    expect((await check({ exact: null }, null)).outcome).toBe('pass');
    expect((await check('x', 'x', 'result')).outcome).toBe('fail');
  });

  test('is not judged by a target that cannot be read', async () => {
    expect(await check('x', { result: 'x' }, 'result[')).toMatchObject({
      outcome: 'inconclusive',
      message: expect.stringMatching(/^the target cannot be read: /),
    });
  });

  test('that is missing is said to be so, with what is asked for', async () => {
    expect((await check({ exact: null }, { result: 5 })).message).toBe(
      'expected that result is null or absent, but it is 5',
    );
    expect((await check({ exact: 5 }, {})).message).toMatch(
      /^expected that result equals 5, but the answer has no /,
    );
    expect((await check({ not: { contains: 'x' } }, { result: {} }, 'result.a.b')).message).toMatch(
      /^cannot judge that result\.a\.b does not contain "x": /,
    );
    expect((await check({ snapshot: true }, { result: 1 })).message).toBe(
      'there are no snapshots here to judge result by',
    );
  });
});

describe('a schema that asks for one thing says it in words', () => {
  test.each([
    [{ const: 5 }, 4, 'equals 5'],
    [{ enum: [1, 2] }, 4, 'is one of [1,2]'],
    [{ minimum: 5 }, 4, 'is at least 5'],
    [{ maximum: 3 }, 4, 'is at most 3'],
    [{ exclusiveMinimum: 4 }, 4, 'is above 4'],
    [{ exclusiveMaximum: 4 }, 4, 'is below 4'],
    [{ type: ['string', 'null'] }, 4, 'is of type string or null'],
    [{ type: 'number', minimum: 5 }, 4, 'is of type number and is at least 5'],
  ])('%j', async (schema, value, phrase) => {
    expect((await check({ schema }, { result: value })).message).toBe(
      `expected that result ${phrase}, but it is ${value}`,
    );
  });

  test('and where it asks for more, what is wrong, three at most', async () => {
    const schema = {
      type: 'object',
      properties: { list: { items: { type: 'number' } }, a: { type: 'string' } },
    };
    const judged = await check({ schema }, { result: { list: [1, 'x', 'y', 'z'], a: 5 } });
    expect(judged.message).toContain('/list/1 is "x" and must be a number');
    expect(judged.message).toMatch(/; .*; .* \(\+1 more\)$/);
    const fits = await check({ schema }, { result: { list: ['x', 'y', 'z'] } });
    expect(fits.message).not.toContain('more');
  });
});

describe('several matchers at once', () => {
  test('fail by one that can be asked, before one that cannot, before one that is not judged', async () => {
    const both = { '>': 1, contains: 'x' };
    expect((await check(both, { result: 'abc' })).message).toContain('contains "x", but it is "abc"');
    expect((await check({ not: both }, { result: 'abc' })).outcome).toBe('pass');
    expect((await check({ '>': 1, llm_judge: 'Kind?' }, { result: 'abc' })).outcome).toBe('fail');
    expect((await check({ '<': 9, llm_judge: 'Kind?' }, { result: 5 })).outcome).toBe('inconclusive');
  });

  test('of which there is none decide nothing', async () => {
    expect(await evaluate({ target: 'result', matcher: {} }, { result: 5 }, { test: 't' })).toMatchObject({
      outcome: 'inconclusive',
      message: 'the matcher for result is empty',
    });
  });

  test('of a kind that makes no sense are not turned round', async () => {
    expect((await check({ not: { '>': 1 } }, { result: 'x' })).message).toBe(
      'expected that result is above 1, but it is "x" and not a number, so its opposite cannot be judged',
    );
    expect((await check({ not: { subset: { a: 1 } } }, { result: [{ a: 1 }] })).outcome).toBe('inconclusive');
    expect((await check({ not: { unordered: [1] } }, { result: { 0: 1 } })).outcome).toBe('inconclusive');
    expect((await check({ not: { unordered: [1] } }, { result: [2] })).outcome).toBe('pass');
  });
});

describe('several that do not hold', () => {
  test('are told up to three, and the rest as a number', async () => {
    const alternatives = (count: number) =>
      check({ any_of: Array.from({ length: count }, (_, at) => at) }, { result: 'x' });
    expect((await alternatives(3)).message).not.toContain('more');
    expect((await alternatives(3)).message.split('; ')).toHaveLength(3);
    expect((await alternatives(5)).message).toMatch(/^none of the 5 alternatives holds: .*; 2 more$/);
  });
});

describe('a value in a message', () => {
  test('is JSON, cut where it is too long or too deep', () => {
    expect(show({ a: [1, 'x', null], b: undefined })).toBe('{"a":[1,"x",null],"b":undefined}');
    expect(show('x'.repeat(298))).toHaveLength(300);
    expect(show('x'.repeat(299))).toHaveLength(300);
    expect(show('x'.repeat(299))).toMatch(/x…$/);
    expect(show(nested(20, (inner) => [inner], []))).toBe('['.repeat(21) + ']'.repeat(21));
    expect(show(nested(21, (inner) => [inner], []))).toBe(`${'['.repeat(21)}…${']'.repeat(21)}`);
    expect(show([1, 2, 3], 4)).toHaveLength(4);
  });
});

describe('a file of snapshots', () => {
  test.each([
    ['[]', 'it is not an object'],
    ['{', 'it is not valid JSON'],
    ['{"version":0,"snapshots":{}}', '"version" is not 1'],
    ['{"version":1,"snapshots":[]}', '"snapshots" is not an object'],
    ['{"version":1,"snapshots":{"one":[]}}', 'the entry of "one" is not an object'],
  ])('%s is none', (text, why) => {
    expect(() => parseSnapshots(text, 'x.json')).toThrow(`x.json is not a snapshot file: ${why}`);
    expect(() => parseSnapshots(text, 'x.json')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('Restore it from version control.') }),
    );
  });

  test('of a newer mcptest says so', () => {
    expect(() => parseSnapshots('{"version":9}', 'x.json')).toThrow(
      expect.objectContaining({
        message: 'x.json was written by a newer mcptest (format 9; this one reads 1)',
        hint: 'Update mcptest.',
      }),
    );
  });
});

describe('what is volatile', () => {
  const clean = (value: unknown, kind: 'timestamps' | 'durations' | 'request_ids') =>
    withoutVolatile(value, [kind]);

  test('of timestamps are the numbers of our time, in any unit, under a key that says so', () => {
    const is = (value: number, key = 'created_at') => clean({ [key]: value }, 'timestamps') as object;
    const word = { created_at: '<timestamp>' };
    for (const unit of [1, 1e3, 1e6, 1e9]) {
      expect(is(1e9 * unit)).toEqual(word);
      expect(is(1e10 * unit - unit)).toEqual(word);
    }
    expect(is(1e9 - 1)).toEqual({ created_at: 1e9 - 1 });
    expect(is(1e10)).toEqual({ created_at: 1e10 });
    for (const key of [
      'time',
      'timestamp',
      'date',
      'updated',
      'modified',
      'expires',
      'createdAt',
      'startTime',
    ])
      expect(is(1.7e9, key)).toEqual({ [key]: '<timestamp>' });
    for (const key of ['flat', 'timed', 'mandate', 'at_once'])
      expect(is(1.7e9, key)).toEqual({ [key]: 1.7e9 });
    expect(clean({ created_at: 'soon' }, 'timestamps')).toEqual({ created_at: 'soon' });
  });

  test('under a key counts in lists too, and other values stay', () => {
    expect(clean({ took_ms: [1, 2, null, true], n: [3] }, 'durations')).toEqual({
      took_ms: ['<duration>', '<duration>', null, true],
      n: [3],
    });
    expect(clean({ took_ms: 'long' }, 'durations')).toEqual({ took_ms: 'long' });
    expect(clean({ session_id: 5, transactionId: 'x', ids: 5 }, 'request_ids')).toEqual({
      session_id: '<request_id>',
      transactionId: '<request_id>',
      ids: 5,
    });
  });
});
