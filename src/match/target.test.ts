import { describe, expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import { formatTarget, lookup, parseTarget, targetProblem } from './target.js';

const segments = (text: string) => {
  const parsed = parseTarget(text);
  if (parsed.problem) throw new Error(parsed.problem.message);
  return parsed.segments;
};
const reason = (root: unknown, text: string) => {
  const found = lookup(root, segments(text));
  return found.found ? 'found' : found.reason;
};

describe('a target is read', () => {
  test.each([
    ['result', ['result']],
    ['result.content[0].text', ['result', 'content', 0, 'text']],
    [`result["a.b"]['c d'].e`, ['result', 'a.b', 'c d', 'e']],
    ['result["a\\"b"]', ['result', 'a"b']],
    ['result.my-key.$ref', ['result', 'my-key', '$ref']],
    ['result[0][1]', ['result', 0, 1]],
    ['result["0"]', ['result', '0']],
  ])('%s', (text, expected) => {
    expect(segments(text)).toEqual(expected);
  });

  test.each([
    ['', 0],
    ['.a', 0],
    ['a.', 2],
    ['a..b', 2],
    ['a[', 1],
    ['a[-1]', 1],
    ['a[x]', 1],
    ['a["x]', 1],
    ['a b', 1],
    ['a]', 1],
    ['a.__proto__.b', 2],
    ['a["constructor"]', 1],
    ['prototype', 0],
  ])('%j is refused at %i', (text, position) => {
    expect(parseTarget(text).problem?.position).toBe(position);
  });

  test('any path survives being written and read', () => {
    const segment = fc.oneof(fc.nat(999), fc.string());
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.array(segment), (first, rest) => {
        const path = [first, ...rest];
        const parsed = parseTarget(formatTarget(path));
        const forbidden = path.some((part) =>
          ['__proto__', 'constructor', 'prototype'].includes(String(part)),
        );
        if (forbidden) expect(parsed.problem).toBeDefined();
        else expect(parsed).toEqual({ segments: path });
      }),
    );
  });
});

test.each([
  ['a[x]', 'after "[" comes an index or a quoted name, as in [0] or ["name"] (at character 2)'],
  ['a[-1]', 'a negative index is not allowed (at character 2)'],
  ['', 'the target is empty (at character 1)'],
  ['a.', 'a name is missing (at character 3)'],
  ['a.__proto__', '"__proto__" never resolves (at character 3)'],
])('%j says what is wrong, and where', (text, message) => {
  expect(parseTarget(text).problem?.message).toBe(message);
});

test('a target must start with a known name', () => {
  expect(targetProblem('result.x', ['result', 'error'])).toBeUndefined();
  expect(targetProblem('results.x', ['result', 'error'])).toEqual({
    message: 'a target starts with result, error, not with "results"',
    position: 0,
    hint: 'result',
  });
  expect(targetProblem('[0].x', ['result'])).toMatchObject({
    message: 'a target starts with result, not with "0"',
    hint: null,
  });
  expect(targetProblem('', ['result'])?.message).toBe('the target is empty (at character 1)');
  expect(targetProblem('result x', ['result'])?.message).toBe('unexpected " " (at character 7)');
  expect(targetProblem('result..x', ['result'])).toMatchObject({
    message: 'a name is missing (at character 8)',
    position: 7,
  });
});

describe('looking up', () => {
  const root = { result: { content: [{ type: 'text', text: 'hi' }], none: null, gone: undefined } };

  test('finds values, also null', () => {
    expect(lookup(root, ['result', 'content', 0, 'text'])).toMatchObject({ found: true, value: 'hi' });
    expect(lookup(root, ['result', 'content', '0', 'text'])).toMatchObject({ found: true, value: 'hi' });
    const many = { list: Array.from({ length: 30 }, (_, at) => at) };
    expect(lookup(many, ['list', '25'])).toMatchObject({ found: true, value: 25 });
    for (const name of ['025', '2x', ''])
      expect(lookup(many, ['list', name])).toMatchObject({ found: false, parentFound: false });
    expect(lookup(root, ['result', 'none'])).toMatchObject({ found: true, value: null });
    expect(lookup(root, ['result', 'gone'])).toMatchObject({ found: false, parentFound: true });
  });

  test('says how far it came and what is near', () => {
    expect(reason(root, 'result.content[0].txt')).toBe(
      'result.content[0] has no "txt"; did you mean "text"?',
    );
    expect(reason(root, 'result.content[5]')).toBe('result.content has only 1 item, so there is no [5]');
    expect(reason({ result: [] }, 'result[0].text')).toBe('result is empty');
    expect(reason(root, 'result.content.text')).toContain('write result.content[0].text');
    expect(reason(root, 'result.content.length')).toContain('matcher "length"');
    expect(reason(root, 'result.none.a')).toContain('result.none is null');
    expect(reason(root, 'result.content[0].text.a')).toContain('is a string');
    expect(reason({ result: {} }, 'result.x')).toBe('result has no "x" (it is empty)');
    expect(reason({ result: { a: 1, b: 2 } }, 'result.xyz')).toBe('result has no "xyz" (it has a, b)');
    expect(reason(root, 'results')).toBe('the answer has no "results"; did you mean "result"?');
  });

  test.each([
    ['result.absent', true],
    ['result.content[1]', true],
    ['result.content.text', false],
    ['result.absent.leaf', false],
    ['result.none.leaf', false],
    ['result.content[0].text.leaf', false],
  ])('the parent of %s: %s', (text, parentFound) => {
    expect(lookup(root, segments(text))).toMatchObject({ found: false, parentFound });
  });

  test('never leaves own properties and never writes', () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    for (const path of [['__proto__'], ['__proto__', 'polluted'], ['constructor', 'prototype']]) {
      expect(lookup(hostile, path).found).toBe(false);
    }
    const name = fc.constantFrom('__proto__', 'constructor', 'prototype', 'polluted', 'toString', 'length');
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1 }),
        fc.constantFrom(hostile, {}, [], 'x', 1, null),
        (path, at) => {
          expect(lookup(at, path).found).toBe(false);
          expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        },
      ),
    );
  });
});
