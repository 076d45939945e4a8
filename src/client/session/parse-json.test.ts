import { expect, test } from 'vitest';
import { MAX_DEPTH, parseJson } from './parse-json.js';

const parse = (text: string) => parseJson(Buffer.from(text));

test('nesting is counted outside strings only', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(parse(deep(MAX_DEPTH))).toMatchObject({ ok: true });
  expect(parse(deep(MAX_DEPTH + 1))).toEqual({ ok: false, problem: 'depth' });
  expect(parse('['.repeat(5_000_000))).toEqual({ ok: false, problem: 'depth' });
  const text = JSON.stringify('\\"['.repeat(MAX_DEPTH * 2));
  expect(parse(text)).toMatchObject({ ok: true });
  expect(parse(JSON.stringify(Array(5000).fill([{}])))).toMatchObject({ ok: true });
});

test('broken text is told apart', () => {
  expect(parse('{"a":')).toEqual({ ok: false, problem: 'syntax' });
  expect(parseJson(Buffer.of(0x22, 0xff, 0x22))).toEqual({ ok: false, problem: 'utf8', offset: 1 });
});

test.each([
  ['9007199254740993', '9007199254740993 is read as 9007199254740992'],
  ['-1234567890123456789', '-1234567890123456789 is read as -1234567890123456800'],
  ['1e400', '1e400 is read as Infinity'],
  ['9007199254740992', undefined],
  // What others print of a number that is kept: the digits of its double, or the shortest that are read as it.
  ['12345678901234567168', undefined],
  ['12345678901234567000', undefined],
  ['0.1000000000000000055511151231257827', undefined],
  ['1e-400', undefined],
  ['1E300', undefined],
  ['"9007199254740993 and \\"9007199254740993"', undefined],
  ['[true,false,null,1234567890123456]', undefined],
])('%s: which number is read otherwise', (text, said) => {
  const told: unknown[] = [];
  const faults = { add: (...words: string[]) => void told.push(words) };
  parseJson(Buffer.from(`{"a":[${text}],"b":1}`), faults);
  const message =
    'a message has a number that JavaScript cannot keep, so these tests and many clients read another one';
  expect(told).toEqual(said === undefined ? [] : [['inexact-number', message, said]]);
});

test.each([
  ['{"a": 1, "a": 2}', ['a']],
  ['{"a":1, "\\u0061" \t:1}', ['a']],
  ['[{"ä":{"b":[{"c":1,"c":1,"c":1}]},"ä":2}]', ['c', 'c', 'ä']],
  ['{"__proto__":1,"__proto__":2,"1":3,"1":4}', ['__proto__', '1']],
  ['{"a":{"a":["a",":"]},"b":"a:\\"a\\":"}', []],
  ['[{"a":1},{"a":1},{"__proto__":{"a":1}}]', []],
  ['{"A":1,"a":1,"":1," ":1}', []],
])('%s: which keys are there twice', (text, keys) => {
  const told: unknown[] = [];
  parseJson(Buffer.from(text), { add: (...words: string[]) => void told.push(words) });
  const message =
    'an object of a message has a key twice; these tests read the last one, and other clients may read the first';
  expect(told).toEqual(keys.map((key) => ['duplicate-key', message, key]));
});
