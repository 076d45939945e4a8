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

  test('reports duplicate keys, syntax errors and tags with a place', () => {
    expect(readYamlSource('a: 1\na: 2\n').problems).toEqual([
      { message: 'the key "a" is given twice', line: 2, column: 1 },
    ]);
    expect(readYamlSource('a: [1\nb: 2\n').problems.length).toBeGreaterThan(0);
    expect(readYamlSource('a: !!js/function "x"\n').problems[0]).toMatchObject({ line: 1, column: 4 });
  });

  test('refuses bombs', () => {
    const laughs = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 10; i++) {
      const before = String.fromCharCode(96 + i);
      const name = String.fromCharCode(97 + i);
      laughs.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`);
    }
    expect(readYamlSource(laughs.join('\n')).problems).toHaveLength(1);
    for (const deep of ['[', '- ', '{a: ']) {
      expect(readYamlSource(deep.repeat(100_000)).problems[0]?.message).toContain('deeply');
    }
    expect(readYamlSource(`${'['.repeat(70)}${']'.repeat(70)}`).problems[0]?.message).toContain('deeply');
    expect(readYamlSource('x'.repeat(20), { maxLength: 10 }).problems).toHaveLength(1);
  });

  test('takes one document only', () => {
    expect(readYamlSource('a: 1\n---\nb: 2\n').problems[0]).toMatchObject({ line: 2 });
    expect(readYamlSource('').value ?? null).toBeNull();
  });

  test('a __proto__ key pollutes nothing', () => {
    const source = readYamlSource('__proto__:\n  polluted: true\n');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.hasOwn(source.value as object, '__proto__')).toBe(true);
  });
});
