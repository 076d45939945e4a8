import { describe, expect, test } from 'vitest';
import { readYamlSource } from './yaml-source.js';

describe('readYamlSource', () => {
  test('gives values with the place of keys and values', () => {
    const source = readYamlSource('a:\n  - b: 1\n    c: two\n');
    expect(source.value).toEqual({ a: [{ b: 1, c: 'two' }] });
    expect(source.place(['a', 0, 'c'], 'key')).toEqual({ line: 3, column: 5 });
    expect(source.place(['a', 0, 'c'])).toEqual({ line: 3, column: 8 });
    expect(source.place(['a', 0, 'nothing'])).toEqual({ line: 2, column: 5 });
  });

  test('finds places through an alias', () => {
    const source = readYamlSource('x: &x\n  deep: 1\ny: *x\n');
    expect(source.place(['y', 'deep'], 'key')).toEqual({ line: 2, column: 3 });
  });

  test('tells each problem with its place', () => {
    expect(readYamlSource('a: 1\na: 2\n').problems).toEqual([
      { message: 'the key `a` is given twice', line: 2, column: 1 },
    ]);
    expect(readYamlSource('a: !!js/function "x"\n').problems[0]).toMatchObject({ line: 1, column: 4 });
    expect(readYamlSource('a: 1\n---\nb: 2\n').problems[0]).toMatchObject({ line: 2 });
  });

  test('takes what JSON takes, and a __proto__ key pollutes nothing', () => {
    const source = readYamlSource('maximum: 9223372036854775807\n__proto__:\n  polluted: true\n');
    expect(source.value).toMatchObject({ maximum: 2 ** 63 });
    expect(Object.keys(source.value as object)).toEqual(['maximum', '__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('merges a __proto__ key as the data that it is', () => {
    const source = readYamlSource('a: &a\n  __proto__: { polluted: true }\nb:\n  <<: *a\n');
    const { b } = source.value as { b: object };
    expect([Object.keys(b), 'polluted' in b]).toEqual([['__proto__'], false]);
  });

  test('takes as many bytes as it is told, and as many values as fit', () => {
    expect(readYamlSource('x'.repeat(20), 10).problems).toHaveLength(1);
    const list = `[${'1, '.repeat(150_000)}1]`;
    expect(readYamlSource(list).problems[0]?.message).toContain('values');
    expect(readYamlSource(list, 2_000_000).value).toHaveLength(150_001);
    // Ten values, each of them a hundred: no more than a tenth of the bytes, also where that is not a whole number.
    const aliases = `a: &a [${'1, '.repeat(99)}1]\nb: [${'*a, '.repeat(9)}*a]\n`;
    expect(readYamlSource(aliases, 9_999).problems[0]?.message).toContain('more than 999 values');
    const bomb = Array.from(
      { length: 8 },
      (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}*a${i}]\n`,
    );
    const refused = readYamlSource(`a0: &a0 1\n${bomb.join('')}`, 64 * 1024 * 1024).problems[0]?.message;
    expect(refused).toMatch(/more than 100\d{3} values/);
  });
});
