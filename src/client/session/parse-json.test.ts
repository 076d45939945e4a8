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
