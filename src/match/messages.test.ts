/** What a person reads: the whole message of every matcher, word by word. */
import { describe, expect, test } from 'vitest';
import { firstDifference } from './equal.js';
import { evaluate } from './evaluate.js';
import { normaliseMatcher } from './normalise.js';
import { MATCHERS } from './registry.js';
import { validateMatcher, validateSchemas } from './validate.js';

const said = async (matcher: unknown, value: unknown, target = 'result') =>
  (await evaluate({ target, matcher: normaliseMatcher(matcher) }, { result: value }, { test: 't' })).message;
const ANY_TEXT = 'a string, an array or an object';

describe('a check that fails says what was expected and what there is', () => {
  const TABLE: [unknown, unknown, string][] = [
    ['text', 'Text', 'equals "text", but it is "Text"'],
    [{ exact: { a: 1 } }, { a: 2 }, 'equals {"a":1}, but at /a expected 1, got 2'],
    [{ exact: { a: 1 } }, {}, 'equals {"a":1}, but "a" is missing'],
    [{ exact: { a: 1 } }, { a: 1, b: 2 }, 'equals {"a":1}, but "b" was not expected'],
    [{ exact: [1, 2] }, [1], 'equals [1,2], but expected 2 items, got 1'],
    [{ exact: [1] }, [], 'equals [1], but expected 1 item, got 0'],
    [{ exact: [1, [2, 3]] }, [1, [2, 4]], 'equals [1,[2,3]], but at /1/1 expected 3, got 4'],
    [{ exact: 1 }, '1', 'equals 1, but it is "1"'],
    [{ '==': 1 }, 2, 'equals 1, but it is 2'],
    [{ '==': [1] }, [2], 'equals [1], but at /0 expected 1, got 2'],
    [{ '!=': 3 }, 3, 'differs from 3, but it is 3'],
    [{ contains: 'b' }, 'xyz', 'contains "b", but it is "xyz"'],
    [{ contains: 'b' }, 5, `contains "b", but it is 5 and not ${ANY_TEXT}`],
    [{ contains: 5 }, 6, 'contains 5, but it is 6 and not an array'],
    [
      { contains: 5 },
      'a5',
      'contains 5, but it is "a5" and not something that can contain a value other than a string (write the operand in quotes)',
    ],
    [{ icontains: 'B' }, 'xyz', 'contains "B" in any case, but it is "xyz"'],
    [{ icontains: 'b' }, 5, `contains "b" in any case, but it is 5 and not ${ANY_TEXT}`],
    [{ contains_all: ['a', 'c'] }, 'ab', 'contains all of ["a","c"], but "c" is missing in "ab"'],
    [{ contains_all: ['a'] }, 3, `contains all of ["a"], but it is 3 and not ${ANY_TEXT}`],
    [{ starts_with: 'ab' }, 'cab', 'starts with "ab", but it is "cab"'],
    [{ starts_with: 'ab' }, ['ab'], 'starts with "ab", but it is ["ab"] and not a string'],
    [{ ends_with: 'bc' }, 'bca', 'ends with "bc", but it is "bca"'],
    [{ ends_with: 'bc' }, null, 'ends with "bc", but it is null and not a string'],
    [{ regex: '^a' }, 'b', 'matches /^a/, but it is "b"'],
    [{ regex: { pattern: '^a', flags: 'i' } }, 'b', 'matches /^a/i, but it is "b"'],
    [{ regex: '^a' }, 5, 'matches /^a/, but it is 5 and not a string'],
    [{ schema: { required: ['id'] } }, {}, 'is valid under the schema, but it must have property "id"'],
    [{ '>': 3 }, 3, 'is above 3, but it is 3'],
    [{ '>=': 3 }, 2, 'is at least 3, but it is 2'],
    [{ '<': 3 }, 3, 'is below 3, but it is 3'],
    [{ '<=': 3 }, 4, 'is at most 3, but it is 4'],
    [{ '>': 3 }, '4', 'is above 3, but it is "4" and not a number'],
    [{ length: 2 }, null, `has length 2, but it is null and not ${ANY_TEXT}`],
    [{ type: 'integer' }, 3.5, 'is of type integer, but it is 3.5'],
    [{ approx: { value: 10, within: 0.5 } }, 11, 'is within 0.5 of 10, but it is 11'],
    [{ approx: { value: 10, within: 1 } }, 'x', 'is within 1 of 10, but it is "x" and not a number'],
    [{ subset: { a: 1 } }, {}, 'contains {"a":1}, but "a" is missing'],
    [{ subset: { a: 1 } }, 'x', 'contains {"a":1}, but it is "x" and not an object'],
    [{ subset: { a: { b: 1 } } }, { a: { b: 2 } }, 'contains {"a":{"b":1}}, but at /a/b expected 1, got 2'],
    [{ unordered: [1, 2] }, [1], 'has exactly the items [1,2] in any order, but 2 is missing'],
    [{ unordered: [1] }, [1, 2], 'has exactly the items [1] in any order, but 2 is one too many'],
    [{ unordered: [1] }, 'x', 'has exactly the items [1] in any order, but it is "x" and not an array'],
    [{ each: 1 }, 'a', 'has only items of which each equals 1, but it is "a" and not an array'],
    [{ any: 1 }, 2, 'has an item that equals 1, but it is 2 and not an array'],
    [{ any: 1 }, [], 'has an item that equals 1, but it is empty'],
    [{ any: 1 }, [2], 'has an item that equals 1, but none of its 1 item does: [2]'],
    [{ all_of: [{ contains: 'a' }, { contains: 'b' }] }, 'a', 'contains "b", but it is "a"'],
    [{ contains: 'a', ends_with: 'b' }, 'a', 'ends with "b", but it is "a"'],
    [{ discloses: 's3cret-word' }, 'none', 'discloses the secret, but nothing in it does'],
  ];
  test.each(TABLE)('%j of %j', async (matcher, value, message) => {
    expect(await said(matcher, value)).toBe(`expected that result ${message}`);
  });

  test.each([
    [{ length: 2 }, 'a', 'expected that the length of result equals 2, but it is 1'],
    [{ each: { '>': 0 } }, [1, 0], 'expected that result[1] is above 0, but it is 0'],
    [
      { any_of: ['a', { '>': 1 }] },
      'c',
      'none of the 2 alternatives holds: expected that result equals "a", but it is "c"; expected that result is above 1, but it is "c" and not a number',
    ],
  ])('%j of %j', async (matcher, value, message) => {
    expect(await said(matcher, value)).toBe(message);
  });
});

describe('the opposite is ordinary English', () => {
  test.each([
    ['a', 'a', 'does not equal "a"'],
    [{ contains: 'a' }, 'a', 'does not contain "a"'],
    [{ regex: 'a' }, 'a', 'does not match /a/'],
    [{ length: 1 }, 'a', 'does not have length 1'],
    [{ starts_with: 's' }, 's', 'does not start with "s"'],
    [{ discloses: 's3cret-word' }, 's3cret-word', 'does not disclose the secret'],
    [{ type: 'string' }, 'a', 'is not of type string'],
    [{ any_of: ['a'] }, 'a', 'does not meet this: equals "a"'],
    [{ any_of: ['a', { contains: 'b' }] }, 'a', 'does not meet this: equals "a" or contains "b"'],
    [{ contains: 'a', ends_with: 'a' }, 'a', 'does not meet this: contains "a" and ends with "a"'],
    [{ not: 'b' }, 'a', 'does not meet this: does not equal "b"'],
  ])('not %j of %j', async (matcher, value, phrase) => {
    expect(await said({ not: matcher }, value)).toBe(
      `expected that result ${phrase}, but it is ${JSON.stringify(value)}`,
    );
  });
});

describe('what parts two texts', () => {
  const text = (expected: string, actual: string) => firstDifference(expected, actual)?.text;
  const [a79, a80, a81] = [79, 80, 81].map((length) => 'a'.repeat(length)) as [string, string, string];

  test('both are shown in full up to 80 characters', () => {
    expect(text(a80, a79)).toBe(`expected "${a80}", got "${a79}"`);
    expect(text(a79, a80)).toBe(`expected "${a79}", got "${a80}"`);
  });

  test('of a longer one the place, with 20 characters before it and 60 from it on', () => {
    expect(text(a81, 'b')).toBe(`expected "${'a'.repeat(60)}", got "b" (they part at character 1)`);
    expect(text('b', a81)).toBe(`expected "b", got "${'a'.repeat(60)}" (they part at character 1)`);
    const [left, right] = [`${a80}${'x'.repeat(90)}`, `${a80}${'y'.repeat(90)}`];
    expect(text(left, right)).toBe(
      `expected …"${'a'.repeat(20)}${'x'.repeat(60)}", got …"${'a'.repeat(20)}${'y'.repeat(60)}" (they part at character 81)`,
    );
    expect(text(a81, `${a81}b`)).toContain('part at character 82');
  });
});

describe('options that cannot be', () => {
  test.each([
    [{ snapshot: { name: 5 } }, '"snapshot" takes a text as name'],
    [{ snapshot: { name: '' } }, '"snapshot" takes a text as name'],
    [{ snapshot: '' }, '"snapshot" takes true or a name'],
    [{ snapshot: { normalise: 'x' } }, '"snapshot" takes a list as normalise: '],
    [{ snapshot: { normalise: ['dates'] } }, '"snapshot" cannot normalise "dates", only '],
    [{ snapshot: { normalise: [{ pattern: '(' }] } }, '"snapshot" has a pattern that does not compile: '],
    [
      { snapshot: { normalise: [{ pattern: 'a*' }] } },
      '"snapshot" has a pattern that matches the empty text',
    ],
    [{ snapshot: { normalise: [{ pattern: 'a', flags: 1 }] } }, '"snapshot" takes a text as flags'],
    [
      { snapshot: { normalise: [{ pattern: 'a', replace: 'x'.repeat(201) }] } },
      '"snapshot" takes a text of at most 200 characters as replace',
    ],
    [{ snapshot: { normalise: [{ pattern: 'a' }, 'dates'] } }, '"snapshot" cannot normalise "dates", only '],
    [{ each: [1] }, '"each" takes a matcher'],
    [{ not: undefined }, '"not" takes a matcher'],
  ])('%j', (matcher, message) => {
    expect(validateMatcher(matcher)).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  test.each([
    { name: 'x' },
    { name: 'x', normalise: [] },
    { normalise: [{ pattern: 'a', replace: 'x'.repeat(200) }] },
  ])('%j is fine', (snapshot) => {
    expect(validateMatcher({ snapshot })).toEqual([]);
  });

  test('a keyword that JSON Schema does not have', async () => {
    expect(await validateSchemas({ schema: { type: 'string', maxLenght: 3 } })).toEqual([
      {
        path: ['schema', 'maxLenght'],
        message: 'JSON Schema has no keyword "maxLenght"',
        hint: 'maxLength',
        at_key: true,
      },
    ]);
  });

  test.each([
    ['datetime', 'date-time'],
    ['emial', 'email'],
    ['uri', null],
    ['uuid4', null],
    ['float32', null],
    ['uint8', null],
    ['iso-week', null],
  ])('a format that nothing checks, and is nearly one that is: %s', async (format, hint) => {
    const schema = { properties: { at: { type: 'string', format } } };
    const message = `no format "${format}" is known, so nothing would be checked`;
    const path = ['schema', 'properties', 'at', 'format'];
    expect(await validateSchemas({ schema })).toEqual(hint === null ? [] : [{ path, message, hint }]);
  });
});

test.each(Object.entries(MATCHERS))('%s has its name and a sentence for the reference', (name, matcher) => {
  expect(matcher.name).toBe(name);
  expect(matcher.summary).toMatch(/^.{15,}\.$/s);
});
