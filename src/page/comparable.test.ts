import { describe, expect, it } from 'vitest';
import { comparable } from './comparable.js';
import { lineDiff } from './line-diff.js';

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The marked lines of a diff as the page draws it. */
function marked(expected: unknown, actual: unknown, subset: boolean): string[] {
  const lines = lineDiff(json(comparable(expected, actual, { subset })), json(actual)) ?? [];
  return lines.filter(({ side }) => side !== 'both').map(({ side, text }) => `${side} ${text.trim()}`);
}

describe('a diff marks only what the matcher objects to', () => {
  it('not the keys that a subset allows, at any level', () => {
    const actual = { extra: 1, user: { id: 2, name: 'b', more: [1] }, list: [{ a: 1, z: 9 }] };
    expect(marked({ user: { id: 1 }, list: [{ a: 1 }] }, actual, true)).toEqual([
      'expected "id": 1,',
      'actual "id": 2,',
    ]);
  });

  it('not the order of keys', () => {
    expect(marked({ b: { d: 1, c: 2 }, a: 1 }, { a: 1, b: { c: 2, d: 1 } }, false)).toEqual([]);
  });

  it('what is missing, what is too much for an exact value, and items beyond those of a subset', () => {
    expect(marked({ a: 1, gone: 2 }, { a: 1 }, true).join()).toContain('"gone": 2');
    expect(marked({ a: 1 }, { a: 1, extra: 2 }, false).join()).toContain('actual "extra": 2');
    expect(marked({ list: [1] }, { list: [1, 2] }, true).join()).toContain('actual 2');
  });

  it('a key that is called __proto__ is a key', () => {
    const own = JSON.parse('{"__proto__":{"a":1}}') as unknown;
    expect(json(comparable(own, own, { subset: true }))).toBe(json(own));
  });
});
