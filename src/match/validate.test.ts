import { describe, expect, test } from 'vitest';
import { normaliseMatcher } from './normalise.js';
import { validateMatcher, validateSchemas } from './validate.js';

describe('a wrong matcher', () => {
  test.each([
    [{ contain: 'x' }, ['contain'], 'contains'],
    [{ 'starts-wiht': 'x' }, ['starts-wiht'], 'starts_with'],
    [{ zzz: 1 }, ['zzz'], null],
    [{ toString: 1 }, ['toString'], null],
    [{ regex: '(' }, ['regex'], null],
    [{ regex: { pattern: 'a', flag: 'i' } }, ['regex', 'flag'], 'flags'],
    [{ regex: { pattern: 'a', flags: 'x' } }, ['regex'], null],
    [{ '>': '3' }, ['>'], null],
    [{ type: 'strng' }, ['type'], null],
    [{ length: -1 }, ['length'], null],
    [{ approx: { value: 1 } }, ['approx'], null],
    [{ contains_all: [] }, ['contains_all'], null],
    [{ unordered: 'x' }, ['unordered'], null],
    [{ subset: [] }, ['subset'], null],
    [{ schema: 'x' }, ['schema'], null],
    [{ snapshot: false }, ['snapshot'], null],
    [{ not: { snapshot: true } }, ['not', 'snapshot'], null],
    [{ not: [1] }, ['not'], null],
    [{ each: { all_of: ['a', { contain: 'x' }] } }, ['each', 'all_of', 1, 'contain'], 'contains'],
    [{ length: { '>=': 'x' } }, ['length', '>='], null],
    [{ approx: { value: 1, within: 1, wihtin: 2 } }, ['approx', 'wihtin'], 'within'],
    [{ starts_with: 'a', 'starts-with': 'b' }, ['starts-with'], null],
    [{ gte: 3 }, ['gte'], '>='],
    [{ greaterThan: 3 }, ['greaterThan'], '>'],
    [{ 'llm-rubric': 'kind' }, ['llm-rubric'], 'llm_judge'],
    [{ toString: 3 }, ['toString'], null],
    [{}, [], 'exact'],
    [['a'], [], 'exact'],
  ])('%j', (matcher, path, hint) => {
    expect(validateMatcher(matcher)).toMatchObject([{ path, hint }]);
  });

  test.each([
    [{ contain: 'x' }, 'there is no matcher "contain"'],
    [{ regex: '(' }, '"regex" does not compile: /(/: Unterminated group'],
    [{ regex: { pattern: 'a', flag: 'i' } }, '"regex" has no option "flag"'],
    [
      { regex: { pattern: 'a', flags: 'x' } },
      '"regex" does not compile: flag "x" is not one of g, i, m, s, u',
    ],
    [{ '>': '3' }, '">" takes a number'],
    [{ type: 'strng' }, 'null (did you mean string?)'],
    [{ length: -1 }, '"length" takes a whole number from 0 on, or a matcher such as { ">": 0 }'],
    [{ approx: { value: 1 } }, '"approx" takes { value, within }, two numbers'],
    [{ contains_all: [] }, '"contains_all" takes a list with at least one entry'],
    [{ unordered: 'x' }, '"unordered" takes a list'],
    [{ subset: [] }, '"subset" takes an object'],
    [{ schema: 'x' }, '"schema" takes a JSON Schema (an object)'],
    [{ snapshot: false }, '"snapshot" takes true, a name, or { name, normalise }'],
    [{ not: { snapshot: true } }, '"snapshot" cannot stand inside "not"'],
    [{ not: [1] }, '"not" takes a matcher'],
    [{ starts_with: 'a', 'starts-with': 'b' }, '"starts_with" is written twice'],
    [{}, 'the matcher is empty'],
    [['a'], 'a matcher is a map such as { contains: "text" }, or a plain value'],
  ])('%j says what is wrong', (matcher, message) => {
    expect(validateMatcher(matcher)).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  test('nested without end is refused', () => {
    let matcher: unknown = 'x';
    for (let i = 0; i < 10_000; i += 1) matcher = { not: matcher };
    expect(validateMatcher(matcher)).toHaveLength(1);
  });
});

test('what a capture will fill in is not judged yet', () => {
  const captured = (name: string) => `\${captured.${name}}`;
  const late = {
    '>': captured('count'),
    length: captured('n'),
    approx: { value: captured('x'), within: 1 },
  };
  expect(validateMatcher(late)).toEqual([]);
});

test('a schema that does not compile is found where it stands', async () => {
  const matcher = { all_of: [{ schema: { type: 'string' } }, { each: { schema: { type: 'strin' } } }] };
  expect(await validateSchemas(matcher)).toMatchObject([{ path: ['all_of', 1, 'each', 'schema'] }]);
  expect(await validateSchemas('plain')).toEqual([]);
});

test('one spelling of everything', () => {
  expect(normaliseMatcher('x')).toEqual({ exact: 'x' });
  expect(normaliseMatcher(null)).toEqual({ exact: null });
  expect(normaliseMatcher({ not: { 'any-of': [1, { 'starts-with': 'a' }] }, length: 3 })).toEqual({
    not: { any_of: [{ exact: 1 }, { starts_with: 'a' }] },
    length: 3,
  });
  expect(normaliseMatcher({ exact: { 'a-b': 1 } })).toEqual({ exact: { 'a-b': 1 } });
});
